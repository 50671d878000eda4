import org.openapitools.client.ApiClient;
import org.openapitools.client.api.LeadsApi;
import org.openapitools.client.model.LeadCreate;

/** Creates and reads a Lead with the client of openapi-generator. */
public class Client {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("LEAD_API_URL") + "/v1");
    client.setRequestInterceptor((request) -> request.header("X-API-Key", System.getenv("LEAD_API_KEY")));
    LeadsApi leads = new LeadsApi(client);
    LeadCreate body = new LeadCreate().email("maya@example.com").firstName("Maya").lastName("Moss");
    var made = leads.postLeadsForFirm(System.getenv("LEAD_API_FIRM_ID"), body, null);
    var read = leads.getLead(made.getData().getId(), null, null);
    System.out.println(read.getData().getEmail() + " " + read.getData().getConvertedAt());
    System.out.println(leads.getLeads(2, null, null, null, null, null).getData().get(0).getEmail());
    var filtered = leads.getLeads(null, null, null, "{\"email\":\"maya@example.com\"}", null, null);
    System.out.println(filtered.getData().get(0).getEmail() + " " + filtered.getMeta().getTotal());
    var ordered = leads.getLeads(null, null, "[[\"createdAt\",\"ASC\"]]", null, null, null);
    System.out.println(ordered.getData().get(0).getEmail() + " " + ordered.getMeta().getTotal());
  }
}
