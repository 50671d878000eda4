import type Database from "better-sqlite3";

import { newLruCache } from "../../base/values/lru-cache.ts";

type Prepared<Row> = Database.Statement<unknown[], Row>;

/** Maximum number of statements: those of all tables, and of lists. A client that invents filters makes new ones. */
const statementsMax = 500;

/** The prepared statements of one connection, by text. */
export class StatementCache {
  readonly #sqlite: Database.Database;
  readonly #rows = newLruCache<string, Prepared<unknown>>(statementsMax);
  readonly #columns = newLruCache<string, Prepared<unknown>>(statementsMax);

  constructor(sqlite: Database.Database) {
    this.#sqlite = sqlite;
    // SQLite's own knows only ASCII letters.
    sqlite.function("lower_case", { deterministic: true }, (text) => String(text).toLowerCase());
  }

  rows<Row>(text: string): Prepared<Row> {
    return asRead(this.#rows.ensure(text, () => this.#sqlite.prepare(text)));
  }

  /** The same for a statement with one column; each row is its value. */
  column<Value>(text: string): Prepared<Value> {
    return asRead(this.#columns.ensure(text, () => this.#sqlite.prepare(text).pluck()));
  }
}

function asRead<Row>(statement: Prepared<unknown>): Prepared<Row> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text declares its row type
  return statement as Prepared<Row>;
}
