import java.net.URI;
import java.net.URLEncoder;
import java.net.http.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.time.*;
import java.util.*;
import java.util.regex.*;
import java.util.stream.*;

/** Full scan: reads every Lead of the Firm, oldest first, and replaces the ledger. */
public class FullScan {
    static final Map<String, String> env = System.getenv();
    static final HttpClient http = HttpClient.newHttpClient();

    /** The Leads of a page as text: the JDK has no JSON reader, so use the one of your project instead. */
    static List<String> get(String field, String value, int offset) throws Exception {
        var query = field + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8) + "&scope=withDeleted&limit=100&offset=" + offset;
        var list = URI.create(env.get("LEAD_API_URL") + "/v1/firms/" + env.get("LEAD_API_FIRM_ID") + "/leads?" + query);
        var request = HttpRequest.newBuilder(list).header("X-API-Key", env.get("LEAD_API_KEY")).timeout(Duration.ofSeconds(30));
        var response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) throw new IllegalStateException("status " + response.statusCode());
        return Stream.of(response.body().split("\\{(?=\"id\":\")")).skip(1).toList();
    }

    static String value(String lead, String field) {
        var found = Pattern.compile('"' + field + "\":\"([^\"]*)").matcher(lead);
        return found.find() ? found.group(1) : "";
    }

    static String state(String lead) {
        return value(lead, "deletedAt").isEmpty() ? "Active" : value(lead, "convertedAt").isEmpty() ? "Archived" : "Converted";
    }

    public static void main(String[] args) throws Exception {
        Path ledger = Path.of(env.getOrDefault("LEAD_SANDBOX_STATE", "."), "ledger.csv"), fresh = Path.of(ledger + ".new");
        var rows = new TreeMap<String, String>();
        List<String> page;
        int offset = 0;
        do { // With withDeleted no Lead leaves the list, and new ones come last: pages do not shift.
            page = get("order", "[[\"createdAt\",\"ASC\"]]", offset);
            for (String lead : page) rows.put(value(lead, "id"), value(lead, "id") + "," + state(lead));
            offset += 100;
        } while (page.size() == 100);
        Files.writeString(fresh, "id,state\n" + String.join("\n", rows.values()) + "\n");
        Files.move(fresh, ledger, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING); // whole at any moment
    }
}
