import { describe, expect, it } from "vitest";

import type { QuotaLimits } from "../../../src/domain/model/quota.ts";
import { burstPerMinute, hourMs, newQuotaLimiter } from "../../../src/domain/model/quota.ts";

const fiveHundred: QuotaLimits = { perHour: 500, burstWindow: "rolling-60-s" };
const halfPastSeven = Date.parse("2026-03-02T07:30:00.000Z");

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
