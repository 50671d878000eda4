/** Defect: it does not check the outcome of a PATCH. */
import process from "node:process";

const { LEAD_API_URL: url, LEAD_API_KEY: key = "", LEAD_API_FIRM_ID: firm } = process.env;

async function send(method: string, path: string, body: object): Promise<string> {
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: { "x-api-key": key, "content-type": "application/json" },
    signal: AbortSignal.timeout(4_000),
    body: JSON.stringify(body),
  });
  return response.text();
}

const person = {
  email: "maya@example.com",
  firstName: "Maya",
  lastName: "Moss",
  phone: { number: "6475550100" },
};
const { data } = JSON.parse(await send("POST", `/firms/${firm}/leads`, person));
await send("PATCH", `/leads/${data.id}`, { firstName: "May" }).catch(() => {});
