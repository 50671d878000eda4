/**
 * Moves the times of a recording to those of the service: the recording machine's clock may differ from it, or may
 * have been set between two calls.
 */
import { isJsonObject } from "../../../base/values/json.ts";
import { Date } from "../../../base/values/native-timers.ts";
import type { LeadEntry } from "./lead-entry.ts";
import { misplacedIn } from "./misplaced.ts";

/** How far the service's clock is ahead at a call, and how long the call took. Milliseconds. */
interface Ahead {
  readonly by: number;
  readonly within: number;
}

/** The calls of one file in service time, without those whose time is wrong and that show no other. */
export function inServiceTime(entries: readonly LeadEntry[]): {
  readonly entries: readonly LeadEntry[];
  readonly misplaced: number;
} {
  const misplaced = misplacedIn(entries);
  const by = aheadOfFile(entries.filter((entry) => !misplaced.has(entry)));
  const placed = entries.flatMap((entry) => {
    const moved = movedBy(entry, by);
    const [ahead] = aheadOf(moved, createdAt(entry) ?? entry.answeredOn);
    if (ahead === undefined) return misplaced.has(entry) ? [] : [moved];
    return [fits(ahead, singleToleranceMs) ? moved : movedBy(moved, ahead.by - ahead.within)];
  });
  return { entries: placed, misplaced: entries.length - placed.length };
}

/** Creates show the time of the service exactly, the header Date to the second. */
function aheadOfFile(entries: readonly LeadEntry[]): number {
  const byCreates = correction(
    entries.flatMap((entry) => aheadOf(entry, createdAt(entry))),
    createToleranceMs,
  );
  const byDates = correction(
    entries.flatMap((entry) => aheadOf(entry, entry.answeredOn)),
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

function aheadOf({ at, endAt }: LeadEntry, moment: number | null): readonly Ahead[] {
  return moment === null ? [] : [{ by: moment - at, within: endAt - at }];
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

function movedBy(entry: LeadEntry, by: number): LeadEntry {
  return by === 0 ? entry : { ...entry, at: entry.at + by, endAt: entry.endAt + by };
}

function createdAt({ method, status, answer }: LeadEntry): number | null {
  if (method !== "POST" || status !== 201 || !isJsonObject(answer)) return null;
  const { data } = answer;
  const written = isJsonObject(data) ? data["createdAt"] : null;
  const at = typeof written === "string" ? Date.parse(written) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
