// Follows changes: what was updated or deleted since ten minutes before the newest time that the ledger holds.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

const { LEAD_API_URL, LEAD_API_KEY, LEAD_API_FIRM_ID, LEAD_SANDBOX_STATE } = process.env;
const file = `${LEAD_SANDBOX_STATE}/ledger.json`;
const ledger = new Map(
  existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).map((row) => [row.id, row]) : [],
);
const newest = Math.max(86_400_000, ...Array.from(ledger.values(), ({ at }) => at));
const since = new Date(newest - 600_000).toISOString();

for (const field of ["updatedAt", "deletedAt"]) {
  for (let offset = 0; ;) {
    const query = new URLSearchParams({
      scope: "withDeleted",
      filter: JSON.stringify({ [field]: { $gte: since } }),
      order: JSON.stringify([[field, "ASC"]]),
      limit: "100",
      offset: String(offset),
    });
    const answer = await fetch(`${LEAD_API_URL}/v1/firms/${LEAD_API_FIRM_ID}/leads?${query}`, {
      headers: { "x-api-key": LEAD_API_KEY },
      signal: AbortSignal.timeout(15_000),
    });
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    const { data } = await answer.json();
    for (const { id, email, updatedAt, deletedAt, convertedAt } of data) {
      const state = deletedAt === null ? "Active" : convertedAt === null ? "Archived" : "Converted";
      ledger.set(id, {
        id,
        email,
        state,
        at: Math.max(Date.parse(updatedAt), Date.parse(deletedAt ?? updatedAt)),
      });
    }
    offset += data.length;
    if (data.length < 100) break;
  }
}
writeFileSync(`${file}.tmp`, JSON.stringify([...ledger.values()]));
renameSync(`${file}.tmp`, file);
