/** What a client did last in a run that did not end. */
import type { ObservedCall } from "../model.ts";
import { requestKey } from "./same-request.ts";

/** The last call of a client as a clause, such as `the last call repeats a 409`. */
export function endingOf(calls: readonly ObservedCall[]): string {
  const inOrder = calls.toSorted((one, other) => one.sentAtMs - other.sentAtMs);
  const last = inOrder.at(-1);
  if (last === undefined) return "it made no call";
  if (last.isOpen) return "the last call waits for its answer";
  if (last.status === 0) return "the last call got no answer";
  const key = requestKey(last);
  const isRepeated = inOrder
    .slice(0, -1)
    .some((call) => call.status === last.status && requestKey(call) === key);
  return isRepeated
    ? `the last call repeats a ${last.status}`
    : `the last call was answered with ${last.status}`;
}
