import { describe, expect, it } from "vitest";

import { settingAt } from "../../../src/world/workspace/time/clock-setting.ts";
import { latestMoment, newClock } from "../../../src/world/workspace/time/clock.ts";

/** A system clock that a test sets. */
function systemAt(start: number) {
  let now = start;
  return {
    read: () => now,
    set(next: number) {
      now = next;
    },
  };
}

const quotas = {};

describe("now of a clock", () => {
  it("is the system time plus the offset", () => {
    const system = systemAt(1_000);
    const clock = newClock({ quotas, clock: { mode: "system", offsetMs: 500 } }, system.read);
    expect(clock.now()).toBe(1_500);
    system.set(2_000);
    expect(clock.now()).toBe(2_500);
  });

  it("stands still when the system time goes back, until that has caught up", () => {
    const system = systemAt(1_000);
    const clock = newClock({ quotas, clock: { mode: "system", offsetMs: 0 } }, system.read);
    const seen = [1_000, 400, 999, 1_001].map((moment) => {
      system.set(moment);
      return clock.now();
    });
    expect(seen).toEqual([1_000, 1_000, 1_000, 1_001]);
  });

  it("ends with the year 9999", () => {
    const clock = newClock(
      { quotas, clock: { mode: "system", offsetMs: latestMoment } },
      () => 1_000,
    );
    expect(new Date(clock.now()).toISOString()).toBe("9999-12-31T23:59:59.999Z");
  });

  it("does not move while frozen, regardless of the system time", () => {
    const system = systemAt(1_000);
    const clock = newClock({ quotas, clock: { mode: "frozen", now: 7 } }, system.read);
    system.set(9_000);
    expect(clock.now()).toBe(7);
  });
});

describe("during of a clock", () => {
  it("holds the time for its work only, also when nested", () => {
    const clock = newClock({ quotas, clock: { mode: "frozen", now: 1 } }, () => 0);
    const seen = clock.during(10, () => {
      const inner = clock.during(20, () => clock.now());
      return [inner, clock.now()];
    });
    expect([...seen, clock.now()]).toEqual([20, 10, 1]);
  });

  it("releases the time when the work throws", () => {
    const clock = newClock({ quotas, clock: { mode: "frozen", now: 1 } }, () => 0);
    const work = (): void =>
      clock.during(10, () => {
        throw new Error("failed");
      });
    expect(work).toThrow("failed");
    expect(clock.now()).toBe(1);
  });
});

describe("restore of a clock", () => {
  it("may move the clock back, as a reset does", () => {
    const clock = newClock({ quotas, clock: { mode: "system", offsetMs: 0 } }, () => 5_000);
    expect(clock.now()).toBe(5_000);
    clock.set({ mode: "system", offsetMs: -1_000 });
    expect(clock.now()).toBe(4_000);
    clock.set({ mode: "frozen", now: 3 });
    expect([clock.now(), clock.setting()]).toEqual([3, { mode: "frozen", now: 3 }]);
  });
});

describe("settingAt", () => {
  it.each(["frozen", "system"] as const)("shows the time for a given system time: %s", (mode) => {
    const system = systemAt(1_000);
    const clock = newClock(
      { quotas, clock: settingAt({ mode }, 70_000, system.read) },
      system.read,
    );
    expect(clock.now()).toBe(70_000);
  });
});
