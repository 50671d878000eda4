/** A client that lists Leads `CALLS` times, runs for at least `TAKES_MS`, and fails at the first failed call. */
const { LEAD_API_URL: url, LEAD_API_KEY: key, LEAD_API_FIRM_ID: firm } = process.env;
const { CALLS = "1", TAKES_MS = "0" } = process.env;

for (let call = 0; call < Number(CALLS); call += 1) {
  // oxlint-disable-next-line no-await-in-loop -- one call after the other
  const response = await fetch(`${url}/v1/firms/${firm}/leads?limit=1`, {
    headers: { "x-api-key": key },
    signal: AbortSignal.timeout(1_000),
  });
  if (response.status !== 200) process.exit(1);
  // oxlint-disable-next-line no-await-in-loop -- sequential, as above
  await response.json();
}
// `performance.now()` counts from the start of the process.
await new Promise((resolve) => setTimeout(resolve, Number(TAKES_MS) - performance.now()));
