/** Newest first: reads all pages from the newest Lead on; each page overlaps the one before it. */
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
for (let page = null, offset = 0; page === null || page.length === 100; offset += 95) {
  page = await get({ scope: "withDeleted", order: '[["createdAt","DESC"]]', limit: 100, offset });
  // A new Lead moves the others on, so a later page can repeat a row.
  for (const lead of page)
    rows.set(lead.id, { id: lead.id, email: lead.email, state: stateOf(lead) });
}

writeFileSync(`${LEAD_SANDBOX_STATE}/ledger.new`, JSON.stringify([...rows.values()]));
renameSync(`${LEAD_SANDBOX_STATE}/ledger.new`, `${LEAD_SANDBOX_STATE}/ledger.json`); // whole at any moment
