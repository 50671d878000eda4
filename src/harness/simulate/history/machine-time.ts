/** Detects a client that filters by the time of the machine instead of the workspace's. */
import { Date, dateNow } from "../../../base/values/native-timers.ts";
import type { SeenCall } from "../model.ts";
import { requestOf } from "./same-calls.ts";

const dayMs = 86_400_000;

/** Why the times of a call mean nothing, or null. The history began at `startsAt`, in epoch milliseconds. */
export function machineTimeProblem(call: SeenCall, startsAt: number): string | null {
  const filter = new URLSearchParams(call.query).get("filter");
  if (filter === null || Math.abs(dateNow() - startsAt) < 2 * dayMs) return null;
  const times = Array.from(filter.matchAll(/\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?/g));
  const machine = times.find(([text]) => {
    const time = Date.parse(text);
    return Math.abs(time - dateNow()) < dayMs && Math.abs(time - call.sentAtMs) > dayMs;
  });
  if (machine === undefined) return null;
  return `The client filters by the time of this machine: ${requestOf(call).slice(0, 400)}
The workspace's time is ${new Date(call.sentAtMs).toISOString()}. Read the time from the variable LEAD_SANDBOX_NOW (the start of the tick), from the file that LEAD_SANDBOX_CLOCK names, or from the Date header of an answer; or try --clock faketime.`;
}
