// Creates a Lead, corrects its phone, and reads it back until what it reads is what it meant.
const { LEAD_API_URL, LEAD_API_KEY, LEAD_API_FIRM_ID } = process.env;
const api = `${LEAD_API_URL}/v1`;
const email = "finn@example.com";
const right = "647-555-0199";

async function once(method, path, body) {
  const answer = await fetch(api + path, {
    method,
    headers: { "x-api-key": LEAD_API_KEY, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(6000),
  });
  if (answer.status === 429 || answer.status >= 500) throw new Error(`busy: ${answer.status}`);
  return { status: answer.status, json: await answer.json() };
}

async function step() {
  const filter = encodeURIComponent(JSON.stringify({ email }));
  const found = await once("GET", `/firms/${LEAD_API_FIRM_ID}/leads?filter=${filter}`);
  const lead = found.json.data[0];
  if (lead === undefined) {
    const body = { email, firstName: "Finn", lastName: "Ford", phone: { number: "647-555-0100" } };
    await once("POST", `/firms/${LEAD_API_FIRM_ID}/leads`, body);
    return false;
  }
  if (lead.phone?.number === right) return true;
  await once("PATCH", `/leads/${lead.id}`, { phone: { number: right } });
  return false;
}

for (let attempt = 0; attempt < 12; attempt += 1) {
  try {
    if (await step()) process.exit(0);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** Math.min(attempt, 5)));
  }
}
process.exit(1);
