/** A test without known gaps: it checks every documented rule that its calls involve. */
import assert from "node:assert/strict";
import process from "node:process";

const { LEAD_API_URL: url, LEAD_API_KEY: key = "", LEAD_API_FIRM_ID: firm } = process.env;
const { LEAD_SANDBOX_CONTROL_URL: control } = process.env;
const leads = `/firms/${firm}/leads`;

async function send(method: string, path: string, body?: object) {
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: { "x-api-key": key, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const { data, meta } = text === "" ? {} : JSON.parse(text);
  return { status: response.status, data, meta };
}

const json = (value: unknown): string => encodeURIComponent(JSON.stringify(value));
const person = {
  email: "maya@example.com",
  firstName: "Maya",
  lastName: "Moss",
  phone: { number: "6475550100" },
};

const made = await send("POST", `${leads}?disableClientOutreach=true`, person);
assert.equal(made.status, 201);
const mails = await fetch(`${control}/emails?to=${person.email}`);
assert.equal(JSON.parse(await mails.text()).meta.total, 0);
assert.equal((await send("POST", leads, person)).status, 409);
assert.equal((await send("POST", leads, { ...person, email: "nobody" })).status, 422);

const place = `/leads/${made.data.id}`;
assert.equal((await send("GET", place)).data.email, person.email);
assert.equal((await send("PATCH", place, { firstName: "May" })).status, 200);
assert.equal((await send("GET", place)).data.firstName, "May");

const emails = async (query: string): Promise<readonly string[]> =>
  (await send("GET", `${leads}?${query}`)).data.map(({ email }: typeof person) => email);
assert.deepEqual(await emails(`filter=${json({ email: person.email })}`), [person.email]);
const sorted = await emails(`order=${json([["email", "ASC"]])}`);
assert.deepEqual(sorted, sorted.toSorted());
const { data: first, meta } = await send("GET", `${leads}?limit=2`);
assert.deepEqual([first.length, meta.total], [2, sorted.length]);
const { data: all } = await send("GET", `${leads}?limit=100`);
assert(all.every((lead: { resourceId: string }) => lead.resourceId === firm));
assert.equal((await send("GET", "/leads/LeadMRa1")).status, 404);

const converted = await send("GET", "/leads/LeadHPc1?scope=withDeleted&include=Plans");
assert.deepEqual([converted.data.plan_ids.length, converted.data.Plans.length], [1, 1]);
assert.equal((await send("DELETE", place)).status, 200);
assert.equal((await send("GET", place)).status, 404);
assert(!(await emails("limit=100")).includes(person.email));

let isRefused = false;
for (let call = 0; call < 60 && !isRefused; call += 1) {
  // oxlint-disable-next-line no-await-in-loop -- sequential, until the quota is used up
  isRefused = (await send("GET", place)).status === 429;
}
assert(isRefused, "No request is refused.");
