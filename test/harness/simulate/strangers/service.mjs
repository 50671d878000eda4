/* oxlint-disable no-await-in-loop, no-console -- one call after the other, and lines that the run reads */
// A long-lived job: reads a line for each run, asks for what is new since the last one, and prints a line when it is done.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const { LEAD_API_URL, LEAD_API_KEY, LEAD_API_FIRM_ID, LEAD_SANDBOX_STATE } = process.env;
const file = `${LEAD_SANDBOX_STATE}/ledger.json`;
const lookBackMs = 10 * 60_000;

class Ledger {
  #rows = new Map();

  static read() {
    const ledger = new Ledger();
    try {
      for (const row of JSON.parse(readFileSync(file, "utf8"))) ledger.#rows.set(row.id, row);
    } catch (error) {
      if (error.code !== "ENOENT") throw error;
    }
    return ledger;
  }

  since(field) {
    const times = [...this.#rows.values()].map((row) => Date.parse(row[field] ?? 0));
    return new Date(Math.max(lookBackMs, ...times) - lookBackMs).toISOString();
  }

  put({ id, email, updatedAt, deletedAt, convertedAt }) {
    const closed = convertedAt === null ? "Archived" : "Converted";
    this.#rows.set(id, {
      id,
      email,
      state: deletedAt === null ? "Active" : closed,
      updatedAt,
      deletedAt,
    });
  }

  save() {
    writeFileSync(`${file}.next`, JSON.stringify([...this.#rows.values()]));
    renameSync(`${file}.next`, file);
  }
}

async function pull(ledger, field) {
  const filter = JSON.stringify({ [field]: { $gte: ledger.since(field) } });
  const found = [];
  for (;;) {
    const url = new URL(`${LEAD_API_URL}/v1/firms/${LEAD_API_FIRM_ID}/leads`);
    const order = JSON.stringify([["createdAt", "ASC"]]);
    const query = { scope: "withDeleted", filter, order, limit: 100, offset: found.length };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const answer = await fetch(url, { headers: { "X-API-Key": LEAD_API_KEY } });
    if (!answer.ok) throw new Error(`${answer.status} for ${url}`);
    const { data } = await answer.json();
    found.push(...data);
    if (data.length < 100) return found;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line === "") continue;
  try {
    const ledger = Ledger.read();
    for (const field of ["updatedAt", "deletedAt"]) {
      for (const lead of await pull(ledger, field)) ledger.put(lead);
    }
    ledger.save();
    console.log("done");
  } catch (error) {
    console.log(`failed: ${error.message}`);
  }
}
