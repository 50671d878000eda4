/**
 * Moves the times of a recording to those of the service: the recording machine's clock may differ from it, or may
 * have been set between two calls.
 */
import { isJsonObject } from "../../base/values/json.ts";
import { Date } from "../../base/values/native-timers.ts";
import type { RecordedCall } from "./call.ts";
import { misplacedIn } from "./misplaced.ts";
import { answeredOn } from "./read-call.ts";

/** How far the service's clock is ahead at a call, and how long the call took. Milliseconds. */
interface Ahead {
  readonly by: number;
  readonly within: number;
}

/** The calls of one file in service time, without those whose time is wrong and that show no other. */
export function inServiceTime(calls: readonly RecordedCall[]): {
  readonly calls: readonly RecordedCall[];
  readonly misplaced: number;
} {
  const misplaced = misplacedIn(calls);
  const by = aheadOfFile(calls.filter((call) => !misplaced.has(call)));
  const placed = calls.flatMap((call) => {
    const moved = movedBy(call, by);
    const [ahead] = aheadOf(moved, createdAt(call) ?? answeredOn(call));
    if (ahead === undefined) return misplaced.has(call) ? [] : [moved];
    return [fits(ahead, singleToleranceMs) ? moved : movedBy(moved, ahead.by - ahead.within)];
  });
  return { calls: placed, misplaced: calls.length - placed.length };
}

/** Creates show the time of the service exactly, the header Date to the second. */
function aheadOfFile(calls: readonly RecordedCall[]): number {
  const byCreates = correction(
    calls.flatMap((call) => aheadOf(call, createdAt(call))),
    createToleranceMs,
  );
  const byDates = correction(
    calls.flatMap((call) => aheadOf(call, answeredOn(call))),
    dateToleranceMs,
  );
  if (byCreates === null || byDates === null) return byCreates ?? byDates ?? 0;
  // Where they disagree, a create has a wrong time of its own.
  return Math.abs(byCreates - byDates) > singleToleranceMs ? byDates : byCreates;
}

const createToleranceMs = 50;
/** The header has whole seconds, and proxies add some. */
const dateToleranceMs = 2_000;
/** The servers of a service may differ by seconds, and their calls stay in order. */
const singleToleranceMs = 60_000;

function aheadOf(
  { sentAtMs, answeredAtMs }: RecordedCall,
  moment: number | null,
): readonly Ahead[] {
  return moment === null ? [] : [{ by: moment - sentAtMs, within: answeredAtMs - sentAtMs }];
}

function fits({ by, within }: Ahead, toleranceMs: number): boolean {
  return by >= -toleranceMs && by <= within + toleranceMs;
}

/** The median difference; 0 where the two clocks agree at some call, null without a call. */
function correction(ahead: readonly Ahead[], toleranceMs: number): number | null {
  if (ahead.some((one) => fits(one, toleranceMs))) return 0;
  const sorted = ahead.map(({ by }) => by).toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}

function movedBy(call: RecordedCall, by: number): RecordedCall {
  if (by === 0) return call;
  return { ...call, sentAtMs: call.sentAtMs + by, answeredAtMs: call.answeredAtMs + by };
}

function createdAt({ method, status, json }: RecordedCall): number | null {
  if (method !== "POST" || status !== 201 || !isJsonObject(json)) return null;
  const { data } = json;
  const written = isJsonObject(data) ? data["createdAt"] : null;
  const at = typeof written === "string" ? Date.parse(written) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
