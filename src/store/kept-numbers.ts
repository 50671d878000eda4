import { newLruCache } from "../domain/lru-cache.ts";
import type { Changes } from "./changes.ts";
import type { Statement, Values } from "./statement.ts";
import type { WriteLog } from "./write-log.ts";

/** The numbers of all rows of some lists, in order. */
export interface KeptNumbers {
  /** The numbers of that list, with the rows written since its last use; null when they are unknown. */
  readonly get: (
    key: string,
    statements: UpdateStatements,
    values: Values,
  ) => readonly number[] | null;
  readonly keep: (key: string, numbers: number[]) => void;
}

/** Those of the rows in the array `numbers` that belong to a list, and rows in the order of the list. */
export type UpdateStatements = Readonly<Record<"matching" | "sorted", Statement<number>>>;

/** Maximum number of lists; each takes 8 bytes a row. */
const listsMax = 8;

/** The lists of one table, whose writes are in `log`. */
export function newKeptNumbers(changes: Changes, log: Pick<WriteLog, "since">): KeptNumbers {
  const lists = newLruCache<string, { numbers: number[]; version: number }>(listsMax);
  return {
    get(key, statements, values) {
      const known = lists.get(key);
      if (known === undefined) return null;
      const written = log.since(known.version);
      if (written === null) {
        lists.delete(key);
        return null;
      }
      update(known.numbers, written, statements, values);
      known.version = changes.version();
      return known.numbers;
    },
    keep: (key, numbers) => lists.set(key, { numbers, version: changes.version() }),
  };
}

/** Removes the written rows from a list and inserts those that still belong to it. */
function update(
  numbers: number[],
  written: ReadonlySet<number>,
  { matching, sorted }: UpdateStatements,
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
