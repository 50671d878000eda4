// Notes a person as sent, then sends. After a crash between the two, the next run skips the person.
import { appendFileSync, existsSync, readFileSync } from "node:fs";

const { LEAD_API_URL, LEAD_API_KEY, LEAD_API_FIRM_ID, LEAD_SANDBOX_STATE } = process.env;
const file = `${LEAD_SANDBOX_STATE}/sent.txt`;
const sent = new Set(existsSync(file) ? readFileSync(file, "utf8").split("\n") : []);
for (const email of ["sara@example.com", "theo@example.com"]) {
  if (sent.has(email)) continue;
  appendFileSync(file, `${email}\n`);
  let done = false;
  for (let wait = 300; !done && wait < 10_000; wait *= 2) {
    try {
      const { status } = await fetch(`${LEAD_API_URL}/v1/firms/${LEAD_API_FIRM_ID}/leads`, {
        method: "POST",
        headers: { "x-api-key": LEAD_API_KEY, "content-type": "application/json" },
        body: JSON.stringify({
          email,
          firstName: "Sara",
          lastName: "Shaw",
          phone: { number: "416-555-0113" },
        }),
        signal: AbortSignal.timeout(5000),
      });
      if (status !== 429 && status < 500 && status !== 201 && status !== 409) process.exit(1);
      done = status === 201 || status === 409;
    } catch {
      // Tried again below.
    }
    if (!done) await new Promise((resolve) => setTimeout(resolve, wait));
  }
  if (!done) process.exit(1);
}
