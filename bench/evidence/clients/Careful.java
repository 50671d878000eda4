import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Refers one person, with the usual time limit of 30 seconds, and repeats with growing pauses. */
public class Careful {
    public static void main(String[] args) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        URI uri = URI.create(System.getenv("LEAD_API_URL") + "/v1/firms/" + System.getenv("LEAD_API_FIRM_ID") + "/leads");
        HttpRequest request = HttpRequest.newBuilder(uri)
            .timeout(Duration.ofSeconds(30))
            .header("X-API-Key", System.getenv("LEAD_API_KEY"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"email\":\"hana@example.com\",\"firstName\":\"Hana\",\"lastName\":\"Hill\",\"phone\":{\"number\":\"416-555-0103\"}}"))
            .build();
        for (long pause = 300; pause < 20_000; pause *= 2) {
            try {
                int status = client.send(request, BodyHandlers.ofString()).statusCode();
                if (status == 201 || status == 409) return;
                if (status != 429 && status < 500) {
                    System.err.println("refused: " + status);
                    System.exit(1);
                }
            } catch (java.io.IOException error) {
                System.err.println(error.getClass().getSimpleName());
            }
            Thread.sleep(pause);
        }
        System.exit(1);
    }
}
