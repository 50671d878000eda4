import type { Column, SQL } from "drizzle-orm";
import { and, asc, desc, getTableColumns, isNull, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

import { newLruCache } from "../../base/values/lru-cache.ts";
import type { EnvironmentFilter } from "../../domain/model/firm.ts";
import type { ListQuery, Page } from "../../domain/model/list-query.ts";
import type { Columns } from "./list-filter.ts";
import {
  columnOf,
  conditionsOf,
  filterShape,
  filterValues,
  inEnvironment,
  namesValues,
} from "./list-filter.ts";
import type { ListedTable, Records } from "./records.ts";
import type { Db, SqlText, Values } from "./statement.ts";
import { preparedColumn, queryText } from "./statement.ts";

/** The parts of a table's lists; `computed` are fields without a column. */
export interface ListedFields {
  readonly table: ListedTable;
  readonly computed?: Readonly<Record<string, SQL>>;
  /**
   * The indexes of fields whose values few rows share. A filter by such a field uses its index, because SQLite
   * does not know how few they are and would read the whole selection.
   */
  readonly indexes?: Readonly<Record<string, string>>;
}

/** Where a list gets its rows. */
export interface ListSource<Item> {
  readonly texts: ListTexts;
  readonly records: Pick<Records<Item>, "numbered">;
  /** The totals of lists without a filter; SQLite counts each list by default. */
  readonly totals?: KeptTotals;
}

export interface KeptTotals {
  /** The total number of rows; `count` counts them. */
  readonly total: (selection: Selection, query: ListQuery, count: () => number) => number;
}

/** The rows of a list before its filter. Selections with the same `name` differ only in placeholder values. */
export interface Selection {
  readonly name: string;
  /** Identifies the selection. */
  readonly key: string;
  readonly conditions: () => readonly SQL[];
  readonly values: Values;
}

/** The rows of `table` that meet `condition` for a Firm, in one environment or both. */
export function ofFirm(
  table: SQLiteTable & { readonly environment: Column },
  condition: SQL,
  values: { readonly firmId: string; readonly environment: EnvironmentFilter },
): Selection {
  const { firmId, environment } = values;
  return {
    name: environment === null ? "firm" : "firm in one environment",
    key: `${environment ?? "either"} ${firmId}`,
    conditions: () => [condition, ...inEnvironment(table, environment)],
    values,
  };
}

/** Lists records of one table. Until the next write, the same query returns the same object. */
export type Lister<Item> = (selection: Selection, query: ListQuery) => Page<Item>;

const pagesMax = 50;

/** A lister on `source`. Creation breaks ties, so pages never overlap (rule list.order.ties). */
export function newLister<Item>(
  db: Db,
  { texts, records, totals }: ListSource<Item>,
): Lister<Item> {
  const pages = newLruCache<string, Page<Item>>(pagesMax);
  let version = db.changes.version();
  const read = (selection: Selection, query: ListQuery): Page<Item> => {
    const { limit, offset, filter } = query;
    const { page, total } = texts(selection, query);
    const values = { ...selection.values, ...filterValues(filter) };
    const rows = records.numbered(preparedColumn(db, page).all({ ...values, limit, offset }));
    // A page that is not full ends the list.
    const isEnd = rows.length < limit && (rows.length > 0 || offset === 0);
    const count = (): number =>
      isEnd ? offset + rows.length : (preparedColumn(db, total).get(values) ?? 0);
    const isKept = totals !== undefined && filter.length === 0;
    return { rows, total: isKept ? totals.total(selection, query, count) : count() };
  };
  return (selection, query) => {
    db.ready();
    if (version !== db.changes.version()) pages.clear();
    version = db.changes.version();
    return pages.ensure(JSON.stringify([selection.key, query]), () => read(selection, query));
  };
}

/** Maximum number of cached query shapes. */
const shapesMax = 200;

interface ShapeTexts {
  readonly page: () => SqlText<{ readonly number: number }>;
  readonly total: () => SqlText<{ readonly total: number }>;
}

/** The statements for the lists of one table, by the shape of the query. */
export type ListTexts = (selection: Selection, query: ListQuery) => ShapeTexts;

/** The statements for lists of that table, shared by all databases. */
export function listTexts(fields: ListedFields): ListTexts {
  const shapes = newLruCache<string, ShapeTexts>(shapesMax);
  return (selection, query) =>
    shapes.ensure(shapeOf(selection, query), () => shapeTexts(fields, selection, query));
}

function shapeOf({ name }: Selection, { withDeleted, filter, order, ties }: ListQuery): string {
  return JSON.stringify([name, withDeleted, filterShape(filter), order, ties]);
}

function shapeTexts(
  { table, computed, indexes = {} }: ListedFields,
  selection: Selection,
  query: ListQuery,
): ShapeTexts {
  const columns: Columns = { ...getTableColumns(table), ...computed };
  const all = and(...selection.conditions(), ...conditionsOf(columns, query.filter));
  const where = query.withDeleted ? all : and(all, isNull(table.deletedAt));
  const order = query.order.map(({ field, direction }) =>
    direction === "ASC" ? asc(columnOf(columns, field)) : desc(columnOf(columns, field)),
  );
  order.push(query.ties === "oldest-first" ? asc(table.number) : desc(table.number));
  const rows = rowsOf(table, indexes, query);
  return {
    page: queryText((db) =>
      db
        .select({ number: sql<number>`${table.number}`.as("number") })
        .from(rows)
        .where(where)
        .orderBy(...order)
        .limit(sql.placeholder("limit"))
        .offset(sql.placeholder("offset")),
    ),
    total: queryText((db) =>
      db
        .select({ total: sql<number>`count(*)`.as("total") })
        .from(rows)
        .where(where),
    ),
  };
}

/** The table, read by the index of a filtered field if there is one. */
function rowsOf(
  table: ListedTable,
  indexes: NonNullable<ListedFields["indexes"]>,
  { filter }: ListQuery,
): SQL {
  const field = filter.find(
    (term) => namesValues(term) && Object.hasOwn(indexes, term.field),
  )?.field;
  const index = indexes[field ?? ""];
  return index === undefined ? sql`${table}` : sql`${table} indexed by ${sql.identifier(index)}`;
}
