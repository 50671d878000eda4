// The same client as `exports.py`, in Node.
import { writeFileSync } from "node:fs";

const { LEAD_API_URL, LEAD_API_FIRM_ID, LEAD_API_KEY, LEAD_SANDBOX_STATE } = process.env;
const [, , mode, limit] = process.argv;
const query = `scope=withDeleted&order=${encodeURIComponent('[["createdAt","ASC"]]')}&limit=${limit}`;

async function exported(rows) {
  const url = `${LEAD_API_URL}/v1/firms/${LEAD_API_FIRM_ID}/leads?${query}&offset=${rows.length}`;
  try {
    const signal = AbortSignal.timeout(10_000);
    const answer = await fetch(url, { headers: { "X-API-Key": LEAD_API_KEY }, signal });
    if (!answer.ok) throw new Error(String(answer.status));
    const { data } = await answer.json();
    const all = [...rows, ...data.map(({ id, email }) => ({ id, email }))];
    return data.length < Number(limit) ? all : exported(all);
  } catch (error) {
    if (mode === "whole") throw error;
    return rows;
  }
}

writeFileSync(`${LEAD_SANDBOX_STATE}/ledger.json`, JSON.stringify(await exported([])));
