/**
 * Defect: when the create for the Firm fails, it creates a Lead for a member without checking
 * whether the first one exists.
 */
import process from "node:process";

const { LEAD_API_URL: url, LEAD_API_KEY: key = "", LEAD_API_FIRM_ID: firm } = process.env;
const headers = { "x-api-key": key, "content-type": "application/json" };
const person = {
  email: "maya@example.com",
  firstName: "Maya",
  lastName: "Moss",
  phone: { number: "6475550100" },
};

async function create(path: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/v1${path}/leads`, {
      method: "POST",
      headers,
      body: JSON.stringify(person),
      signal: AbortSignal.timeout(4_000),
    });
    return response.status === 201 && typeof JSON.parse(await response.text()).data.id === "string";
  } catch {
    return false;
  }
}

const isCreated = (await create(`/firms/${firm}`)) || (await create("/firmMembers/HPmember"));
process.exitCode = isCreated ? 0 : 1;
