/**
 * The limiter of one key (interface 8; rules quota.rolling-hour, quota.burst). The times at which requests
 * were counted stand in a ring, oldest first; one look at the entry `quota` places back answers the hour,
 * one at the entry `burst` places back answers the minute. Times only grow: they come from the workspace's clock.
 */
import { newTimeRing } from "./time-ring.ts";

export const hourMs = 3_600_000;
export const minuteMs = 60_000;

/** Entries kept beyond the quota, so that a quota raised later still finds what was used. */
const spareEntries = 4_096;
/** Entries kept for a key with no quota, for what `usedWithin` tells. */
const unlimitedEntries = 1_000_000;

export interface QuotaLimits {
  /** Requests in any hour, 1 or more, or null for no limit. */
  readonly perHour: number | null;
  /** Whether the burst is counted over the last 60 s or by the minute of the clock (rule quota.burst). */
  readonly burstWindow: "rolling-60-s" | "clock-minute";
}

export interface QuotaStanding {
  readonly perHour: number;
  readonly remaining: number;
  /** The first moment at which `remaining` has grown, if nothing is sent until then; now, when it cannot grow. */
  readonly growsAt: number;
}

export interface QuotaRing {
  /** Counts one request at `now`. */
  readonly record: (now: number, limits: QuotaLimits) => void;
  /** Takes back one request counted at `at`, if it is still there. */
  readonly refund: (at: number) => void;
  /** The first moment, `now` or later, at which a request is allowed. */
  readonly nextAllowedAt: (now: number, limits: QuotaLimits) => number;
  /** How many requests are left at `now`, and when there will be more; null without a quota. */
  readonly standing: (now: number, limits: QuotaLimits) => QuotaStanding | null;
  /** Requests counted in the `windowMs` that end at `now`. */
  readonly usedWithin: (now: number, windowMs: number) => number;
  /** Every time still kept, oldest first. */
  readonly times: () => readonly number[];
}

/** A limiter that has counted requests at `times`, oldest first. */
export function newQuotaRing(times: readonly number[] = []): QuotaRing {
  const ring = newTimeRing(times);
  const window = (from: number, size: number, leaves: (at: number) => number) => {
    const before = ring.countUpTo(from);
    const used = ring.length() - before;
    // Beyond its size, a window has room only once all that is too many has left it.
    const first = Math.max(before, ring.length() - size);
    return { left: Math.max(0, size - used), growsAt: used === 0 ? null : leaves(ring.at(first)) };
  };
  return {
    record(now, limits) {
      while (ring.length() > 0 && ring.at(0) <= now - hourMs) ring.dropFirst();
      if (ring.length() >= (limits.perHour ?? unlimitedEntries) + spareEntries) ring.dropFirst();
      ring.push(now);
    },
    refund(at) {
      const index = ring.countUpTo(at) - 1;
      if (index >= 0 && ring.at(index) === at) ring.removeAt(index);
    },
    nextAllowedAt(now, limits) {
      if (limits.perHour === null) return now;
      const hour = ring.length() - limits.perHour;
      const minute = ring.length() - burstPerMinute(limits.perHour);
      return Math.max(
        now,
        hour < 0 ? now : ring.at(hour) + hourMs,
        minute < 0 ? now : minuteEnd(ring.at(minute), limits.burstWindow),
      );
    },
    standing(now, limits) {
      const { perHour, burstWindow } = limits;
      if (perHour === null) return null;
      const hour = window(now - hourMs, perHour, (at) => at + hourMs);
      const minute = window(minuteStart(now, burstWindow), burstPerMinute(perHour), (at) =>
        minuteEnd(at, burstWindow),
      );
      const remaining = Math.min(hour.left, minute.left);
      const binding = [hour, minute].filter(({ left }) => left === remaining);
      const growsAt = Math.max(...binding.map((one) => one.growsAt ?? Number.POSITIVE_INFINITY));
      return { perHour, remaining, growsAt: Number.isFinite(growsAt) ? growsAt : now };
    },
    usedWithin: (now, windowMs) => ring.countUpTo(now) - ring.countUpTo(now - windowMs),
    times: () => Array.from({ length: ring.length() }, (_, index) => ring.at(index)),
  };
}

/** The cap per minute: six times the hourly average, at least one (interface 8; rule quota.burst). */
export function burstPerMinute(perHour: number): number {
  return Math.max(1, Math.floor((perHour * 6) / 60));
}

function minuteEnd(at: number, window: QuotaLimits["burstWindow"]): number {
  if (window === "rolling-60-s") return at + minuteMs;
  return (Math.floor(at / minuteMs) + 1) * minuteMs;
}

/** The last moment that does not count towards the minute of `now`. */
function minuteStart(now: number, window: QuotaLimits["burstWindow"]): number {
  if (window === "rolling-60-s") return now - minuteMs;
  return Math.floor(now / minuteMs) * minuteMs - 1;
}
