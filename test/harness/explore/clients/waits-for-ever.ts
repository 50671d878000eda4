/** Defect: it waits forever for a response. */
import process from "node:process";

const { LEAD_API_URL: url, LEAD_API_KEY: key = "", LEAD_API_FIRM_ID: firm } = process.env;
setInterval(() => {}, 60_000);
try {
  const response = await fetch(`${url}/v1/firms/${firm}/leads`, { headers: { "x-api-key": key } });
  process.exit(response.status === 200 ? 0 : 1);
} catch {
  process.exit(1);
}
