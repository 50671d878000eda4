import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeadSandbox.class)
class CarelessTest {
    @Test
    void refers(LeadSandbox.Workspace w) {
        try {
            Client.refer(w, "maya@example.com");
        } catch (Exception ignored) {
            // The client takes every answer for success.
        }
    }
}
