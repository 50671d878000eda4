import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** The same client as `no_end.py`, in Java. */
public class NoEnd {
  public static void main(String[] arguments) throws Exception {
    String defect = arguments[0];
    String url = System.getenv("LEAD_API_URL") + "/v1/firms/" + System.getenv("LEAD_API_FIRM_ID") + "/leads";
    String person = "{\"email\":\"maya@example.com\",\"firstName\":\"Maya\",\"lastName\":\"Moss\"}";
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
        .header("X-API-Key", System.getenv("LEAD_API_KEY"))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(person));
    if (!defect.equals("waits")) request.timeout(Duration.ofSeconds(4));
    HttpClient client = HttpClient.newHttpClient();
    while (true) {
      try {
        int status = client.send(request.build(), HttpResponse.BodyHandlers.ofString()).statusCode();
        if (status == 201 || (status == 409 && !defect.equals("repeats"))) System.exit(0);
      } catch (java.io.IOException noAnswer) {
        // It tries again.
      }
      Thread.sleep(200);
    }
  }
}
