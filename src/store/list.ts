import type { Column, SQL } from "drizzle-orm";
import { and, asc, desc, getTableColumns, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { unionAll } from "drizzle-orm/sqlite-core";

import type { EnvironmentFilter } from "../domain/firm.ts";
import { lazy } from "../domain/lazy.ts";
import type { ListQuery, Page } from "../domain/list-query.ts";
import { newLruCache } from "../domain/lru-cache.ts";
import type { IndexedField, ProbeTexts, WrittenList } from "./filter-probe.ts";
import { probeTexts, newFilterProbe } from "./filter-probe.ts";
import type { UpdateStatements } from "./kept-numbers.ts";
import type { Columns } from "./list-filter.ts";
import { columnOf, conditionsOf, filterShape, filterValues, inEnvironment } from "./list-filter.ts";
import type { ListedTable, Records } from "./records.ts";
import type { Builder, Db, SqlText, Statement, Values } from "./statement.ts";
import { preparedColumn, queryText } from "./statement.ts";

/** The parts of a table's lists; `computed` are fields without a column. */
export interface ListedFields {
  readonly table: ListedTable;
  readonly computed?: Readonly<Record<string, SQL>>;
  /** The fields with an index on their values. */
  readonly indexed?: Readonly<Record<string, IndexedField>>;
}

/** Where a list gets its rows. */
export interface ListSource<Item> {
  readonly texts: ListTexts;
  readonly records: Pick<Records<Item>, "numbered">;
  /** Created with the first list. */
  readonly known?: () => KnownPages;
}

/** Page indexes: what is known of some lists without reading all their rows. */
export interface KnownPages {
  /** The total number of rows; null when SQLite must count them. */
  readonly total: (selection: Selection, query: ListQuery) => number | null;
  /** The row numbers of a page; null when SQLite must find them. */
  readonly page: (selection: Selection, query: ListQuery) => readonly number[] | null;
  readonly materialized: MaterializedNumbers;
}

/** The numbers of all rows of a list, in order; null when SQLite must read the page. */
export type MaterializedNumbers = (
  selection: Selection,
  query: ListQuery,
  statements: UpdateStatements & { readonly all: Statement<number> },
  values: Values,
) => readonly number[] | null;

/** The rows of a list before its filter. Selections with the same `name` differ only in placeholder values. */
export interface Selection {
  readonly name: string;
  /** Identifies the selection. */
  readonly key: string;
  readonly conditions: () => readonly SQL[];
  readonly values: Values;
  /** Conditions that split the selection into parts, each ordered by creation in an index; one part by default. */
  readonly parts?: readonly SQL[];
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

/** A lister on `source`, made on first use. Creation breaks ties, so pages never overlap (rule list.order.ties). */
export function newLister<Item>(db: Db, source: ListSource<Item>): Lister<Item> {
  const list = lazy(() => newUsedLister(db, source));
  return (selection, query) => list()(selection, query);
}

function newUsedLister<Item>(db: Db, source: ListSource<Item>): Lister<Item> {
  const numbers = newNumberLister(db, source);
  const pages = newLruCache<string, Page<Item>>(pagesMax);
  let version = db.changes.version();
  return (selection, query) => {
    db.ready();
    if (version !== db.changes.version()) pages.clear();
    version = db.changes.version();
    const key = JSON.stringify([selection.key, query]);
    return pages.ensure(key, () => {
      const { rows, total } = numbers(selection, query);
      return { rows: source.records.numbered(rows), total };
    });
  };
}

/** The row numbers of a page, and the total. */
function newNumberLister(db: Db, { texts, ...source }: Omit<ListSource<unknown>, "records">) {
  const known = source.known?.();
  const shapes = newLruCache<string, ReturnType<typeof statementsOf>>(shapesMax);
  return (selection: Selection, query: ListQuery): Page<number> => {
    const { limit, offset } = query;
    const shape = shapeOf(selection, query);
    const statements = shapes.ensure(shape, () => statementsOf(db, texts(shape, selection, query)));
    const values = { ...selection.values, ...filterValues(query.filter) };
    const all =
      statements.few(query.filter, values) ??
      known?.materialized(selection, query, statements, values) ??
      null;
    if (all !== null) return { rows: all.slice(offset, offset + limit), total: all.length };
    return {
      rows: known?.page(selection, query) ?? statements.page.all({ ...values, limit, offset }),
      total: known?.total(selection, query) ?? statements.total.get(values) ?? 0,
    };
  };
}

function statementsOf(db: Db, { few, ...texts }: ShapeTexts) {
  return {
    page: preparedColumn(db, texts.page),
    total: preparedColumn(db, texts.total),
    all: preparedColumn(db, texts.all),
    matching: preparedColumn(db, texts.matching),
    sorted: preparedColumn(db, texts.sorted),
    few: newFilterProbe(db, few),
  };
}

/** Maximum number of cached query shapes. A client that invents new filters only loses the preparation. */
const shapesMax = 200;

interface ShapeTexts extends Readonly<Record<"page" | "all" | "matching" | "sorted", NumbersText>> {
  readonly total: () => SqlText<{ readonly total: number }>;
  readonly few: ProbeTexts | null;
}

type NumbersText = () => SqlText<{ readonly number: number }>;

/** The statements for the lists of one table, by the shape of the query. */
export type ListTexts = (shape: string, selection: Selection, query: ListQuery) => ShapeTexts;

/** The statements for lists of that table, shared by all databases. */
export function listTexts(fields: ListedFields): ListTexts {
  const shapes = newLruCache<string, ShapeTexts>(shapesMax);
  return (shape, selection, query) =>
    shapes.ensure(shape, () => shapeTexts(fields, selection, query));
}

function shapeOf({ name }: Selection, { withDeleted, filter, order, ties }: ListQuery): string {
  return JSON.stringify([name, withDeleted, filterShape(filter), order, ties]);
}

function shapeTexts(
  { table, computed, indexed = {} }: ListedFields,
  selection: Selection,
  query: ListQuery,
): ShapeTexts {
  const columns: Columns = { ...getTableColumns(table), ...computed };
  const all = and(...selection.conditions(), ...conditionsOf(columns, query.filter));
  const active = and(all, isNull(table.deletedAt));
  const where = query.withDeleted ? all : active;
  const order = query.order.map(({ field, direction }) =>
    direction === "ASC" ? asc(columnOf(columns, field)) : desc(columnOf(columns, field)),
  );
  order.push(query.ties === "oldest-first" ? asc(table.number) : desc(table.number));
  const rows: SQLiteTable = table;
  const number = sql<number>`${table.number}`.as("number");
  const merged = (db: Builder, [first, second, ...more]: Parts) => {
    const createdAt = sql<number>`${columnOf(columns, "createdAt")}`.as("createdAt");
    const part = (of: SQL | undefined) =>
      db.select({ number, createdAt }).from(rows).where(and(all, of));
    return unionAll(part(first), part(second), ...more.map(part)).orderBy(
      sql`createdAt desc, number desc`,
    );
  };
  const parts = partsOf(table, selection, query);
  const inOrder = (db: Builder) =>
    parts === null
      ? db
          .select({ number })
          .from(rows)
          .where(where)
          .orderBy(...order)
      : merged(db, parts);
  const [limit, offset] = [sql.placeholder("limit"), sql.placeholder("offset")];
  return {
    page: queryText((db) => inOrder(db).limit(limit).offset(offset)),
    all: queryText(inOrder),
    ...givenTexts({ table, where, order }),
    total: queryText((db) =>
      db
        .select({ total: sql<number>`count(*)`.as("total") })
        .from(rows)
        .where(where),
    ),
    few: probeTexts({ table, where, order }, query.filter, indexed),
  };
}

/** The statements that read rows of a list by number, from an array as JSON. With an index, SQLite would read all rows of the selection. */
export function givenTexts({ table, where, order }: WrittenList) {
  const number = sql<number>`${table.number}`.as("number");
  const numbers = sql`(select value from json_each(${sql.placeholder("numbers")}))`;
  const given = inArray(table.number, numbers);
  const rows = sql`${table} not indexed`;
  return {
    matching: queryText((db) => db.select({ number }).from(rows).where(and(given, where))),
    sorted: queryText((db) =>
      db
        .select({ number })
        .from(rows)
        .where(given)
        .orderBy(...order),
    ),
  };
}

/** The conditions of two or more parts of a list. */
type Parts = readonly [SQL | undefined, SQL | undefined, ...(SQL | undefined)[]];

/**
 * The parts to read separately and merge, because an index orders each part but not the whole. They are those of the
 * selection, each split into deleted and other rows. Null with a single part.
 */
function partsOf(table: ListedTable, { parts }: Selection, query: ListQuery): Parts | null {
  if (!isNewestFirst(query)) return null;
  const deletion = query.withDeleted
    ? [isNull(table.deletedAt), isNotNull(table.deletedAt)]
    : [isNull(table.deletedAt)];
  const [first, second, ...more] = (parts ?? [undefined]).flatMap((part) =>
    deletion.map((of) => and(part, of)),
  );
  return first === undefined || second === undefined ? null : [first, second, ...more];
}

/** Whether the order is that of the list indexes. */
export function isNewestFirst({ order: [first, ...more], ties }: ListQuery): boolean {
  if (ties === "oldest-first") return false;
  return first?.field === "createdAt" && first.direction === "DESC" && more.length === 0;
}
