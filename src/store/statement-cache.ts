import type Database from "better-sqlite3";

type Prepared<Row> = Database.Statement<unknown[], Row>;

/** The prepared statements of one connection, by text. */
export class StatementCache {
  readonly #sqlite: Database.Database;
  readonly #rows = new Map<string, Prepared<unknown>>();
  readonly #columns = new Map<string, Prepared<unknown>>();

  constructor(sqlite: Database.Database) {
    this.#sqlite = sqlite;
    // SQLite's own knows only ASCII letters.
    sqlite.function("lower_case", { deterministic: true }, (text) => String(text).toLowerCase());
  }

  rows<Row>(text: string): Prepared<Row> {
    const known = this.#rows.get(text) ?? this.#sqlite.prepare(text);
    this.#rows.set(text, known);
    return asRead(known);
  }

  /** The same for a statement with one column; each row is its value. */
  column<Value>(text: string): Prepared<Value> {
    const known = this.#columns.get(text) ?? this.#sqlite.prepare(text).pluck();
    this.#columns.set(text, known);
    return asRead(known);
  }
}

function asRead<Row>(statement: Prepared<unknown>): Prepared<Row> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the text declares its row type
  return statement as Prepared<Row>;
}
