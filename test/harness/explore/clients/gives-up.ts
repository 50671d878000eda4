/**
 * Defect: after a lost response it reports failure without checking whether the Lead was created.
 */
import process from "node:process";

const { LEAD_API_URL: url, LEAD_API_KEY: key = "", LEAD_API_FIRM_ID: firm } = process.env;
const response = await fetch(`${url}/v1/firms/${firm}/leads`, {
  method: "POST",
  headers: { "x-api-key": key, "content-type": "application/json" },
  body: JSON.stringify({
    email: "maya@example.com",
    firstName: "Maya",
    lastName: "Moss",
    phone: { number: "6475550100" },
  }),
  signal: AbortSignal.timeout(4_000),
});
const { data } = JSON.parse(await response.text());
process.exitCode = typeof data?.id === "string" ? 0 : 1;
