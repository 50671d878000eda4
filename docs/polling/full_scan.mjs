/** Full scan: reads every Lead of the Firm, oldest first, and replaces the ledger. */
import { renameSync, writeFileSync } from "node:fs";

const { LEAD_API_URL, LEAD_API_KEY, LEAD_API_FIRM_ID, LEAD_SANDBOX_STATE = "." } = process.env;

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

const rows = new Map();
for (let page = null; page === null || page.length === 100;) {
  // With withDeleted no Lead leaves the list, and new ones come last: pages do not shift.
  page = await get({
    scope: "withDeleted",
    order: '[["createdAt","ASC"]]',
    limit: 100,
    offset: rows.size,
  });
  for (const lead of page)
    rows.set(lead.id, { id: lead.id, email: lead.email, state: stateOf(lead) });
}

writeFileSync(`${LEAD_SANDBOX_STATE}/ledger.new`, JSON.stringify([...rows.values()]));
renameSync(`${LEAD_SANDBOX_STATE}/ledger.new`, `${LEAD_SANDBOX_STATE}/ledger.json`); // whole at any moment
