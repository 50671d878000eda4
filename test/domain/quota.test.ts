import { describe, expect, it } from "vitest";

import type { QuotaLimits } from "../../src/domain/quota.ts";
import { burstPerMinute, hourMs, minuteMs, newQuotaLimiter } from "../../src/domain/quota.ts";

const fiveHundred: QuotaLimits = { perHour: 500, burstWindow: "rolling-60-s" };
const unlimited: QuotaLimits = { perHour: null, burstWindow: "rolling-60-s" };
const halfPastSeven = Date.parse("2026-03-02T07:30:00.000Z");

/** A ring with `count` requests, spread evenly over the time between `from` and `to`. */
function spread(count: number, from: number, to: number): ReturnType<typeof newQuotaLimiter> {
  const step = (to - from) / (count - 1);
  return newQuotaLimiter(
    Array.from({ length: count }, (_, index) => Math.round(from + index * step)),
  );
}

describe("burstPerMinute", () => {
  it.each([
    { perHour: 500, cap: 50 },
    { perHour: 100, cap: 10 },
    { perHour: 200, cap: 20 },
    { perHour: 19, cap: 1 },
    { perHour: 20, cap: 2 },
    { perHour: 1, cap: 1 },
  ])("is $cap for $perHour requests an hour (8)", ({ perHour, cap }) => {
    expect(burstPerMinute(perHour)).toBe(cap);
  });
});

describe("nextAllowedAt", () => {
  it("is 08:30 after 500 requests from 07:30 to 07:45 (8)", () => {
    const ring = spread(500, halfPastSeven, halfPastSeven + 15 * minuteMs);
    const allowedAt = ring.nextAllowedAt(halfPastSeven + 20 * minuteMs, fiveHundred);
    expect(new Date(allowedAt).toISOString()).toBe("2026-03-02T08:30:00.000Z");
  });

  it.each([
    { burstWindow: "rolling-60-s", at: "2026-03-02T07:31:20.000Z" },
    { burstWindow: "clock-minute", at: "2026-03-02T07:31:00.000Z" },
  ] as const)("is $at after a burst at 07:30:20 by $burstWindow (8)", ({ burstWindow, at }) => {
    const burst = halfPastSeven + 20_000;
    const ring = newQuotaLimiter(Array.from({ length: 50 }, () => burst));
    const allowedAt = ring.nextAllowedAt(burst, { perHour: 500, burstWindow });
    expect(new Date(allowedAt).toISOString()).toBe(at);
  });

  it("is now for a key without a quota, after any number of requests (8)", () => {
    const ring = newQuotaLimiter(Array.from({ length: 1_000 }, () => halfPastSeven));
    expect(ring.nextAllowedAt(halfPastSeven, unlimited)).toBe(halfPastSeven);
    expect(ring.standing(halfPastSeven, unlimited)).toBeNull();
  });

  it("counts requests under a smaller quota after a raise (8)", () => {
    const ring = newQuotaLimiter();
    const small: QuotaLimits = { perHour: 1, burstWindow: "rolling-60-s" };
    for (let sent = 0; sent < 50; sent += 1) ring.record(halfPastSeven, small);
    expect(ring.nextAllowedAt(halfPastSeven, fiveHundred)).toBe(halfPastSeven + minuteMs);
  });
});

describe("standing", () => {
  it("is a whole burst for an unused key (8)", () => {
    const binding = { name: "minute", limit: 50, remaining: 50, growsAt: halfPastSeven };
    expect(newQuotaLimiter().standing(halfPastSeven, fiveHundred)).toMatchObject({ binding });
  });

  it("has the time at which enough requests have left the hour for a lowered quota (8)", () => {
    const ring = spread(10, halfPastSeven, halfPastSeven + 9 * minuteMs);
    const lowered: QuotaLimits = { perHour: 4, burstWindow: "rolling-60-s" };
    expect(ring.standing(halfPastSeven + 30 * minuteMs, lowered)?.binding).toEqual({
      name: "hour",
      windowMs: hourMs,
      limit: 4,
      remaining: 0,
      growsAt: halfPastSeven + 6 * minuteMs + hourMs,
    });
  });
});

describe("record", () => {
  it("drops requests older than an hour, so that a ring stays within the quota and its reserve (8)", () => {
    const ring = newQuotaLimiter();
    for (let hour = 0; hour < 3; hour += 1) {
      ring.record(halfPastSeven + hour * hourMs, fiveHundred);
    }
    expect(ring.times()).toEqual([halfPastSeven + 2 * hourMs]);
  });

  it("keeps at most the quota and 4096 more requests of one hour (8)", () => {
    const ring = newQuotaLimiter();
    const one: QuotaLimits = { perHour: 1, burstWindow: "rolling-60-s" };
    for (let sent = 0; sent < 5_000; sent += 1) ring.record(halfPastSeven + sent, one);
    expect(ring.times()).toHaveLength(4_097);
    expect(ring.times().at(-1)).toBe(halfPastSeven + 4_999);
  });
});

describe("refund", () => {
  it("removes one request of that time, if there is one (8)", () => {
    const ring = newQuotaLimiter([1, 2, 2, 3]);
    ring.refund(2);
    ring.refund(9);
    expect(ring.times()).toEqual([1, 2, 3]);
  });
});
