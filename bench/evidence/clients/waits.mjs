// Refers a person and waits up to 20 seconds until the list shows the Lead.
const { LEAD_API_URL, LEAD_API_KEY, LEAD_API_FIRM_ID } = process.env;
const leads = `${LEAD_API_URL}/v1/firms/${LEAD_API_FIRM_ID}/leads`;
const headers = { "x-api-key": LEAD_API_KEY, "content-type": "application/json" };
const email = "jon@example.com";
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const limit = Date.now() + 20_000;
let sent = false;
while (Date.now() < limit) {
  try {
    const signal = AbortSignal.timeout(4000);
    if (!sent) {
      const body = JSON.stringify({
        email,
        firstName: "Jon",
        lastName: "Jung",
        phone: { number: "416-555-0105" },
      });
      const { status } = await fetch(leads, { method: "POST", headers, body, signal });
      if (status === 201 || status === 409) sent = true;
      else if (status !== 429 && status < 500) process.exit(1);
    } else {
      const filter = encodeURIComponent(JSON.stringify({ email }));
      const answer = await fetch(`${leads}?filter=${filter}`, { headers, signal });
      if (answer.ok && (await answer.json()).data.length === 1) process.exit(0);
    }
  } catch {
    // The next round tries again.
  }
  await sleep(700);
}
process.exit(1);
