import { callKey } from "./identity.ts";
import type { Call } from "./model.ts";

/** A shorter pause between a refusal and the same request again is not a back-off. */
const pauseMsMin = 100;

/** As many of the same request in a row are hammering. */
const runMin = 6;

const refusals: ReadonlySet<number> = new Set([429, 503]);

/** Whether a client sent the same request six times in a row, each within 100 ms of the 429 or 503 to the one before. */
export function isHammering(calls: readonly Call[]): boolean {
  const requests = Map.groupBy(calls, requestKey);
  return [...requests.values()].some((same) => longestRun(same) >= runMin);
}

/** A client that repeats what was refused after ever longer pauses is due again within as many times the last one. */
const growthMax = 3;

/** Whether the pause since the last call is one that a back-off takes, at `untilMs`: the call was refused and had been repeated before. */
export function isBackingOff(calls: readonly Call[], untilMs: number): boolean {
  const last = calls.toSorted((one, other) => other.sentAtMs - one.sentAtMs)[0];
  if (last === undefined || !refusals.has(last.status)) return false;
  const [newest, before] = calls
    .filter((call) => requestKey(call) === requestKey(last))
    .map(({ sentAtMs }) => sentAtMs)
    .toSorted((one, other) => other - one);
  if (newest === undefined || before === undefined) return false;
  return untilMs - newest < growthMax * (newest - before);
}

/** The operation, the subject and the body, whatever its place among such calls. */
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
