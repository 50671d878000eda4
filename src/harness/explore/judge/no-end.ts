/** Why a client did not end, judged by the calls of a run that had 90 s. */
import type { ObservedCall } from "../model.ts";
import { isReadCall } from "../plan/hazards.ts";
import type { Scope } from "./fault-records.ts";
import { requestKey } from "./same-request.ts";

/** A call that is open for so long is one without a time limit: the usual limit is 30 s. */
const openMsMin = 60_000;

/** How often a client sends a request that cannot succeed before it counts as endless. */
const repeatsMin = 5;

/** Refusals of what a request says. A 429 or 5xx invites a retry. */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 409, 410, 413, 415, 422]);

/** Whether a call was open for 60 s at the end, and no other was made in that time. */
export function hangs(scope: Scope): boolean {
  const { calls } = scope;
  const last = Math.max(0, ...calls.map(({ sentAtMs }) => sentAtMs));
  return msAfter(last, scope) >= openMsMin && calls.some(({ isOpen }) => isOpen);
}

/** How long a run went on after `last`, in milliseconds. Stalls of the sandbox do not count. */
export function msAfter(last: number, { durationMs, stalls }: Scope): number {
  const stalledMs = stalls.reduce(
    (sum, { fromMs, toMs }) => sum + Math.max(0, toMs - Math.max(fromMs, last)),
    0,
  );
  return durationMs - last - stalledMs;
}

/**
 * Whether the last call is a write that the client sent at least four times before, each time with a refusal of what it
 * says. Reads in between do not count: a client may wait for a record.
 */
export function isEndless({ calls }: Scope): boolean {
  const inOrder = calls.toSorted((one, other) => one.sentAtMs - other.sentAtMs);
  const last = inOrder.at(-1);
  if (last === undefined || isReadCall(last)) return false;
  const writes = inOrder.filter((call) => !isReadCall(call)).slice(-repeatsMin);
  return writes.length === repeatsMin && writes.every((call) => isSameRefusal(call, last));
}

function isSameRefusal(call: ObservedCall, last: ObservedCall): boolean {
  return refusals.has(call.status) && requestKey(call) === requestKey(last);
}
