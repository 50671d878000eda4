/** The time of one workspace: the system's plus an offset, or frozen at a moment. It only moves forward. */
import { asJson } from "../domain/json.ts";
import type { Memory } from "./memory.ts";
import type { Part } from "./part.ts";

/** How a clock is set, in epoch milliseconds. */
export type ClockSetting =
  | { readonly mode: "system"; readonly offsetMs: number }
  | { readonly mode: "frozen"; readonly now: number };

export interface Clock extends Part {
  /** The workspace's time in epoch milliseconds; never less than it was. */
  readonly now: () => number;
  /** Runs `work` with the time standing at `moment`. */
  readonly during: <Result>(moment: number, work: () => Result) => Result;
  readonly setting: () => ClockSetting;
  readonly set: (setting: ClockSetting) => void;
}

/** The earliest moment that can be told: the first millisecond of the year 0. */
export const earliestMoment = Date.parse("0000-01-01T00:00:00.000Z");

/** The latest moment a clock can be set to: the last millisecond of the year 9999. */
export const latestMoment = Date.UTC(10_000, 0, 1) - 1;

/** A clock that reads the system's time from `systemNow`. */
export function newClock(memory: Pick<Memory, "clock">, systemNow: () => number = Date.now): Clock {
  let setting = memory.clock;
  let last = 0;
  let held: number | null = null;
  const set = (next: ClockSetting): void => {
    setting = next;
    last = 0;
  };
  return {
    name: "clock",
    now() {
      if (held !== null) return held;
      if (setting.mode === "frozen") return setting.now;
      last = Math.max(last, Math.min(systemNow() + setting.offsetMs, latestMoment));
      return last;
    },
    during(moment, work) {
      const before = held;
      held = moment;
      try {
        return work();
      } finally {
        held = before;
      }
    },
    setting: () => setting,
    set,
    renew: (next) => set(next.clock),
    keep: () => ({ clock: setting }),
    inspect: () => asJson(setting),
  };
}

/** The setting that shows `moment` now and goes on in `mode` from there. */
export function settingAt(
  mode: ClockSetting["mode"],
  moment: number,
  systemNow: () => number = Date.now,
): ClockSetting {
  return mode === "frozen" ? { mode, now: moment } : { mode, offsetMs: moment - systemNow() };
}
