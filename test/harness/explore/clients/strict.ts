/** Defect: it rejects a Lead with an unknown field. */
import process from "node:process";

const { LEAD_API_URL: url, LEAD_API_KEY: key = "", LEAD_API_FIRM_ID: firm } = process.env;
const known = new Set(
  "id createdAt updatedAt deletedAt convertedAt email firstName lastName phone clientData resourceType resourceId referredByReferralCodeId plan_ids".split(
    " ",
  ),
);
const response = await fetch(`${url}/v1/firms/${firm}/leads`, { headers: { "x-api-key": key } });
const { data } = JSON.parse(await response.text());
const unknown = data
  .flatMap((lead: object) => Object.keys(lead))
  .filter((name: string) => !known.has(name));
if (unknown.length > 0) throw new Error(`Unknown fields: ${unknown}`);
