import { describe, expect, it } from "vitest";

import { dueInMs, quotaDueInMs } from "../../../../src/apps/console/parts/due.ts";

const running = { now: "2026-03-02T09:00:00.000Z", mode: "system", rate: 1 } as const;
const later = (ms: number): string => new Date(Date.parse(running.now) + ms).toISOString();
const used = { usedLastHour: 50, usedLastMinute: 50, nextAllowedAt: later(2_000) };

describe("the time until a fact changes without an event", () => {
  it.each([
    ["the first moment ahead", running, [later(9_000), null, later(3_000), later(-1)], 3_001],
    ["a fast clock", { ...running, rate: 10 }, [later(60_000)], 6_001],
    ["a very fast clock", { ...running, rate: 3_600 }, [later(60_000)], 250],
    ["a moment far away", running, [later(1e9)], 3_600_000],
    ["nothing ahead", running, [later(-1), null, undefined], null],
    ["a frozen clock", { ...running, mode: "frozen", rate: null }, [later(3_000)], null],
  ] as const)("is that of %s", (_name, clock, moments, expected) => {
    expect(dueInMs(clock, moments)).toBe(expected);
  });

  it.each([
    ["its next allowed request", running, [used], 2_001],
    [
      "its fall, which is read every five seconds",
      running,
      [{ ...used, nextAllowedAt: later(0) }],
      5_000,
    ],
    [
      "the fall of its hour",
      running,
      [{ ...used, usedLastMinute: 0, nextAllowedAt: later(0) }],
      20_000,
    ],
    ["a fast clock", { ...running, rate: 60 }, [{ ...used, nextAllowedAt: later(0) }], 1_000],
    ["an unused key", running, [{ ...used, usedLastHour: 0, usedLastMinute: 0 }], null],
    ["a frozen clock", { ...running, mode: "frozen" }, [used], null],
    ["no key", running, [], null],
  ] as const)("of what a key used is that of %s", (_name, clock, quotas, expected) => {
    expect(quotaDueInMs(clock, quotas)).toBe(expected);
  });
});
