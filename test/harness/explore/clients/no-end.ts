/** The same client as `no_end.py`, in Node. */
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";

const { LEAD_API_URL: url, LEAD_API_KEY: key = "", LEAD_API_FIRM_ID: firm } = process.env;
const [, , defect] = process.argv;
// Undici has time limits of its own, of five minutes.
setInterval(() => {}, 60_000);
for (;;) {
  // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
  const answer = await fetch(`${url}/v1/firms/${firm}/leads`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ email: "maya@example.com", firstName: "Maya", lastName: "Moss" }),
    ...(defect === "waits" ? {} : { signal: AbortSignal.timeout(4_000) }),
  }).catch(() => null);
  const isThere = answer?.status === 409 && defect !== "repeats";
  if (answer?.ok === true || isThere) process.exit(0);
  // oxlint-disable-next-line no-await-in-loop -- the same
  await delay(200);
}
