import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { QuotaLimits } from "../../src/domain/model/quota.ts";
import { burstPerMinute, hourMs, minuteMs, newQuotaLimiter } from "../../src/domain/model/quota.ts";
import { seeded } from "./seeded.ts";

/**
 * One step in the life of a key: time passes, then it sends a request, is charged for a refusal, or
 * gets a refund.
 */
interface Step {
  readonly pause: number;
  readonly act: "send" | "charge" | "refund" | "look";
  readonly times: number;
  readonly limits: QuotaLimits;
}

const perHour = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 1, max: 25 }),
  fc.integer({ min: 26, max: 600 }),
);
const burstWindow = fc.constantFrom("rolling-60-s", "clock-minute");
const limits: fc.Arbitrary<QuotaLimits> = fc.record({ perHour, burstWindow });
const pause = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 20_000 }),
  fc.integer({ min: minuteMs - 2, max: minuteMs + 2 }),
  fc.integer({ min: hourMs - 2, max: hourMs + 2 }),
  fc.integer({ min: hourMs - minuteMs, max: hourMs + 2 }),
);
const life: fc.Arbitrary<readonly Step[]> = fc.oneof(
  limits.chain((fixed) => fc.array(step(fc.constant(fixed)), { maxLength: 60, size: "max" })),
  fc.array(step(limits), { maxLength: 60, size: "max" }),
);

function step(of: fc.Arbitrary<QuotaLimits>): fc.Arbitrary<Step> {
  const act = fc.constantFrom<Step["act"][]>("send", "send", "send", "charge", "refund", "look");
  return fc.record({ pause, act, times: fc.integer({ min: 1, max: 30 }), limits: of });
}

describe("newQuotaLimiter", () => {
  it("allows a request exactly when a naive count has room in the hour and the minute (8)", () => {
    fc.assert(
      fc.property(life, (steps) => {
        live(steps, (ring, naive, { now, limits: current }) => {
          const isAllowed = ring.nextAllowedAt(now, current) === now;
          expect(isAllowed).toBe(naive.remaining(now, current) > 0);
        });
      }),
      seeded(300),
    );
  });

  it("reports the first moment at which the naive count has room again (8)", () => {
    fc.assert(
      fc.property(life, (steps) => {
        live(steps, (ring, naive, { now, limits: current }) => {
          expect(ring.nextAllowedAt(now, current)).toBe(naive.nextAllowedAt(now, current));
        });
      }),
      seeded(200),
    );
  });

  it("reports the remaining quota and the moment when it next grows, as the naive count does (8)", () => {
    fc.assert(
      fc.property(life, (steps) => {
        live(steps, (ring, naive, { now, limits: current }) => {
          const standing = ring.standing(now, current);
          expect(standing === null).toBe(current.perHour === null);
          if (standing === null) return;
          const { remaining, growsAt } = standing.binding;
          expect({ remaining, growsAt }).toEqual(naive.standing(now, current));
          const [hour, minute] = standing.windows;
          expect(Math.min(hour.remaining, minute.remaining)).toBe(remaining);
        });
      }),
      seeded(200),
    );
  });

  it("reports the use within any window up to an hour (8)", () => {
    fc.assert(
      fc.property(life, fc.integer({ min: 1, max: hourMs }), (steps, windowMs) => {
        live(steps, (ring, naive, { now }) => {
          expect(ring.usedWithin(now, windowMs)).toBe(naive.used(now - windowMs, now));
        });
      }),
      seeded(200),
    );
  });

  it("continues from its saved times as if it had never been closed (8)", () => {
    fc.assert(
      fc.property(life, limits, (steps, later) => {
        live(steps, (ring, _naive, { now }) => {
          const again = newQuotaLimiter(ring.times());
          expect(again.standing(now, later)).toEqual(ring.standing(now, later));
          expect(again.nextAllowedAt(now, later)).toBe(ring.nextAllowedAt(now, later));
        });
      }),
      seeded(100),
    );
  });
});

interface Moment {
  readonly now: number;
  readonly limits: QuotaLimits;
}

/** Runs `steps` with a ring and with a naive count, and calls `check` after each. */
function live(
  steps: readonly Step[],
  check: (ring: ReturnType<typeof newQuotaLimiter>, naive: NaiveQuota, moment: Moment) => void,
): void {
  const ring = newQuotaLimiter();
  const naive = newNaiveQuota();
  let now = Date.UTC(2026, 2, 2, 9);
  for (const { pause: passed, act, times, limits: current } of steps) {
    now += passed;
    for (let time = 0; time < times; time += 1) {
      if (act === "refund") {
        ring.refund(now);
        naive.refund(now);
      } else if (act === "charge" || (act === "send" && naive.remaining(now, current) > 0)) {
        ring.record(now, current);
        naive.record(now);
      }
    }
    check(ring, naive, { now, limits: current });
  }
}

type NaiveQuota = ReturnType<typeof newNaiveQuota>;

/** Keeps every time ever counted, and scans all of them for each question. */
function newNaiveQuota() {
  const times: number[] = [];
  const used = (from: number, to: number): number =>
    times.filter((at) => at > from && at <= to).length;
  const remaining = (now: number, current: QuotaLimits): number => {
    if (current.perHour === null) return Number.POSITIVE_INFINITY;
    const hour = current.perHour - used(now - hourMs, now);
    const minute = burstPerMinute(current.perHour) - used(minuteStart(now, current), now);
    return Math.max(0, Math.min(hour, minute));
  };
  /** The moments from `now` on at which a count can fall. */
  const turns = (now: number): readonly number[] =>
    [...new Set(times)]
      .flatMap((at) => [at + hourMs, at + minuteMs, at - (at % minuteMs) + minuteMs])
      .filter((moment) => moment > now)
      .toSorted((one, other) => one - other);
  return {
    used,
    remaining,
    record: (now: number): void => void times.push(now),
    refund(at: number): void {
      const index = times.lastIndexOf(at);
      if (index >= 0) times.splice(index, 1);
    },
    nextAllowedAt: (now: number, current: QuotaLimits): number | undefined =>
      [now, ...turns(now)].find((moment) => remaining(moment, current) > 0),
    standing(now: number, current: QuotaLimits) {
      const left = remaining(now, current);
      const growsAt = turns(now).find((moment) => remaining(moment, current) > left) ?? now;
      return { remaining: left, growsAt };
    },
  };
}

/** The last moment that does not count towards the minute of `now`. */
function minuteStart(now: number, { burstWindow: window }: QuotaLimits): number {
  return window === "rolling-60-s" ? now - minuteMs : now - (now % minuteMs) - 1;
}
