import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeadSandbox.class)
class RedTest {
    @Test
    void twice(LeadSandbox.Workspace w) throws Exception {
        Client.refer(w, "maya@example.com");
        assertEquals(201, Client.refer(w, "maya@example.com").statusCode());
    }
}
