/** Incremental: reads what changed since the newest time that the ledger has, less five minutes. */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

const { LEAD_API_URL, LEAD_API_KEY, LEAD_API_FIRM_ID, LEAD_SANDBOX_STATE = "." } = process.env;
const ledger = `${LEAD_SANDBOX_STATE}/ledger.json`;

async function get(query) {
  const url = `${LEAD_API_URL}/v1/firms/${LEAD_API_FIRM_ID}/leads?${new URLSearchParams(query)}`;
  const response = await fetch(url, {
    headers: { "X-API-Key": LEAD_API_KEY },
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return (await response.json()).data;
}

const stateOf = ({ deletedAt, convertedAt }) =>
  !deletedAt ? "Active" : convertedAt ? "Converted" : "Archived";
const timeOf = ({ updatedAt, deletedAt }) => (deletedAt > updatedAt ? deletedAt : updatedAt);

const saved = existsSync(ledger) ? JSON.parse(readFileSync(ledger, "utf8")) : [];
const rows = new Map(saved.map((row) => [row.id, row]));
const mark =
  saved
    .map(({ at }) => at)
    .sort()
    .at(-1) ?? "1970-01-02T00:00:00.000Z"; // times of the server only
const since = new Date(Date.parse(mark) - 300_000).toISOString();
for (const field of ["updatedAt", "deletedAt"]) {
  // a conversion and an archival move deletedAt only
  for (let page = null, offset = 0; page === null || page.length === 100; offset += 100) {
    page = await get({
      scope: "withDeleted",
      filter: JSON.stringify({ [field]: { $gte: since } }),
      limit: 100,
      offset,
    });
    for (const lead of page)
      rows.set(lead.id, { id: lead.id, state: stateOf(lead), at: timeOf(lead) });
  }
}

writeFileSync(`${ledger}.new`, JSON.stringify([...rows.values()]));
renameSync(`${ledger}.new`, ledger); // rows and their times at once
