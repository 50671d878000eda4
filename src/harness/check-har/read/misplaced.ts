/** Finds calls whose time contradicts their place in a file that is otherwise in the order of time. */
import type { LeadEntry } from "./lead-entry.ts";

/** Recorders write a call when it begins or when it ends, or sort by either. */
const toleranceMs = 60_000;

/**
 * The calls whose time alone is out of order. Where the first or the last two contradict each other, either can be
 * wrong, and both count. None in a file with another order.
 */
export function misplacedIn(entries: readonly LeadEntry[]): ReadonlySet<LeadEntry> {
  const misplaced = new Set(
    entries.filter((entry, place) => {
      const [before, after] = [entries[place - 1], entries[place + 1]];
      const isNextInOrder = before === undefined || after === undefined || !isLater(before, after);
      return isNextInOrder && (isLater(before, entry) || isLater(entry, after));
    }),
  );
  const others = entries.filter((entry) => !misplaced.has(entry));
  const isInOrder = others.every((entry, place) => !isLater(entry, others[place + 1]));
  return isInOrder && others.length > misplaced.size ? misplaced : new Set();
}

/** Whether a call began well after the end of another. */
function isLater(one: LeadEntry | undefined, other: LeadEntry | undefined): boolean {
  return one !== undefined && other !== undefined && one.at > other.endAt + toleranceMs;
}
