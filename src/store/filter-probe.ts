import type { Column, SQL } from "drizzle-orm";
import { and, inArray, sql } from "drizzle-orm";

import type { FilterTerm, FilterValue } from "../domain/list-query.ts";
import type { ListedTable } from "./records.ts";
import type { Db, SqlText, Values } from "./statement.ts";
import { preparedColumn, queryText } from "./statement.ts";

/** A field with an index on its values, so that rows with one of them are found at once. */
export interface IndexedField {
  readonly index: string;
  /** The first column of the index, and its value for rows whose field has the given value. */
  readonly column: Column;
  readonly keyOf: (value: FilterValue) => FilterValue;
}

/** The parts of a list's statement. */
export interface WrittenList {
  readonly table: ListedTable;
  readonly where: SQL | undefined;
  readonly order: readonly SQL[];
}

/** The statements that probe the index of one filter term for the rows it matches. */
export interface ProbeTexts {
  readonly at: number;
  readonly field: IndexedField;
  readonly holders: () => SqlText<{ readonly holders: number }>;
  readonly numbers: () => SqlText<{ readonly number: number }>;
}

/** With more matches than this, reading the list in its own order is faster. */
const fewMax = 1_000;

/**
 * The statements that find all rows of a list by the index of a filtered field; null when the filter has
 * none.
 */
export function probeTexts(
  { table, where, order }: WrittenList,
  filter: readonly FilterTerm[],
  indexed: Readonly<Record<string, IndexedField>>,
): ProbeTexts | null {
  const at = filter.findIndex((term) => namesValues(term) && Object.hasOwn(indexed, term.field));
  const field = indexed[filter[at]?.field ?? ""];
  if (field === undefined) return null;
  const byIndex = sql`${table} indexed by ${sql.identifier(field.index)}`;
  const keys = sql`(select value from json_each(${sql.placeholder("keys")}))`;
  const holds = inArray(field.column, keys);
  const some = sql`(select 1 from ${byIndex} where ${holds} limit ${sql.raw(String(fewMax + 1))})`;
  return {
    at,
    field,
    holders: queryText((db) =>
      db.select({ holders: sql<number>`count(*)`.as("holders") }).from(some),
    ),
    numbers: queryText((db) =>
      db
        .select({ number: sql<number>`${table.number}`.as("number") })
        .from(byIndex)
        .where(and(holds, where))
        .orderBy(...order),
    ),
  };
}

/**
 * Finds the numbers of all rows with these statements. Returns null without any, or when too many rows match.
 * SQLite alone does not know how many match and would always use the list's order.
 */
export function newFilterProbe(
  db: Db,
  texts: ProbeTexts | null,
): (filter: readonly FilterTerm[], values: Values) => readonly number[] | null {
  if (texts === null) return () => null;
  const { at, field } = texts;
  const holders = preparedColumn(db, texts.holders);
  const numbers = preparedColumn(db, texts.numbers);
  return (filter, values) => {
    const keys = JSON.stringify(valuesOf(filter[at]).map(field.keyOf));
    if ((holders.get({ keys }) ?? 0) > fewMax) return null;
    return numbers.all({ ...values, keys });
  };
}

function namesValues(term: FilterTerm): boolean {
  if (term.operator !== "$eq" && term.operator !== "$in") return false;
  return !valuesOf(term).includes(null);
}

function valuesOf(term: FilterTerm | undefined): readonly FilterValue[] {
  if (term === undefined) return [];
  const { value } = term;
  return typeof value === "object" && value !== null ? value : [value];
}
