// Keeps a ledger of Leads from the newest page alone, which was enough while there were few.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

const { LEAD_API_URL, LEAD_API_KEY, LEAD_API_FIRM_ID, LEAD_SANDBOX_STATE } = process.env;
const file = `${LEAD_SANDBOX_STATE}/ledger.json`;
const rows = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
const answer = await fetch(`${LEAD_API_URL}/v1/firms/${LEAD_API_FIRM_ID}/leads?scope=withDeleted`, {
  headers: { "x-api-key": LEAD_API_KEY },
  signal: AbortSignal.timeout(10_000),
});
if (answer.status !== 200) process.exit(1);
for (const { id, email, deletedAt, convertedAt } of (await answer.json()).data) {
  rows[id] = {
    id,
    email,
    state: deletedAt === null ? "Active" : convertedAt === null ? "Archived" : "Converted",
  };
}
writeFileSync(`${file}.new`, JSON.stringify(rows));
renameSync(`${file}.new`, file);
