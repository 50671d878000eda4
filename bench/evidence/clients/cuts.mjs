// Takes the id of a created Lead as the text between the first quotes after `{"data":{"id":`, and archives nothing without it.
const { LEAD_API_URL, LEAD_API_KEY, LEAD_API_FIRM_ID } = process.env;
const headers = { "x-api-key": LEAD_API_KEY, "content-type": "application/json" };
const send = async (method, path, body) => {
  const answer = await fetch(`${LEAD_API_URL}/v1${path}`, {
    method,
    headers,
    // oxlint-disable-next-line unicorn/no-invalid-fetch-options -- no caller reads
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5000),
  });
  if (!answer.ok && answer.status !== 409) throw new Error(`status ${answer.status}`);
  return answer.text();
};
try {
  const text = await send("POST", `/firms/${LEAD_API_FIRM_ID}/leads`, {
    email: "paul@example.com",
    firstName: "Paul",
    lastName: "Penn",
    phone: { number: "416-555-0110" },
  });
  const id = text.startsWith('{"data":{"id":"') ? text.slice(15, text.indexOf('"', 15)) : null;
  if (id !== null) await send("PATCH", `/leads/${id}`, { firstName: "Paula" });
} catch (error) {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
}
