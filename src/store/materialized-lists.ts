/**
 * Materialized lists. SQLite reads every row of a selection to count a filter's matches, or to list rows in
 * an order without an index. At the second use of such a list, the numbers of all its rows are read in order
 * and kept. Later uses read only the rows written or rolled back since the last one.
 */
import type { ListQuery } from "../domain/list-query.ts";
import { newLruCache } from "../domain/lru-cache.ts";
import type { Changes } from "./changes.ts";
import { newKeptNumbers } from "./kept-numbers.ts";
import type { KnownPages, MaterializedNumbers } from "./list.ts";
import { isNewestFirst } from "./list.ts";
import type { WriteLog } from "./write-log.ts";

/** Maximum number of lists whose last use is remembered. */
const usedMax = 100;

/** SQLite reads a selection with fewer rows in less than a millisecond. */
const rowsMin = 1_000;

/** From this offset on, sorting all rows is faster for SQLite than finding the page. */
const farOffset = 2_000;

/** The lists of one table, whose writes are in `log`. */
export function newMaterializedLists(
  changes: Changes,
  log: Pick<WriteLog, "since">,
  { total }: Pick<KnownPages, "total">,
): MaterializedNumbers {
  const kept = newKeptNumbers(changes, log);
  const lastUses = newLruCache<string, number>(usedMax);
  const isUsedAgain = (key: string): boolean => {
    const lastUse = lastUses.get(key);
    lastUses.set(key, changes.version());
    return lastUse !== undefined && log.since(lastUse) !== null;
  };
  return (selection, query, statements, values) => {
    if (isByIndex(query)) return null;
    const { limit: _, offset, ...list } = query;
    const key = JSON.stringify([selection.key, list]);
    const known = kept.get(key, statements, values);
    if (known !== null) return known;
    if ((total(selection, { ...query, filter: [] }) ?? 0) < rowsMin) return null;
    const isFar = offset >= farOffset && !isNewestFirst(query);
    if (!isUsedAgain(key) && !isFar) return null;
    const numbers = statements.all.all(values);
    kept.keep(key, numbers);
    return numbers;
  };
}

/** Whether an index has the rows in this order and their total is known. */
function isByIndex(query: ListQuery): boolean {
  if (query.filter.length > 0 || !isNewestFirst(query)) return false;
  return !query.withDeleted || query.offset < farOffset;
}
