/**
 * Materialized lists. SQLite reads every row of a selection to count a filter's matches, or to list rows in
 * an order without an index. At the second use of such a list, the numbers of all its rows are read in order
 * and kept. Later uses read only the rows written or rolled back since the last one.
 */
import type { ListQuery } from "../domain/list-query.ts";
import { newLruCache } from "../domain/lru-cache.ts";
import type { Changes } from "./changes.ts";
import type { KnownPages, MaterializedNumbers, Selection } from "./list.ts";
import { isNewestFirst } from "./list.ts";
import type { Values } from "./statement.ts";

export interface MaterializedLists {
  /** Reports that the row of that number was written. */
  readonly written: (number: number) => void;
  readonly numbers: MaterializedNumbers;
}

/** Maximum number of lists; each takes 8 bytes a row. */
const listsMax = 8;

/** Maximum number of lists whose last use is remembered. */
const usedMax = 100;

/** SQLite reads a selection with fewer rows in less than a millisecond. */
const rowsMin = 1_000;

/** With more rows written since its last use, updating a list costs as much as reading it. */
const writtenMax = 100;

/** From this offset on, sorting all rows is faster for SQLite than finding the page. */
const farOffset = 2_000;

/** The lists of one table. */
export function newMaterializedLists(
  changes: Changes,
  { total }: Pick<KnownPages, "total">,
): MaterializedLists {
  const lists = newLruCache<string, { numbers: number[]; version: number }>(listsMax);
  const lastUses = newLruCache<string, number>(usedMax);
  const log = newWriteLog(changes);
  const isUsedAgain = (key: string): boolean => {
    const lastUse = lastUses.get(key);
    lastUses.set(key, changes.version());
    return lastUse !== undefined && log.since(lastUse) !== null;
  };
  return {
    written: log.written,
    numbers(selection, query, statements, values) {
      if (isByIndex(selection, query)) return null;
      const { limit: _, offset, ...list } = query;
      const key = JSON.stringify([selection.key, list]);
      const version = changes.version();
      const known = lists.get(key);
      const written = known === undefined ? null : log.since(known.version);
      if (known !== undefined && written !== null) {
        update(known.numbers, written, statements, values);
        known.version = version;
        return known.numbers;
      }
      lists.delete(key);
      if ((total(selection, { ...query, filter: [] }) ?? 0) < rowsMin) return null;
      const isFar = offset >= farOffset && !isNewestFirst(query);
      if (!isUsedAgain(key) && !isFar) return null;
      const numbers = statements.all.all(values);
      lists.set(key, { numbers, version });
      return numbers;
    },
  };
}

/** Whether an index has the rows in this order and their total is known. */
function isByIndex({ parts }: Selection, query: ListQuery): boolean {
  if (query.filter.length > 0 || !isNewestFirst(query) || parts?.length === 0) return false;
  return !query.withDeleted || query.offset < farOffset;
}

/** The recently written rows. */
function newWriteLog(changes: Changes) {
  let writes: { readonly version: number; readonly number: number }[] = [];
  let from = 0;
  changes.onNotUndone(() => {
    writes = [];
    from = changes.version();
  });
  const note = (number: number): void => {
    writes.push({ version: changes.version(), number });
    if (writes.length <= 2 * writtenMax) return;
    from = writes[writtenMax]?.version ?? from;
    writes = writes.slice(-writtenMax);
  };
  return {
    written: (number: number): void => {
      note(number);
      changes.undoable(() => note(number));
    },
    /** The numbers of the rows written or rolled back after that version; null when the record is incomplete. */
    since(version: number): ReadonlySet<number> | null {
      if (version < from) return null;
      const first = writes.findIndex((write) => write.version > version);
      return new Set(first < 0 ? [] : writes.slice(first).map(({ number }) => number));
    },
  };
}

/** Removes the written rows from a list and inserts those that still belong to it. */
function update(
  numbers: number[],
  written: ReadonlySet<number>,
  { matching, sorted }: Parameters<MaterializedNumbers>[2],
  values: Values,
): void {
  if (written.size === 0) return;
  for (const number of written) {
    const at = numbers.indexOf(number);
    if (at >= 0) numbers.splice(at, 1);
  }
  for (const number of matching.all({ ...values, numbers: JSON.stringify([...written]) })) {
    const inOrder = (some: readonly (number | undefined)[]): readonly number[] =>
      sorted.all({ numbers: JSON.stringify(some) });
    numbers.splice(placeOf(number, numbers, inOrder), 0, number);
  }
}

/** Number of rows compared with another one in a statement. */
const comparedMax = 64;

/** The position of a row among `numbers`: a search in which SQLite orders the row among 64 others at a time. */
function placeOf(
  number: number,
  numbers: readonly number[],
  inOrder: (some: readonly (number | undefined)[]) => readonly number[],
): number {
  let from = 0;
  let to = numbers.length;
  while (from < to) {
    const step = Math.ceil((to - from) / comparedMax);
    const length = Math.ceil((to - from) / step);
    const start = from;
    const some = Array.from({ length }, (_, index) => numbers[start + index * step]);
    const before = inOrder([...some, number]).indexOf(number);
    to = Math.min(to, start + before * step);
    from = before === 0 ? to : start + (before - 1) * step + 1;
  }
  return from;
}
