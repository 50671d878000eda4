import java.net.URI;
import java.net.URLEncoder;
import java.net.http.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.time.*;
import java.util.*;
import java.util.regex.*;
import java.util.stream.*;

/** Incremental: reads what changed since the newest time that the ledger has, less five minutes. */
public class Incremental {
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
        String mark = "1970-01-02T00:00:00.000Z";
        for (String row : Files.exists(ledger) ? Files.readAllLines(ledger) : List.<String>of()) {
            String[] cells = row.split(",");
            if (cells[0].equals("id")) continue;
            rows.put(cells[0], row);
            if (cells[2].compareTo(mark) > 0) mark = cells[2]; // times of the server only
        }
        var since = Instant.parse(mark).minus(Duration.ofMinutes(5));
        for (String field : List.of("updatedAt", "deletedAt")) { // a conversion and an archival move deletedAt only
            List<String> page;
            int offset = 0;
            do {
                page = get("filter", "{\"%s\":{\"$gte\":\"%s\"}}".formatted(field, since), offset);
                for (String lead : page) {
                    String updated = value(lead, "updatedAt"), deleted = value(lead, "deletedAt");
                    String at = deleted.compareTo(updated) > 0 ? deleted : updated;
                    rows.put(value(lead, "id"), value(lead, "id") + "," + state(lead) + "," + at);
                }
                offset += 100;
            } while (page.size() == 100);
        }
        Files.writeString(fresh, "id,state,at\n" + String.join("\n", rows.values()) + "\n");
        Files.move(fresh, ledger, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING); // rows and their times at once
    }
}
