/** Moves the times of a recording to those of the service, whose clock may differ from the recording machine's. */
import { isJsonObject } from "../values/json.ts";
import type { LeadEntry } from "./lead-entry.ts";

/** How far the service's clock is ahead at a call, and how long the call took. Milliseconds. */
interface Ahead {
  readonly by: number;
  readonly within: number;
}

/** Moves the calls of one file. Creates show the time of the service exactly, the header Date to the second. */
export function inServiceTime(entries: readonly LeadEntry[]): readonly LeadEntry[] {
  const created = entries.flatMap((entry) => aheadOf(entry, createdAt(entry)));
  const by =
    created.length > 0
      ? correction(created, createToleranceMs)
      : correction(
          entries.flatMap((entry) => aheadOf(entry, entry.answeredOn)),
          dateToleranceMs,
        );
  if (by === 0) return entries;
  return entries.map((entry) => ({ ...entry, at: entry.at + by, endAt: entry.endAt + by }));
}

const createToleranceMs = 50;
/** The header has whole seconds, and proxies add some. */
const dateToleranceMs = 2_000;

function aheadOf({ at, endAt }: LeadEntry, moment: number | null): readonly Ahead[] {
  return moment === null ? [] : [{ by: moment - at, within: endAt - at }];
}

/** The median difference; 0 where the two clocks agree at some call, and without a call. */
function correction(ahead: readonly Ahead[], toleranceMs: number): number {
  const fits = ahead.some(({ by, within }) => by >= -toleranceMs && by <= within + toleranceMs);
  if (fits) return 0;
  const sorted = ahead.map(({ by }) => by).toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function createdAt({ method, status, answer }: LeadEntry): number | null {
  if (method !== "POST" || status !== 201 || !isJsonObject(answer)) return null;
  const { data } = answer;
  const written = isJsonObject(data) ? data["createdAt"] : null;
  const at = typeof written === "string" ? Date.parse(written) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
