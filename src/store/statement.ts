/**
 * SQL is written with drizzle and run without it: to fill its placeholders and to map its rows took longer than SQLite
 * does. A text is made once in a process and prepared once for each database, both when they are first needed. No
 * column of the schema maps what it holds and all are named like their fields, so a row is what the driver answers.
 */
import type Database from "better-sqlite3";
import { is, Param, Placeholder } from "drizzle-orm";
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";

import { lazy } from "../domain/lazy.ts";
import type { Changes } from "./changes.ts";
import type { StatementCache } from "./statement-cache.ts";

/** One open database, and who hears of its changes. */
export interface Db {
  readonly sqlite: Database.Database;
  readonly statements: StatementCache;
  readonly changes: Changes;
  /** Called before every read and write: throws once it is closed, and commits the open group, unless the caller is part of it. */
  readonly ready: () => void;
  /** Turns an error of the disk into one that names the file. */
  readonly explained: (error: unknown) => unknown;
}

/** The text of a statement, and what is bound to it: values, or the names of those that a call gives. */
export interface SqlText<Row> {
  readonly text: string;
  readonly names: readonly (string | null)[];
  readonly constants: readonly unknown[];
  /** Never read: says what a row of it has. */
  readonly row?: Row;
}

/** A statement of drizzle's. */
interface Written {
  readonly toSQL: () => { readonly sql: string; readonly params: readonly unknown[] };
}

/** One that reads: `all` says what its rows have. */
interface Reading<Row> extends Written {
  readonly all: () => readonly Row[];
}

export type Builder = Pick<BetterSQLite3Database, "select" | "insert" | "update" | "delete">;

/** The values of a statement's placeholders, by name. */
export type Values = Readonly<Record<string, unknown>>;

/** Texts are made without a database: what drizzle would run is never run. */
const builder = lazy((): Builder => drizzle.mock());

/** The text of the query that `build` writes, made when it is first asked for. */
export function queryText<Row>(build: (db: Builder) => Reading<Row>): () => SqlText<Row> {
  return lazy(() => textOf(build(builder())));
}

/** The same for a statement that changes rows. */
export function changeText(build: (db: Builder) => Written): () => SqlText<never> {
  return lazy(() => textOf(build(builder())));
}

function textOf(written: Written): SqlText<never> {
  const { sql: text, params } = written.toSQL();
  return { text, names: params.map(nameOf), constants: params };
}

function nameOf(param: unknown): string | null {
  if (is(param, Placeholder)) return param.name;
  return is(param, Param) ? nameOf(param.value) : null;
}

/** A statement of one database. */
export interface Statement<Row> {
  readonly get: (values?: Values) => Row | undefined;
  readonly all: (values?: Values) => Row[];
  /** How many rows it changed. */
  readonly run: (values?: Values) => number;
}

/** The statement of that text, prepared when it is first run. */
export function prepared<Row>(db: Db, text: () => SqlText<Row>): Statement<Row> {
  return new StatementOf<Row>(db, text, prepareRows);
}

/** The same for a text of one column, of which a row is the value. */
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

/** A class, as a store has a hundred statements of which most are never run: closures of each took half of its memory. */
class StatementOf<Row> implements Statement<Row> {
  readonly #db: Db;
  readonly #text: () => SqlText<unknown>;
  readonly #prepare: Prepare<Row>;
  #prepared: Database.Statement<unknown[], Row> | null = null;

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
    this.#prepared ??= this.#prepare(this.#db, this.#text().text);
    return this.#prepared;
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
