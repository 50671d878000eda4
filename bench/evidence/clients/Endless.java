import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Repeats its create every two seconds until the answer is 201, whatever it was before. */
public class Endless {
    public static void main(String[] args) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        URI uri = URI.create(System.getenv("LEAD_API_URL") + "/v1/firms/" + System.getenv("LEAD_API_FIRM_ID") + "/leads");
        HttpRequest request = HttpRequest.newBuilder(uri)
            .timeout(Duration.ofSeconds(5))
            .header("X-API-Key", System.getenv("LEAD_API_KEY"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"email\":\"nora@example.com\",\"firstName\":\"Nora\",\"lastName\":\"Nash\",\"phone\":{\"number\":\"416-555-0108\"}}"))
            .build();
        while (true) {
            try {
                if (client.send(request, BodyHandlers.ofString()).statusCode() == 201) return;
            } catch (java.io.IOException error) {
                System.err.println("again");
            }
            Thread.sleep(2_000);
        }
    }
}
