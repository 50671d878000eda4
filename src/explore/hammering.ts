import { callKey } from "./identity.ts";
import type { Call } from "./model.ts";

/** The minimum pause between a refusal and a retry that counts as a back-off, in milliseconds. */
const pauseMsMin = 100;

/** The number of equal requests in a row that counts as hammering. */
const runMin = 6;

const refusals: ReadonlySet<number> = new Set([429, 503]);

/** Whether a client sent the same request six times in a row, each within 100 ms of the previous 429 or 503. */
export function isHammering(calls: readonly Call[]): boolean {
  const requests = Map.groupBy(calls, requestKey);
  return [...requests.values()].some((same) => longestRun(same) >= runMin);
}

/** Identifies equal requests, regardless of their ordinal. */
function requestKey({ id, query, body }: Call): string {
  return JSON.stringify([callKey({ ...id, ordinal: 0 }), query, body]);
}

function longestRun(calls: readonly Call[]): number {
  let longest = 0;
  let run = 0;
  let before: Call | null = null;
  for (const call of calls.toSorted((one, other) => one.sentAtMs - other.sentAtMs)) {
    const isAtOnce =
      before !== null &&
      refusals.has(before.status) &&
      call.sentAtMs - before.answeredAtMs < pauseMsMin;
    run = isAtOnce ? run + 1 : 1;
    longest = Math.max(longest, run);
    before = call;
  }
  return longest;
}
