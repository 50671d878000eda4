/**
 * Drizzle writes the SQL but does not run it: filling its placeholders and mapping its rows took longer than
 * SQLite. A statement's text is made once per process and prepared once per database, both on first use. No
 * column maps its value and all are named like their fields, so rows come from the driver unchanged.
 */
import type Database from "better-sqlite3";
import { is, Param, Placeholder } from "drizzle-orm";
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";

import { lazy } from "../../base/values/lazy.ts";
import type { Changes } from "./changes.ts";
import type { StatementCache } from "./statement-cache.ts";

/** An open database, and the listeners to its changes. */
export interface Db {
  readonly sqlite: Database.Database;
  readonly statements: StatementCache;
  readonly changes: Changes;
  /**
   * Called before every read and write. Throws once the database is closed; commits the open group, unless
   * the caller belongs to it.
   */
  readonly ready: () => void;
  /** Converts a disk error to one that names the file. */
  readonly explained: (error: unknown) => unknown;
}

/** The text of a statement and its bindings: values, or the names of values that a call passes. */
export interface SqlText<Row> {
  readonly text: string;
  readonly names: readonly (string | null)[];
  readonly constants: readonly unknown[];
  /** Never set; carries the type of a row. */
  readonly row?: Row;
}

/** A statement built with drizzle. */
interface Written {
  readonly toSQL: () => { readonly sql: string; readonly params: readonly unknown[] };
}

/** A drizzle statement that reads; `all` carries the type of its rows. */
interface Reading<Row> extends Written {
  readonly all: () => readonly Row[];
}

export type Builder = Pick<BetterSQLite3Database, "select" | "insert" | "update" | "delete">;

/** The values of a statement's placeholders, by name. */
export type Values = Readonly<Record<string, unknown>>;

/** Texts need no database: drizzle never runs them. */
const builder = lazy((): Builder => drizzle.mock());

/** The text of the query that `build` writes, memoized. */
export function queryText<Row>(build: (db: Builder) => Reading<Row>): () => SqlText<Row> {
  return lazy(() => sqlTextOf(build(builder())));
}

/** The same for a statement that changes rows. */
export function changeText(build: (db: Builder) => Written): () => SqlText<never> {
  return lazy(() => sqlTextOf(build(builder())));
}

function sqlTextOf(written: Written): SqlText<never> {
  const { sql: text, params } = written.toSQL();
  return { text, names: params.map(placeholderName), constants: params };
}

function placeholderName(param: unknown): string | null {
  if (is(param, Placeholder)) return param.name;
  return is(param, Param) ? placeholderName(param.value) : null;
}

export interface Statement<Row> {
  readonly get: (values?: Values) => Row | undefined;
  readonly all: (values?: Values) => Row[];
  /** Returns the number of changed rows. */
  readonly run: (values?: Values) => number;
}

/** The statement of that text, prepared on its first run. */
export function prepared<Row>(db: Db, text: () => SqlText<Row>): Statement<Row> {
  return new StatementOf<Row>(db, text, prepareRows);
}

/** The same for a statement with one column; each row is its value. */
export function preparedColumn<Value>(
  db: Db,
  text: () => SqlText<Readonly<Record<string, Value>>>,
): Statement<Value> {
  return new StatementOf<Value>(db, text, prepareColumn);
}

function prepareRows<Row>({ statements }: Db, text: string) {
  return statements.rows<Row>(text);
}

function prepareColumn<Value>({ statements }: Db, text: string) {
  return statements.column<Value>(text);
}

type Prepare<Row> = (db: Db, text: string) => Database.Statement<unknown[], Row>;

/** A class: a store has a hundred statements, most of them never run, and closures took half of its memory. */
class StatementOf<Row> implements Statement<Row> {
  readonly #db: Db;
  readonly #text: () => SqlText<unknown>;
  readonly #prepare: Prepare<Row>;

  constructor(db: Db, text: () => SqlText<unknown>, prepare: Prepare<Row>) {
    this.#db = db;
    this.#text = text;
    this.#prepare = prepare;
  }

  get(values: Values = {}): Row | undefined {
    return this.#statement().get(bound(this.#text(), values));
  }

  all(values: Values = {}): Row[] {
    return this.#statement().all(bound(this.#text(), values));
  }

  run(values: Values = {}): number {
    const { changes } = changed(this.#db, this.#statement(), bound(this.#text(), values));
    if (changes > 0) this.#db.changes.wrote();
    return changes;
  }

  #statement(): Database.Statement<unknown[], Row> {
    this.#db.ready();
    return this.#prepare(this.#db, this.#text().text);
  }
}

function changed(
  { explained }: Db,
  statement: Database.Statement,
  values: unknown[],
): Database.RunResult {
  try {
    return statement.run(values);
  } catch (error) {
    throw explained(error);
  }
}

function bound({ names, constants }: SqlText<unknown>, values: Values): unknown[] {
  return names.map((name, index) => {
    if (name === null) return constants[index];
    const value = values[name];
    if (value === undefined) throw new Error(`No value for the placeholder ${name}.`);
    return value;
  });
}
