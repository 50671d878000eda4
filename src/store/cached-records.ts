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
export function newCachedRecords<Row extends RecordRow, Item>(db: Db, fromRow: (row: Row) => Item) {
  const items = newLruCache<number, Item>(cachedMax);
  const numbers = newLruCache<string, number>(cachedMax);
  const recent = newRecentNumbers();
  db.changes.onNotUndone(() => {
    items.clear();
    numbers.clear();
  });
  const ofNumber = (number: number | undefined): Item | undefined => {
    db.ready();
    return number === undefined ? undefined : items.get(number);
  };
  const forget = (id: string, number: number): void => {
    numbers.delete(id);
    items.delete(number);
  };
  const cache = (row: Row): Item => {
    numbers.set(row.id, row.number);
    return items.ensure(row.number, () => Object.freeze(fromRow(row)));
  };
  return {
    ofNumber,
    ofId: (id: string): Item | undefined => ofNumber(numbers.get(id)),
    numberOf: (id: string): number | undefined => numbers.get(id),
    /** The record of a row that was looked up by id. */
    found(row: Row | undefined): Item | null {
      if (row === undefined) return null;
      return items.isHalfFull() && !recent.add(row.number) ? fromRow(row) : cache(row);
    },
    /** The record of any other row. Pages keep their records, so these are cached at once. */
    ofRow: (row: Row | undefined): Item | null => (row === undefined ? null : cache(row)),
    /** A new record is cached when it is read, because a database may store a text differently. */
    inserted(id: string, number: number): void {
      db.changes.undoable(() => forget(id, number));
    },
    updated(id: string, number: number): void {
      forget(id, number);
      db.changes.undoable(() => forget(id, number));
    },
  };
}

/** Slots for numbers; a number replaces another one with the same remainder. */
const recentSlots = 4_096;

/** Remembers recent numbers, approximately. It never changes what is read, only what is cached. */
function newRecentNumbers() {
  let slots: Float64Array | null = null;
  return {
    /** Returns whether the number was already there. */
    add(number: number): boolean {
      slots ??= new Float64Array(recentSlots);
      const slot = number % recentSlots;
      const wasThere = slots[slot] === number;
      slots[slot] = number;
      return wasThere;
    },
  };
}
