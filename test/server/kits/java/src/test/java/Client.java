import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** A client of the Lead API, as a partner writes it. */
final class Client {
    static HttpResponse<String> refer(LeadSandbox.Workspace workspace, String email) throws Exception {
        String person = "{\"email\":\"" + email + "\",\"firstName\":\"Maya\",\"lastName\":\"Moreau\"}";
        return send(workspace, "POST", "/v1/firms/" + workspace.firmId + "/leads", person);
    }

    static HttpResponse<String> send(LeadSandbox.Workspace workspace, String method, String path, String body)
            throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(workspace.url + path))
                .header("x-api-key", workspace.apiKey)
                .header("content-type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }
}
