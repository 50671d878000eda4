/** The rows of a ledger: what a client believes, with one row for each Lead. */
import type { Json } from "../../../base/values/json.ts";
import { isJsonObject } from "../../../base/values/json.ts";

/** The columns that are compared; others are ignored. */
const columns = ["id", "email", "state", "planStatus", "planIds"] as const;
export type Column = (typeof columns)[number];

/** A row; a missing value is null. */
export type LedgerRow = Readonly<Partial<Record<Column, Json>>>;

/** What a ledger holds after a tick. */
export type LedgerReading =
  | {
      readonly rows: readonly LedgerRow[];
      /** The known columns of any row. */
      readonly columns: ReadonlySet<Column>;
    }
  | { readonly unreadable: string };

const names: ReadonlyMap<string, Column> = new Map([
  ...columns.map((column): [string, Column] => [column.toLowerCase(), column]),
  ["leadid", "id"],
]);

/** The column that a name stands for: case, `_` and `-` do not matter, and `lead_id` is `id`. */
export function columnOf(name: string): Column | undefined {
  return names.get(name.replaceAll(/[_\s-]/g, "").toLowerCase());
}

function isLeadId(name: string): boolean {
  return columnOf(name) === "id" && !isOwnId(name);
}

function isOwnId(name: string): boolean {
  return name.trim().toLowerCase() === "id";
}

/** Reads records as rows. They are unreadable if they are not objects, or name no Lead. */
export function rowsOf(records: readonly Json[]): LedgerReading {
  const rows: LedgerRow[] = [];
  const found = new Set<Column>();
  const seen = new Set<string>();
  for (const record of records) {
    if (!isJsonObject(record)) {
      return { unreadable: `a row is not an object: ${JSON.stringify(record).slice(0, 80)}` };
    }
    const row: Partial<Record<Column, Json>> = {};
    const nameIn = new Map<Column, string>();
    for (const [name, value] of Object.entries(record)) {
      const column = columnOf(name);
      seen.add(name);
      if (column === undefined) continue;
      // A table may number its own rows next to the ids of Leads.
      if (column === "id" && isOwnId(name) && Object.keys(record).some(isLeadId)) continue;
      const before = nameIn.get(column);
      if (before !== undefined) return { unreadable: sameColumn(before, name) };
      nameIn.set(column, name);
      found.add(column);
      row[column] = value;
    }
    rows.push(row);
  }
  if (records.length > 0 && !found.has("id") && !found.has("email")) {
    const shown = [...seen].slice(0, 20).map((name) => JSON.stringify(name.slice(0, 40)));
    return {
      unreadable: `no column names a Lead. Expected "id" or "email", got ${shown.join(", ") || "none"}`,
    };
  }
  return { rows, columns: found };
}

function sameColumn(one: string, other: string): string {
  const [first, second] = [one, other].map((name) => JSON.stringify(name.trim()));
  return `the columns ${first} and ${second} have the same meaning. Keep one of them`;
}
