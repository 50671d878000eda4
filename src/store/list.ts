import type { Column, SQL } from "drizzle-orm";
import { and, asc, desc, getTableColumns, isNull, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

import type { FilterTerm, FilterValue, ListQuery, Page } from "../domain/list-query.ts";
import type { Db } from "./database.ts";
import type { RecordTable } from "./records.ts";

/** A table of records that are soft-deleted (interface 2.6). */
type ListedTable = RecordTable & { readonly deletedAt: Column };

/** What a list needs to know of its table; `computed` are fields that no column holds. */
export interface ListSource<Table extends ListedTable, Row> {
  readonly table: Table;
  readonly computed?: Readonly<Record<string, SQL>>;
  readonly fromRow: (row: Table["$inferSelect"]) => Row;
}

/** The rows a list starts from: conditions with placeholders, told apart by `name`, and the placeholders' values. */
export interface Selection {
  readonly name: string;
  readonly conditions: readonly SQL[];
  readonly values: Readonly<Record<string, unknown>>;
}

/** Lists rows of one table; statements are prepared once for each shape of query. */
export type Lister<Row> = (selection: Selection, query: ListQuery) => Page<Row>;

/** Shapes kept prepared; a client that makes up ever new filters only loses the preparation. */
const preparedShapesMax = 200;

/** A lister on `source`; ties are broken newest first, so pages never overlap (rule list.order). */
export function newLister<Table extends ListedTable, Row>(
  db: Db,
  source: ListSource<Table, Row>,
): Lister<Row> {
  const table: SQLiteTable = source.table;
  const columns = { ...getTableColumns(source.table), ...source.computed };
  const prepared = new Map<string, ReturnType<typeof prepare>>();
  const prepare = (selection: Selection, query: ListQuery) => {
    const where = and(
      ...selection.conditions,
      query.withDeleted ? undefined : isNull(source.table.deletedAt),
      ...query.filter.map((term, index) => condition(columnOf(columns, term.field), term, index)),
    );
    const order = query.order.map(({ field, direction }) =>
      direction === "ASC" ? asc(columnOf(columns, field)) : desc(columnOf(columns, field)),
    );
    return {
      page: db
        .select()
        .from(table)
        .where(where)
        .orderBy(...order, desc(source.table.number))
        .limit(sql.placeholder("limit"))
        .offset(sql.placeholder("offset"))
        .prepare(),
      total: db
        .select({ total: sql<number>`count(*)` })
        .from(table)
        .where(where)
        .prepare(),
    };
  };
  return (selection, query) => {
    const shape = shapeOf(selection, query);
    const statements = prepared.get(shape) ?? prepare(selection, query);
    if (prepared.size >= preparedShapesMax) prepared.clear();
    prepared.set(shape, statements);
    const values = { ...selection.values, ...filterValues(query.filter) };
    const rows = statements.page.all({ ...values, limit: query.limit, offset: query.offset });
    const total = statements.total.get(values)?.total ?? 0;
    return { rows: rows.map((row) => source.fromRow(row)), total };
  };
}

function columnOf(columns: Readonly<Record<string, Column | SQL>>, field: string): Column | SQL {
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined;
  if (column === undefined) throw new Error(`No column for the field ${field}.`);
  return column;
}

/** Comparison with null is exact: null equals null and differs from every value (rule list.filter). */
function condition(column: Column | SQL, term: FilterTerm, index: number): SQL {
  const value = sql.placeholder(`filter${index}`);
  switch (term.operator) {
    case "$eq":
      return sql`${column} is ${value}`;
    case "$ne":
      return sql`${column} is not ${value}`;
    case "$lt":
      return sql`${column} < ${value}`;
    case "$lte":
      return sql`${column} <= ${value}`;
    case "$gt":
      return sql`${column} > ${value}`;
    case "$gte":
      return sql`${column} >= ${value}`;
    case "$in": {
      const listed = sql`${column} in (select value from json_each(${value}))`;
      return hasNull(term) ? sql`(${listed} or ${column} is null)` : listed;
    }
  }
}

function shapeOf(selection: Selection, query: ListQuery): string {
  const filter = query.filter.map((term) => [term.field, term.operator, hasNull(term)]);
  const order = query.order.map(({ field, direction }) => [field, direction]);
  return JSON.stringify([selection.name, query.withDeleted, filter, order]);
}

function hasNull({ operator, value }: FilterTerm): boolean {
  return operator === "$in" && Array.isArray(value) && value.includes(null);
}

function filterValues(filter: readonly FilterTerm[]): Record<string, unknown> {
  return Object.fromEntries(
    filter.map(({ value }, index) => [
      `filter${index}`,
      Array.isArray(value) ? JSON.stringify(value.map(stored)) : stored(value),
    ]),
  );
}

function stored(value: FilterValue | readonly FilterValue[]): unknown {
  return typeof value === "boolean" ? Number(value) : value;
}
