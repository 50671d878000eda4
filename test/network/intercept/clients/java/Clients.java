import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.StringEntity;

/** Programs with the address, the key and the Firm of production in their code. Each prints its name and the status. */
class Clients {
  static final String ADDRESS = "https://leads.lender.example/v1/firms/acme-4711/leads";
  static final String KEY = "3b1f8c52-9d4e-4a7b-8c61-5e2f7a9d0b34";

  interface Sender {
    int send(String body) throws Exception;
  }

  static void show(String name, Sender sender) {
    try {
      String body = "{\"email\":\"" + name + "@example.com\",\"firstName\":\"Maya\",\"lastName\":\"Moreau\"}";
      System.out.println(name + " " + sender.send(body));
    } catch (Exception error) {
      System.out.println(name + " " + error);
    }
  }

  static int connection(String body) throws Exception {
    HttpURLConnection connection = (HttpURLConnection) new URL(ADDRESS).openConnection();
    connection.setRequestMethod("POST");
    connection.setDoOutput(true);
    connection.setRequestProperty("X-API-Key", KEY);
    connection.setRequestProperty("Content-Type", "application/json");
    connection.getOutputStream().write(body.getBytes());
    return connection.getResponseCode();
  }

  static int client(String body) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(ADDRESS)).header("X-API-Key", KEY)
        .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body)).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
  }

  static int okhttp(String body) throws Exception {
    RequestBody sent = RequestBody.create(body, MediaType.get("application/json"));
    Request request = new Request.Builder().url(ADDRESS).header("X-API-Key", KEY).post(sent).build();
    return new OkHttpClient().newCall(request).execute().code();
  }

  static int apache(CloseableHttpClient client, String body) throws Exception {
    HttpPost request = new HttpPost(ADDRESS);
    request.setHeader("X-API-Key", KEY);
    request.setEntity(new StringEntity(body, ContentType.APPLICATION_JSON));
    return client.execute(request, answer -> answer.getCode());
  }

  public static void main(String[] args) {
    if (args.length > 0) {
      show("apache-default", body -> apache(HttpClients.createDefault(), body));
    } else {
      show("connection", Clients::connection);
      show("client", Clients::client);
      show("okhttp", Clients::okhttp);
      show("apache-system", body -> apache(HttpClients.createSystem(), body));
    }
    System.exit(0);
  }
}
