import { newLruCache } from "../../base/values/lru-cache.ts";
import type { Db } from "./statement.ts";

/** The columns that all records have. */
export interface RecordRow {
  readonly number: number;
  readonly id: string;
}

/** Maximum number of cached records of a table. */
const cachedMax = 4_000;

/** A cache of records, which are frozen. A record stays until it is written, and all until a rollback. */
export class CachedRecords<Row extends RecordRow, Item> {
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
