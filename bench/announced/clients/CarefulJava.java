// Follows the guide in Java: any 2xx, a limit of its own, reads only ids, fails on any refusal.
import java.net.URI;
import java.net.http.*;
import java.time.Duration;

public class CarefulJava {
  static final HttpClient http = HttpClient.newHttpClient();
  static HttpResponse<String> call(String method, String path, String body) throws Exception {
    var publisher = body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
    var request = HttpRequest.newBuilder(URI.create(System.getenv("LEAD_API_URL") + "/v1" + path)).timeout(Duration.ofSeconds(5))
      .header("X-API-Key", System.getenv("LEAD_API_KEY")).header("Content-Type", "application/json").method(method, publisher).build();
    var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() / 100 != 2) throw new IllegalStateException(method + " answers " + answer.statusCode());
    return answer;
  }
  public static void main(String[] args) throws Exception {
    var leads = "/firms/" + System.getenv("LEAD_API_FIRM_ID") + "/leads";
    for (var email : new String[] {"jon@example.com", "kim@example.com"})
      call("POST", leads, "{\"email\":\"" + email + "\",\"firstName\":\"Jon\",\"lastName\":\"Jay\"}");
    var list = call("GET", leads + "?limit=100", null).body();
    if (!list.contains("\"kim@example.com\"")) throw new IllegalStateException("kim is not listed");
    System.out.println("kim is listed");
  }
}
