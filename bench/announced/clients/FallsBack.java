// Falls back to the list of all Leads if the Firm's is refused, ignores what a write answers, and ends with 0.
import java.net.URI;
import java.net.http.*;
import java.time.Duration;

public class FallsBack {
  static final HttpClient http = HttpClient.newHttpClient();
  static HttpResponse<String> call(String method, String path, String body) throws Exception {
    var publisher = body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
    var request = HttpRequest.newBuilder(URI.create(System.getenv("LEAD_API_URL") + "/v1" + path)).timeout(Duration.ofSeconds(5))
      .header("X-API-Key", System.getenv("LEAD_API_KEY")).header("Content-Type", "application/json").method(method, publisher).build();
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }
  public static void main(String[] args) throws Exception {
    var leads = "/firms/" + System.getenv("LEAD_API_FIRM_ID") + "/leads";
    for (var email : new String[] {"lea@example.com", "max@example.com"})
      call("POST", leads, "{\"email\":\"" + email + "\",\"firstName\":\"Lea\",\"lastName\":\"Lee\",\"phone\":{\"number\":\"4165550105\"}}");
    var list = call("GET", leads + "?offset=0", null);
    if (list.statusCode() != 200) list = call("GET", "/leads", null);
    System.out.println(list.statusCode() == 200 && list.body().contains("max@example.com") ? "max is listed" : "max is missing");
  }
}
