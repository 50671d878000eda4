/** When facts that depend on the clock of the workspace change without an event. */
import type { Clock } from "./resource.tsx";

/** The part of a clock that matters here, as it was read together with the facts. */
type ReadClock = Pick<Clock, "now" | "rate" | "mode">;

/** A clock with a rate runs through a limit's window in less real time. */
const soonestMs = 250;
/** A timer for longer would overflow, and the page reloads long before. */
const longestMs = 3_600_000;

/** The real milliseconds until the first of those moments that is still to come; null for none, or a frozen clock. */
export function dueInMs(
  clock: ReadClock,
  moments: readonly (string | null | undefined)[],
): number | null {
  if (clock.mode === "frozen") return null;
  const now = Date.parse(clock.now);
  const ahead = moments.flatMap((at) => {
    const inMs = typeof at === "string" ? Date.parse(at) - now : 0;
    return inMs > 0 ? [inMs / (clock.rate ?? 1)] : [];
  });
  if (ahead.length === 0) return null;
  return Math.min(Math.max(Math.min(...ahead) + 1, soonestMs), longestMs);
}

type Used = Readonly<{ usedLastHour: number; usedLastMinute: number; nextAllowedAt: string }>;

/** How often a count of the last minute or hour is read again while it falls. */
const fallingMs = 5_000;

/** The same for what keys have used: it falls with time, until nothing is left of it. */
export function quotaDueInMs(clock: ReadClock, quotas: readonly Used[]): number | null {
  if (clock.mode === "frozen" || quotas.every(({ usedLastHour }) => usedLastHour === 0)) {
    return null;
  }
  const next = dueInMs(
    clock,
    quotas.map(({ nextAllowedAt }) => nextAllowedAt),
  );
  const isFast = quotas.some(({ usedLastMinute }) => usedLastMinute > 0);
  const falling = Math.max((isFast ? fallingMs : fallingMs * 4) / (clock.rate ?? 1), 1_000);
  return Math.min(next ?? falling, falling);
}
