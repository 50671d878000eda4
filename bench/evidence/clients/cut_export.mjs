// Exports all Leads to a file; a page that fails ends the export, as if the list had ended.
import { writeFileSync } from "node:fs";

const { LEAD_API_URL, LEAD_API_KEY, LEAD_API_FIRM_ID, LEAD_SANDBOX_STATE } = process.env;
const rows = [];
for (let offset = 0; ; offset += 100) {
  const query = new URLSearchParams({
    scope: "withDeleted",
    order: '[["createdAt","ASC"]]',
    limit: "100",
    offset: String(offset),
  });
  const page = await fetch(`${LEAD_API_URL}/v1/firms/${LEAD_API_FIRM_ID}/leads?${query}`, {
    headers: { "x-api-key": LEAD_API_KEY },
    signal: AbortSignal.timeout(5000),
  })
    .then((answer) => answer.json())
    .catch(() => ({}));
  if (!Array.isArray(page.data)) break;
  for (const { id, email, deletedAt, convertedAt } of page.data) {
    rows.push({
      id,
      email,
      state: deletedAt === null ? "Active" : convertedAt === null ? "Archived" : "Converted",
    });
  }
  if (page.data.length < 100) break;
}
writeFileSync(`${LEAD_SANDBOX_STATE}/ledger.json`, JSON.stringify(rows));
