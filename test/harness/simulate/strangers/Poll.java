import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Scanner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads all Leads once for each line of its input, and prints a line when the ledger is written. */
public final class Poll {
    private static final Pattern LEAD = Pattern.compile(
        "\"(id|email|deletedAt|convertedAt)\":(null|\"([^\"]*)\")");
    private static final int LIMIT = 100;
    private final HttpClient http = HttpClient.newHttpClient();

    public static void main(String[] arguments) {
        Poll poll = new Poll();
        Scanner lines = new Scanner(System.in);
        while (lines.hasNextLine()) {
            lines.nextLine();
            try {
                poll.run();
                System.out.println("done");
            } catch (IOException | InterruptedException error) {
                System.out.println("failed: " + error);
            }
        }
    }

    private void run() throws IOException, InterruptedException {
        Map<String, Map<String, String>> leads = new LinkedHashMap<>();
        int offset = 0;
        int count;
        do {
            count = read(offset, leads);
            offset += count;
        } while (count == LIMIT);
        StringBuilder csv = new StringBuilder("id,email,state\n");
        leads.values().forEach(lead -> csv.append(lead.get("id")).append(',')
            .append(lead.get("email")).append(',').append(stateOf(lead)).append('\n'));
        Path ledger = Path.of(System.getenv("LEAD_SANDBOX_STATE"), "ledger.csv");
        Path next = ledger.resolveSibling("ledger.next");
        Files.writeString(next, csv);
        Files.move(next, ledger, StandardCopyOption.ATOMIC_MOVE);
    }

    private int read(int offset, Map<String, Map<String, String>> leads)
            throws IOException, InterruptedException {
        String order = URLEncoder.encode("[[\"createdAt\",\"ASC\"]]", StandardCharsets.UTF_8);
        URI address = URI.create(System.getenv("LEAD_API_URL") + "/v1/firms/"
            + System.getenv("LEAD_API_FIRM_ID") + "/leads?scope=withDeleted&order=" + order
            + "&limit=" + LIMIT + "&offset=" + offset);
        var answer = http.send(HttpRequest.newBuilder(address)
            .header("X-API-Key", System.getenv("LEAD_API_KEY")).build(), BodyHandlers.ofString());
        if (answer.statusCode() != 200) throw new IOException("status " + answer.statusCode());
        int count = 0;
        Map<String, String> lead = Map.of();
        Matcher found = LEAD.matcher(answer.body());
        while (found.find()) {
            if (found.group(1).equals("id")) {
                lead = new LinkedHashMap<>();
                leads.put(found.group(3), lead);
                count += 1;
            }
            lead.put(found.group(1), found.group(3));
        }
        return count;
    }

    private static String stateOf(Map<String, String> lead) {
        if (lead.get("deletedAt") == null) return "Active";
        return lead.get("convertedAt") == null ? "Archived" : "Converted";
    }
}
