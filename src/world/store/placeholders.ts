import type { Placeholder, SQL } from "drizzle-orm";
import { getTableColumns, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

type Placeholders<Table extends SQLiteTable> = {
  [Column in keyof Table["$inferInsert"]]-?: Placeholder;
};

/**
 * Placeholders for an insert, each named after its column. The keys are the table's columns, as the return
 * type says.
 */
export function insertPlaceholders<Table extends SQLiteTable>(table: Table): Placeholders<Table> {
  const names = Object.keys(getTableColumns(table));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are the columns
  return Object.fromEntries(
    names.map((name) => [name, sql.placeholder(name)]),
  ) as Placeholders<Table>;
}

/**
 * Placeholders for an update, without `number` and `id`, which never change. The keys are the table's
 * columns, as the return type says.
 */
export function updatePlaceholders<Table extends SQLiteTable>(
  table: Table,
): { [Column in keyof Table["$inferInsert"]]?: SQL } {
  const changing = Object.entries(getTableColumns(table)).filter(
    ([name]) => name !== "id" && name !== "number",
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are the columns
  return Object.fromEntries(
    changing.map(([name, column]) => [name, sql`${sql.param(sql.placeholder(name), column)}`]),
  ) as { [Column in keyof Table["$inferInsert"]]?: SQL };
}
