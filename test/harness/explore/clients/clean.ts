/**
 * A client without known defects: it uses timeouts and back-off, looks for a Lead after a lost
 * response, and reads every page. It exits with 1 when it cannot do its work.
 */
import process from "node:process";

const { LEAD_API_URL: url, LEAD_API_KEY: key = "", LEAD_API_FIRM_ID: firm } = process.env;

interface Answer {
  readonly status: number;
  readonly body: { readonly data?: unknown } | null;
}

interface Lead {
  readonly id: string;
  readonly email: string;
}

async function send(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: { "x-api-key": key, "content-type": "application/json" },
    signal: AbortSignal.timeout(3_000),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.status === 429 || response.status >= 500) throw new Error(`${response.status}`);
  const text = await response.text();
  if (text === "" && response.status !== 204) throw new Error("The answer has no body.");
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}

async function call(method: string, path: string, body?: object): Promise<Answer> {
  for (let pauseMs = 300; ; pauseMs *= 2) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      return await send(method, path, body);
    } catch (error) {
      if (pauseMs > 2_500) throw error;
      // oxlint-disable-next-line no-await-in-loop -- a pause before the next one
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

async function find(email: string): Promise<Lead | undefined> {
  const filter = encodeURIComponent(JSON.stringify({ email }));
  const { body } = await call("GET", `/firms/${firm}/leads?filter=${filter}`);
  const leads = body?.data;
  return Array.isArray(leads) ? leads.find((lead: Lead) => lead.email === email) : undefined;
}

async function ensure(email: string): Promise<string> {
  const person = { email, firstName: "Maya", lastName: "Moss", phone: { number: "6475550100" } };
  const { status } = await call("POST", `/firms/${firm}/leads`, person);
  if (status !== 201 && status !== 409) throw new Error(`POST answers ${status}`);
  const lead = await find(email);
  if (lead === undefined) throw new Error(`There is no Lead of ${email}.`);
  return lead.id;
}

const id = await ensure("maya@example.com");
const changed = await call("PATCH", `/leads/${id}`, { firstName: "May" });
if (changed.status >= 300) throw new Error(`PATCH answers ${changed.status}`);
