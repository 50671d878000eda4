import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LeadSandbox.class)
class GreenTest {
    @Test
    void all(LeadSandbox.Workspace w) throws Exception {
        for (String value : new String[] {w.url, w.apiKey, w.realtorKey, w.firmId, w.memberId, w.referralCode}) {
            assertNotNull(value);
        }
        assertEquals(201, Client.refer(w, "maya@example.com").statusCode());
        String mail = w.waitForMail("maya@example.com", "sign up", Duration.ofSeconds(5));
        assertTrue(mail.contains("\"links\":[\"http"), mail);
        assertTrue(w.signUp("maya@example.com").contains("\"state\":\"Converted\""));
        String lead = Client.refer(w, "other@example.com").body();
        Matcher id = Pattern.compile("\"id\":\"([^\"]+)\"").matcher(lead);
        assertTrue(id.find(), lead);
        assertTrue(w.archive(id.group(1)).contains("\"state\":\"Archived\""));
        w.advance(Duration.ofMinutes(90));
        w.planFault("{\"match\":{\"method\":\"GET\"},\"then\":{\"status\":503},\"times\":1}");
        assertEquals(503, Client.send(w, "GET", "/v1/leads", "").statusCode());
        assertTrue(w.requests().contains("\"total\":3"));
        assertTrue(w.report().contains("-> 503"));
        w.useQuota(500);
        assertEquals(429, Client.send(w, "GET", "/v1/leads", "").statusCode());
        w.reset();
        assertEquals(200, Client.send(w, "GET", "/v1/leads", "").statusCode());
        assertTrue(w.call("GET", "/emails", null).contains("\"total\":0"));
    }

    @Test
    void errors(LeadSandbox.Workspace w) {
        LeadSandbox.LeadSandboxError error = assertThrows(LeadSandbox.LeadSandboxError.class,
                () -> w.waitForMail("nobody@example.com", "", Duration.ofMillis(10)));
        assertEquals(404, error.status);
        assertTrue(error.getMessage().contains(": 404 No mail matched"), error.getMessage());
        LeadSandbox.LeadSandboxError unknown = assertThrows(LeadSandbox.LeadSandboxError.class,
                () -> w.planFault("{\"match\":{\"methd\":\"GET\"},\"then\":{\"kind\":\"x\"}}"));
        String sentence = ": 422 Invalid body: match.methd: Unknown. Allowed: method, path, operationId, apiKeyId. then.kind: ";
        assertTrue(unknown.getMessage().contains(sentence), unknown.getMessage());
        assertTrue(unknown.getMessage().contains("\"reset\""), unknown.getMessage());
    }

    @Test
    void options() {
        LeadSandbox.Workspace w = LeadSandbox.workspace("a \"label\"", "{\"now\":\"2026-03-02T09:00:00Z\"}");
        assertTrue(w.call("GET", "/clock", null).contains("2026-03-02T09:00:00.000Z"));
        w.drop();
    }

    @RepeatedTest(10)
    void each(LeadSandbox.Workspace w) throws Exception {
        assertEquals(201, Client.refer(w, "same@example.com").statusCode());
        assertTrue(w.requests().contains("\"total\":1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"})
    void row(String name, LeadSandbox.Workspace w) throws Exception {
        assertEquals(201, Client.refer(w, name + "@example.com").statusCode());
        assertTrue(w.requests().contains("\"total\":1"));
    }
}
