import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.cert.X509Certificate;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** The same client as `tls.py`, in Java. */
public class Tls {
  public static void main(String[] arguments) throws Exception {
    HttpClient.Builder client = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .proxy(java.net.ProxySelector.getDefault())
        .connectTimeout(Duration.ofSeconds(5));
    if (arguments[1].equals("trusts")) {
      SSLContext trusting = SSLContext.getInstance("TLS");
      trusting.init(null, new TrustManager[] {new TrustsAll()}, null);
      client.sslContext(trusting);
    }
    URI address = URI.create(arguments[0] + "/v1/firms/" + System.getenv("LEAD_API_FIRM_ID") + "/leads");
    HttpRequest request = HttpRequest.newBuilder(address).header("X-API-Key", System.getenv("LEAD_API_KEY")).build();
    for (int attempt = 0; attempt < 4; attempt++) {
      try {
        System.exit(client.build().send(request, HttpResponse.BodyHandlers.ofString()).statusCode() == 200 ? 0 : 1);
      } catch (java.io.IOException refused) {
        Thread.sleep(200);
      }
    }
    System.exit(1);
  }

  private static class TrustsAll extends X509ExtendedTrustManager {
    public void checkClientTrusted(X509Certificate[] chain, String type) {}
    public void checkServerTrusted(X509Certificate[] chain, String type) {}
    public void checkClientTrusted(X509Certificate[] chain, String type, java.net.Socket socket) {}
    public void checkServerTrusted(X509Certificate[] chain, String type, java.net.Socket socket) {}
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}
    public X509Certificate[] getAcceptedIssuers() { return new X509Certificate[0]; }
  }
}
