/**
 * The limiter of one key (interface 8; rules quota.rolling-hour, quota.burst). It keeps the times of
 * counted requests, oldest first. The entry `quota` positions back decides the hourly limit, the entry
 * `burst` positions back the minute's. Times never decrease: they come from the workspace's clock.
 */
export const hourMs = 3_600_000;
export const minuteMs = 60_000;

/** Entries kept beyond the quota, so that raising the quota later still counts earlier requests. */
const spareEntries = 4_096;
/** Entries kept for a key without a quota, for `usedWithin`. */
export const countedMax = 1_000_000;

export interface QuotaLimits {
  /** Requests in any hour, 1 or more, or null for no limit. */
  readonly perHour: number | null;
  /** Whether the burst counts the last 60 s or the current minute of the clock (rule quota.burst). */
  readonly burstWindow: "rolling-60-s" | "clock-minute";
}

/** What remains of one of the two windows of a quota. */
export interface WindowUsage {
  readonly name: "hour" | "minute";
  readonly windowMs: number;
  /** Requests that the window allows. */
  readonly limit: number;
  readonly remaining: number;
  /** The first moment at which `remaining` grows without further requests; now, when it cannot grow. */
  readonly growsAt: number;
}

export interface QuotaUsage {
  readonly windows: readonly [hour: WindowUsage, minute: WindowUsage];
  /** The window with fewer requests left; on a tie, the one that grows later. */
  readonly binding: WindowUsage;
}

export interface QuotaLimiter {
  /** Counts one request at `now`. */
  readonly record: (now: number, limits: QuotaLimits) => void;
  /** Counts requests that were never sent, at any past times. */
  readonly add: (times: readonly number[]) => void;
  /** Removes one request counted at `at`, if it is still known. */
  readonly refund: (at: number) => void;
  /** The first moment, `now` or later, at which a request is allowed. */
  readonly nextAllowedAt: (now: number, limits: QuotaLimits) => number;
  /** What remains of both windows at `now`; null without a quota. */
  readonly standing: (now: number, limits: QuotaLimits) => QuotaUsage | null;
  /** Requests counted in the `windowMs` that end at `now`. */
  readonly usedWithin: (now: number, windowMs: number) => number;
  /** All known times, oldest first. */
  readonly times: () => readonly number[];
}

/** A limiter that has counted requests at `times`, oldest first. */
export function newQuotaLimiter(times: readonly number[] = []): QuotaLimiter {
  let counted = [...times];
  return {
    record(now, limits) {
      const most = (limits.perHour ?? countedMax) + spareEntries - 1;
      const gone = Math.max(countUpTo(counted, now - hourMs), counted.length - most);
      if (gone > 0) counted.splice(0, gone);
      counted.push(now);
    },
    add(more) {
      const all = [...counted, ...more].toSorted((one, other) => one - other);
      counted = all.slice(-countedMax);
    },
    refund(at) {
      const index = countUpTo(counted, at) - 1;
      if (counted[index] === at) counted.splice(index, 1);
    },
    nextAllowedAt(now, limits) {
      if (limits.perHour === null) return now;
      const hour = counted.length - limits.perHour;
      const minute = counted.length - burstPerMinute(limits.perHour);
      return Math.max(
        now,
        hour < 0 ? now : timeAt(counted, hour) + hourMs,
        minute < 0 ? now : minuteEnd(timeAt(counted, minute), limits.burstWindow),
      );
    },
    standing: (now, limits) =>
      limits.perHour === null
        ? null
        : standingOf(counted, now, { ...limits, perHour: limits.perHour }),
    usedWithin: (now, windowMs) => countUpTo(counted, now) - countUpTo(counted, now - windowMs),
    times: () => [...counted],
  };
}

/** How many of `times`, oldest first, are at or before `moment`. */
function countUpTo(times: readonly number[], moment: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timeAt(times, middle) > moment) high = middle;
    else low = middle + 1;
  }
  return low;
}

function timeAt(times: readonly number[], index: number): number {
  return times[index] ?? Number.POSITIVE_INFINITY;
}

function standingOf(
  times: readonly number[],
  now: number,
  { perHour, burstWindow }: QuotaLimits & { readonly perHour: number },
): QuotaUsage {
  const standing = (
    window: Pick<WindowUsage, "name" | "windowMs" | "limit">,
    from: number,
    leavesAt: (at: number) => number,
  ): WindowUsage => {
    const before = countUpTo(times, from);
    const used = times.length - before;
    // A window over its limit has room again once all excess requests have left it.
    const first = Math.max(before, times.length - window.limit);
    const remaining = Math.max(0, window.limit - used);
    return { ...window, remaining, growsAt: used === 0 ? now : leavesAt(timeAt(times, first)) };
  };
  const hour = standing(
    { name: "hour", windowMs: hourMs, limit: perHour },
    now - hourMs,
    (at) => at + hourMs,
  );
  const minute = standing(
    { name: "minute", windowMs: minuteMs, limit: burstPerMinute(perHour) },
    minuteStart(now, burstWindow),
    (at) => minuteEnd(at, burstWindow),
  );
  return { windows: [hour, minute], binding: bindingOf(hour, minute) };
}

function bindingOf(hour: WindowUsage, minute: WindowUsage): WindowUsage {
  if (hour.remaining !== minute.remaining) return hour.remaining < minute.remaining ? hour : minute;
  // A full window cannot grow, whatever the other does.
  if (minute.remaining === minute.limit) return minute;
  return hour.growsAt > minute.growsAt ? hour : minute;
}

/** The limit per minute: six times the hourly average, at least one (interface 8; rule quota.burst). */
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
