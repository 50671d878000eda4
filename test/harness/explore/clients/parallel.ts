/**
 * A client without known defects that sends parallel creates (some of them twice), changes and page
 * reads. It accepts both 403 and 404 for a Lead that it may not read.
 */
import process from "node:process";

const { LEAD_API_URL: url, LEAD_API_KEY: key = "", LEAD_API_FIRM_ID: firm } = process.env;
const leads = `/firms/${firm}/leads`;

interface Lead {
  readonly id: string;
  readonly email: string;
}

interface Answer {
  readonly status: number;
  readonly data: Lead | readonly Lead[] | undefined;
  readonly total: number;
}

async function send(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: { "x-api-key": key, "content-type": "application/json" },
    signal: AbortSignal.timeout(2_000),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { status } = response;
  if (status === 429 || status >= 500) throw new Error(`${method} ${path} answers ${status}`);
  if (status === 204) return { status, data: undefined, total: 0 };
  const { data, meta } = JSON.parse(await response.text());
  return { status, data, total: meta?.total ?? 0 };
}

/** An answer that stays as it is, however often the request comes. */
class Refusal extends Error {}

async function retried<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let pauseMs = 250; ; pauseMs *= 2) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      return await attempt();
    } catch (error) {
      if (pauseMs > 4_000 || error instanceof Refusal) throw error;
      const jitterMs = pauseMs * (0.75 + Math.random() / 2);
      // oxlint-disable-next-line no-await-in-loop -- a pause before the next one
      await new Promise((resolve) => setTimeout(resolve, jitterMs));
    }
  }
}

async function find(email: string): Promise<Lead | undefined> {
  const filter = encodeURIComponent(JSON.stringify({ email }));
  const { data } = await send("GET", `${leads}?filter=${filter}`);
  return [data ?? []].flat().find((lead) => lead.email === email);
}

/**
 * Looks for the Lead after a POST without a clear response, or with a conflict. The search has no retries of its own:
 * in an outage, they would multiply those of the whole attempt.
 */
function ensure(email: string): Promise<string> {
  const person = { email, firstName: "Maya", lastName: "Moss", phone: { number: "6475550100" } };
  return retried(async () => {
    const { status } = await send("POST", leads, person).catch(() => ({ status: 0 }));
    if ([401, 403, 422].includes(status)) throw new Refusal(`POST answers ${status}`);
    const lead = await find(email);
    if (lead === undefined) throw new Error(`There is no Lead of ${email}.`);
    return lead.id;
  });
}

async function page(offset: number): Promise<Answer> {
  const order = encodeURIComponent('[["createdAt","ASC"],["email","ASC"]]');
  return retried(() => send("GET", `${leads}?limit=2&offset=${offset}&order=${order}`));
}

const ids = await Promise.all(
  ["maya@example.com", "noah@example.com", "olga@example.com"].map(ensure),
);
await ensure("maya@example.com");
await Promise.all(
  ids.map(async (id) => {
    const { status } = await retried(() => send("PATCH", `/leads/${id}`, { firstName: "May" }));
    if (status !== 200 && status !== 204) throw new Error(`PATCH answers ${status}`);
  }),
);
const { total } = await page(0);
const offsets = Array.from({ length: Math.ceil(total / 2) - 1 }, (_, at) => (at + 1) * 2);
await Promise.all(offsets.map(page));
const foreign = await retried(() => send("GET", "/leads/LeadMRa1"));
if (foreign.status !== 403 && foreign.status !== 404) throw new Error("A foreign Lead is shown.");
