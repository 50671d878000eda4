import type { Column, SQL } from "drizzle-orm";
import { asc, eq, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

import { newLruCache } from "../../base/values/lru-cache.ts";
import { newHighestNumber } from "./highest-number.ts";
import { insertPlaceholders, updatePlaceholders } from "./placeholders.ts";
import type { Db, SqlText, Values } from "./statement.ts";
import { changeText, prepared, preparedColumn, queryText } from "./statement.ts";

/** A table whose rows have an id, and a number in the order of creation. */
export type RecordTable = SQLiteTable & { readonly number: Column; readonly id: SQLiteColumn };

/** A table of records that are soft-deleted (interface 2.6). */
export type ListedTable = RecordTable & { readonly deletedAt: RecordTable["id"] };

/**
 * The statements that all tables of records share. While an unchanged record is cached, each read returns the
 * same frozen object, so callers can cache derived values by it.
 */
export interface Records<Item> {
  /** The number of the next record; its id is derived from it. */
  readonly nextNumber: () => number;
  /** `more` has the values of columns that records do not have. False if another record has the id; then it writes nothing. */
  readonly insert: (number: number, item: Item, more?: Values) => boolean;
  /** Writes every column of the record with that id, if there is one. */
  readonly update: (item: Item) => void;
  readonly find: (id: string) => Item | null;
  /** The records of those numbers, in the same order. */
  readonly numbered: (numbers: readonly number[]) => readonly Item[];
  /** Every record in the order of creation. */
  readonly all: () => readonly Item[];
  /** Removes every record and starts numbers over. */
  readonly clear: () => void;
}

/** The texts of those statements. */
export interface RecordTexts<Row> {
  readonly last: () => SqlText<{ readonly last: number | null }>;
  readonly insert: () => SqlText<never>;
  readonly update: () => SqlText<never>;
  readonly byId: () => SqlText<Row>;
  readonly byNumber: () => SqlText<Row>;
  readonly all: () => SqlText<Row>;
  readonly clear: () => SqlText<never>;
}

export function recordTexts<Table extends RecordTable>(
  table: Table,
): RecordTexts<Table["$inferSelect"]> {
  const any: SQLiteTable = table;
  return {
    last: queryText((db) =>
      db.select({ last: sql<number | null>`max(${table.number})`.as("last") }).from(any),
    ),
    insert: changeText((db) =>
      db.insert(any).values(insertPlaceholders(any)).onConflictDoNothing({ target: table.id }),
    ),
    update: changeText((db) => db.update(any).set(updatePlaceholders(any)).where(same(table.id))),
    byId: queryText((db) => db.select().from(any).where(same(table.id))),
    byNumber: queryText((db) => db.select().from(any).where(same(table.number))),
    all: queryText((db) => db.select().from(any).orderBy(asc(table.number))),
    clear: changeText((db) => db.delete(any)),
  };
}

function same(column: Column): SQL {
  return eq(column, sql.placeholder(column.name));
}

interface Conversion<Row, Item> {
  readonly toRow: (item: Item) => Record<string, unknown>;
  readonly fromRow: (row: Row) => Item;
}

/** The records of the table of `texts`. */
export function records<Row extends RecordRow, Item extends { readonly id: string }>(
  db: Db,
  texts: RecordTexts<Row>,
  { toRow, fromRow }: Conversion<Row, Item>,
): Records<Item> {
  const cached = new CachedRecords(db, fromRow);
  const { last, insert, update, byId, byNumber, all, clear } = statementsOf(db, texts);
  const find = (id: string): Item | null => cached.ofId(id) ?? cached.ofRow(byId.get({ id }));
  const ofNumber = (number: number): Item =>
    existing(cached.ofNumber(number) ?? cached.ofRow(byNumber.get({ number })), number);
  return {
    nextNumber: () => last.get() + 1,
    insert(number, item, more) {
      if (insert.run({ ...toRow(item), ...more, number }) === 0) return false;
      last.inserted(number);
      return true;
    },
    update(item) {
      const { id } = item;
      const number = cached.numberOf(id) ?? byId.get({ id })?.number;
      if (number === undefined) return;
      update.run(toRow(item));
      cached.written(id, number);
    },
    find,
    numbered: (numbers) => numbers.map(ofNumber),
    all: () => all.all().map(fromRow),
    clear() {
      clear.run();
      db.changes.rolledBack();
    },
  };
}

function statementsOf<Row>(db: Db, texts: RecordTexts<Row>) {
  return {
    last: newHighestNumber(db, preparedColumn(db, texts.last)),
    insert: prepared(db, texts.insert),
    update: prepared(db, texts.update),
    byId: prepared(db, texts.byId),
    byNumber: prepared(db, texts.byNumber),
    all: prepared(db, texts.all),
    clear: prepared(db, texts.clear),
  };
}

function existing<Item>(item: Item | null, number: number): Item {
  if (item === null) throw new Error(`There is no record of the number ${number}.`);
  return item;
}

/** The columns that all records have. */
interface RecordRow {
  readonly number: number;
  readonly id: string;
}

/** Maximum number of cached records of a table. */
const cachedMax = 4_000;

/** A cache of records, which are frozen. A record stays until it is written, and all until a rollback. */
class CachedRecords<Row extends RecordRow, Item> {
  readonly #db: Db;
  readonly #fromRow: (row: Row) => Item;
  readonly #items = newLruCache<number, Item>(cachedMax);
  readonly #numbers = newLruCache<string, number>(cachedMax);

  constructor(db: Db, fromRow: (row: Row) => Item) {
    this.#db = db;
    this.#fromRow = fromRow;
    db.changes.onRollback(() => {
      this.#items.clear();
      this.#numbers.clear();
    });
  }

  ofNumber(number: number | undefined): Item | undefined {
    this.#db.ready();
    return number === undefined ? undefined : this.#items.get(number);
  }

  ofId(id: string): Item | undefined {
    return this.ofNumber(this.#numbers.get(id));
  }

  numberOf(id: string): number | undefined {
    return this.#numbers.get(id);
  }

  /** The record of a row that was read; null without a row. */
  ofRow(row: Row | undefined): Item | null {
    if (row === undefined) return null;
    this.#numbers.set(row.id, row.number);
    return this.#items.ensure(row.number, () => Object.freeze(this.#fromRow(row)));
  }

  /** A written record is read again, because a database may store a text differently. */
  written(id: string, number: number): void {
    this.#numbers.delete(id);
    this.#items.delete(number);
  }
}
