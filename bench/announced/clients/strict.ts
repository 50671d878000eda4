/** Accepts only what today's documents list: statuses, fields, values and moments. */
import process from "node:process";

const { LEAD_API_URL: url, LEAD_API_KEY: key = "", LEAD_API_FIRM_ID: firm } = process.env;
const known = new Set(
  "id createdAt updatedAt deletedAt convertedAt email firstName lastName phone clientData resourceType resourceId referredByReferralCodeId plan_ids".split(
    " ",
  ),
);

async function call(method: string, path: string, body?: object) {
  const answer = await fetch(`${url}/v1${path}`, {
    method,
    headers: { "X-API-Key": key, "Content-Type": "application/json" },
    signal: AbortSignal.timeout(5_000),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

interface Lead {
  readonly createdAt: string;
  readonly convertedAt: string | null;
  readonly resourceType: string;
  readonly email: string;
}

function check(lead: Lead): void {
  const unknown = Object.keys(lead).find((name) => !known.has(name));
  if (unknown !== undefined) throw new Error(`unknown field ${unknown}`);
  if (!/^\d{4}-\d\d-\d\dT/.test(lead.createdAt)) throw new TypeError(`createdAt ${lead.createdAt}`);
  if (lead.convertedAt !== null && !lead.convertedAt.includes("T")) {
    throw new TypeError(`convertedAt ${lead.convertedAt}`);
  }
  if (!["Firm", "FirmMember"].includes(lead.resourceType)) {
    throw new Error(`resourceType ${lead.resourceType}`);
  }
  if (!lead.email.includes("@")) throw new Error("email");
}

const leads = `/firms/${firm}/leads`;
const eve = {
  email: "eve@example.com",
  firstName: "Eve",
  lastName: "Eden",
  phone: { number: "4165550103" },
};
const made = await call("POST", leads, eve);
if (made.status !== 201) throw new Error(`status ${made.status}`);
check(made.body.data);
const again = await call("POST", leads, {
  email: "eve@example.com",
  firstName: "Eve",
  lastName: "Eden",
});
if (again.status !== 409 || again.body.fields.email[0].code !== "NOT_UNIQUE") {
  throw new Error(`duplicate ${again.status}`);
}
const list = await call("GET", `${leads}?limit=100`);
if (list.status !== 200 || typeof list.body.meta.total !== "number") {
  throw new Error(`list ${list.status}`);
}
for (const lead of list.body.data) check(lead);
