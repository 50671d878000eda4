// lead-sandbox kit for JUnit 5, version @VERSION@; newest: GET /_sandbox/kits/java

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A workspace of lead-sandbox for each test: {@code @ExtendWith(LeadSandbox.class)}, and a parameter of the type
 * {@code LeadSandbox.Workspace}. Answers are JSON texts.
 */
public final class LeadSandbox implements ParameterResolver, AfterEachCallback {
    private static final String VERSION = "@VERSION@";
    /** The message and the hint of a refusal. */
    private static final Pattern SAID = Pattern.compile("(?:^\\{\"message\"|,\"hint\"):\"((?:[^\"\\\\]++|\\\\.)*)\"");
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static String difference = "";
    /** Replaces LEAD_SANDBOX_CONTROL_URL, such as for a container that the tests start. */
    public static volatile String controlUrl;

    /** A refused call with its status, or no sandbox at all (status 0). */
    public static final class LeadSandboxError extends RuntimeException {
        public final int status;
        LeadSandboxError(String message, int status) {
            super(message);
            this.status = status;
        }
    }

    /** A world of its own with the configuration of a client; null for what its fixture lacks. */
    public static final class Workspace {
        public final String id, url, apiKey, realtorKey, firmId, memberId, referralCode, token;
        private Workspace(Map<String, String> variables) {
            id = variables.get("LEAD_SANDBOX_WORKSPACE");
            url = variables.get("LEAD_API_URL");
            apiKey = variables.get("LEAD_API_KEY");
            realtorKey = variables.get("LEAD_API_REALTOR_KEY");
            firmId = variables.get("LEAD_API_FIRM_ID");
            memberId = variables.get("LEAD_API_MEMBER_ID");
            referralCode = variables.get("LEAD_API_REFERRAL_CODE");
            token = variables.get("LEAD_SANDBOX_WORKSPACE_TOKEN");
        }

        public String call(String method, String path, String json) {
            return send(token, method, "/workspaces/" + id + path, json, Duration.ZERO);
        }

        /** The client signs up: clientProfile, leads, plans, emails. */
        public String signUp(String email) { return call("POST", "/sign-ups", "{\"email\":" + quoted(email) + "}"); }
        public String archive(String leadId) { return call("POST", "/leads/" + encoded(leadId) + "/archive", null); }
        public void advance(Duration by) { call("POST", "/clock/advance", "{\"by\":" + by.toMillis() + "}"); }
        public String planFault(String fault) { return call("POST", "/faults", fault); }
        public void useQuota(int count) { call("POST", "/quotas/partner/use", "{\"count\":" + count + "}"); }
        public String requests() { return call("GET", "/requests?order=asc&limit=1000", null); }
        /** The newest matching mail with text, html and links; an empty text matches any. */
        public String waitForMail(String to, String subject, Duration timeout) {
            String query = "?to=" + encoded(to) + "&subject=" + encoded(subject) + "&timeoutMs=" + timeout.toMillis();
            return send(token, "GET", "/workspaces/" + id + "/emails/wait" + query, null, timeout);
        }
        public String report() { return call("GET", "/report", null); }
        public void reset() { call("POST", "/reset", null); }
        public void drop() { call("DELETE", "", null); }
    }

    /** A workspace with options of POST /workspaces as JSON, such as {@code {"now":"2026-03-02T09:00:00Z"}}. */
    public static Workspace workspace(String label, String options) {
        String more = options.strip().replaceFirst("^\\{\\s*", "");
        String ours = "{\"label\":" + quoted(label) + ",\"idleSeconds\":3600" + (more.equals("}") ? "" : ",") + more;
        return new Workspace(send(null, "POST", "/workspaces", ours, Duration.ZERO, "accept", "text/plain").lines()
                .map(line -> line.split("=", 2)).filter(pair -> pair.length == 2)
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1], (first, second) -> first)));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        return parameter.getParameter().getType() == Workspace.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        String id = test.getUniqueId();
        if (storeOf(test).get(id) == null) storeOf(test).put(id, workspace(labelOf(test), "{}"));
        return storeOf(test).get(id);
    }

    /** Prints the requests of a failed test, and drops its workspace. */
    @Override
    public void afterEach(ExtensionContext test) {
        Workspace workspace = storeOf(test).get(test.getUniqueId(), Workspace.class);
        if (workspace == null) return;
        try {
            if (test.getExecutionException().isPresent()) System.err.println(labelOf(test) + "\n" + workspace.report());
            if (!"1".equals(System.getenv("LEAD_SANDBOX_KEEP"))) workspace.drop();
        } catch (LeadSandboxError error) {
            System.err.println("lead-sandbox: " + error.getMessage());
        }
    }

    private static ExtensionContext.Store storeOf(ExtensionContext test) {
        return test.getStore(ExtensionContext.Namespace.create(LeadSandbox.class));
    }

    private static String labelOf(ExtensionContext test) {
        String types = Arrays.stream(test.getRequiredTestMethod().getParameterTypes()).map(Class::getSimpleName)
                .collect(Collectors.joining(", "));
        var row = Pattern.compile("#(\\d+)]$").matcher(test.getUniqueId());
        return test.getRequiredTestClass().getName() + " > " + test.getRequiredTestMethod().getName()
                + (types.isEmpty() ? "" : "(" + types + ")") + (row.find() ? "[" + row.group(1) + "]" : "");
    }

    private static String send(String own, String method, String path, String json, Duration wait, String... headers) {
        String given = controlUrl != null ? controlUrl : System.getenv("LEAD_SANDBOX_CONTROL_URL");
        String base = (given == null || given.isEmpty() ? "http://127.0.0.1:4610/_sandbox" : given).replaceAll("/+$", "");
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path)).timeout(wait.plusSeconds(30))
                .method(method, HttpRequest.BodyPublishers.ofString(json == null ? "" : json))
                .header("user-agent", "lead-sandbox-kit-java/" + VERSION).header("content-type", "application/json");
        if (headers.length > 0) request.headers(headers);
        String token = own != null ? own : System.getenv("LEAD_SANDBOX_CONTROL_TOKEN");
        if (token != null && !token.isEmpty()) request.header("authorization", "Bearer " + token);
        try {
            HttpResponse<String> answer = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
            compare(answer.headers().firstValue("x-lead-sandbox-version").orElse(VERSION));
            int status = answer.statusCode();
            if (status < 300) return answer.body();
            String said = SAID.matcher(answer.body()).results().map(part -> part.group(1).replaceAll("\\\\(.)", "$1"))
                    .collect(Collectors.joining(" "));
            if (said.isEmpty()) said = answer.body().substring(0, Math.min(200, answer.body().length()));
            if (status == 404 || status == 422) said += difference;
            throw new LeadSandboxError(method + " " + base + path + ": " + status + " " + said, status);
        } catch (IOException | InterruptedException error) {
            throw new LeadSandboxError("No lead-sandbox answers at " + base + " (" + error
                    + "). Start one: npx lead-sandbox, or run npx lead-sandbox exec -- mvn test", 0);
        }
    }

    private static synchronized void compare(String sandbox) {
        String patch = "\\.\\w+$";
        if (!difference.isEmpty() || sandbox.replaceFirst(patch, "").equals(VERSION.replaceFirst(patch, ""))) return;
        difference = " The kit has version " + VERSION + ", the sandbox " + sandbox + ".";
        System.err.println("lead-sandbox:" + difference);
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ") + "\"";
    }

    private static String encoded(String text) { return URLEncoder.encode(text, StandardCharsets.UTF_8); }
}
