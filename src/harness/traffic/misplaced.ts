/** Finds calls whose time contradicts their place in a file that is otherwise in the order of time. */
import type { RecordedCall } from "./call.ts";

/** Recorders write a call when it begins or when it ends, or sort by either. */
const toleranceMs = 60_000;

/**
 * The calls whose time alone is out of order. Where the first or the last two contradict each other, either can be
 * wrong, and both count. None in a file with another order.
 */
export function misplacedIn(calls: readonly RecordedCall[]): ReadonlySet<RecordedCall> {
  const misplaced = new Set(
    calls.filter((call, place) => {
      const [before, after] = [calls[place - 1], calls[place + 1]];
      const isNextInOrder = before === undefined || after === undefined || !isLater(before, after);
      return isNextInOrder && (isLater(before, call) || isLater(call, after));
    }),
  );
  const others = calls.filter((call) => !misplaced.has(call));
  const isInOrder = others.every((call, place) => !isLater(call, others[place + 1]));
  return isInOrder && others.length > misplaced.size ? misplaced : new Set();
}

/** Whether a call began well after the end of another. */
function isLater(one: RecordedCall | undefined, other: RecordedCall | undefined): boolean {
  return (
    one !== undefined && other !== undefined && one.sentAtMs > other.answeredAtMs + toleranceMs
  );
}
