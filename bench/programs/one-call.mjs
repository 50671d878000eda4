/** A client of one call, which `explore` runs as a trial. */
const { LEAD_API_URL: url, LEAD_API_KEY: key, LEAD_API_FIRM_ID: firm } = process.env;

const response = await fetch(`${url}/v1/firms/${firm}/leads?limit=1`, {
  headers: { "x-api-key": key },
});
await response.json();
process.exitCode = response.status === 200 ? 0 : 1;
