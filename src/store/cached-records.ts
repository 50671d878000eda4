import { newLruCache } from "../domain/lru-cache.ts";
import type { Db } from "./statement.ts";

/** The columns that all records have. */
export interface RecordRow {
  readonly number: number;
  readonly id: string;
}

/** Maximum number of cached records of a table. */
const cachedMax = 4_000;

/**
 * A cache of records, valid as long as the table holds them unchanged. Cached records are frozen. Once it is
 * half full, `found` caches a record at its second read. Random reads of a large table would fill it with
 * records that nothing reads again, and each costs garbage collection.
 */
export class CachedRecords<Row extends RecordRow, Item> {
  readonly #db: Db;
  readonly #fromRow: (row: Row) => Item;
  readonly #items = newLruCache<number, Item>(cachedMax);
  readonly #numbers = newLruCache<string, number>(cachedMax);
  readonly #recent = new RecentNumbers();

  constructor(db: Db, fromRow: (row: Row) => Item) {
    this.#db = db;
    this.#fromRow = fromRow;
    db.changes.onNotUndone(() => {
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

  /** The record of a row that was looked up by id. */
  found(row: Row | undefined): Item | null {
    if (row === undefined) return null;
    if (this.#items.isHalfFull() && !this.#recent.add(row.number)) return this.#fromRow(row);
    return this.#cache(row);
  }

  /** The record of any other row. Pages keep their records, so these are cached at once. */
  ofRow(row: Row | undefined): Item | null {
    return row === undefined ? null : this.#cache(row);
  }

  /** A new record is cached when it is read, because a database may store a text differently. */
  inserted(id: string, number: number): void {
    this.#db.changes.undoable(() => this.#forget(id, number));
  }

  updated(id: string, number: number): void {
    this.#forget(id, number);
    this.#db.changes.undoable(() => this.#forget(id, number));
  }

  #cache(row: Row): Item {
    this.#numbers.set(row.id, row.number);
    return this.#items.ensure(row.number, () => Object.freeze(this.#fromRow(row)));
  }

  #forget(id: string, number: number): void {
    this.#numbers.delete(id);
    this.#items.delete(number);
  }
}

/** Slots for numbers; a number replaces another one with the same remainder. */
const recentSlots = 4_096;

/** Remembers recent numbers, approximately. It never changes what is read, only what is cached. */
class RecentNumbers {
  #slots: Float64Array | null = null;

  /** Returns whether the number was already there. */
  add(number: number): boolean {
    this.#slots ??= new Float64Array(recentSlots);
    const slot = number % recentSlots;
    const wasThere = this.#slots[slot] === number;
    this.#slots[slot] = number;
    return wasThere;
  }
}
