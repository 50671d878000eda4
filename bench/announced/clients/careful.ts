/** Follows the guide: every success, the documented code of a duplicate, a limit of its own, tolerant reading. */
import process from "node:process";

const { LEAD_API_URL: url, LEAD_API_KEY: key = "", LEAD_API_FIRM_ID: firm } = process.env;

async function call(method: string, path: string, body?: object) {
  const answer = await fetch(`${url}/v1${path}`, {
    method,
    headers: { "X-API-Key": key, "Content-Type": "application/json" },
    signal: AbortSignal.timeout(5_000),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
}

function required(answer: Awaited<ReturnType<typeof call>>, what: string) {
  if (answer.status < 200 || answer.status > 299) throw new Error(`${what}: ${answer.status}`);
  return answer.body;
}

async function create(email: string) {
  const clientData = { Plans: [{ type: "Buying" }] };
  const lead = { email, firstName: "Cora", lastName: "Cole", clientData };
  const answer = await call("POST", `/firms/${firm}/leads`, lead);
  if (answer.status !== 409) required(answer, email);
}

await create("cora@example.com");
await create("dan@example.com");
const filter = encodeURIComponent(JSON.stringify({ email: "dan@example.com" }));
const list = await call("GET", `/firms/${firm}/leads?limit=5&filter=${filter}`);
const { data } = required(list, "list");
required(await call("PATCH", `/leads/${data[0].id}`, { firstName: "Daniel" }), "patch");
process.stdout.write(`${data.length} found\n`);
