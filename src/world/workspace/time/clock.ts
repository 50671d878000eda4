/** The time of one workspace: the system's plus an offset, also at a different rate, or frozen. It never goes back. */
import { asJson } from "../../../base/values/json.ts";
import { Date } from "../../../base/values/native-timers.ts";
import type { Resettable } from "../resettable.ts";
import type { WorkspaceSettings } from "../workspace-settings.ts";
import type { ClockSetting } from "./clock-setting.ts";

export interface Clock extends Resettable {
  /** The workspace's time in epoch milliseconds; it never decreases. */
  readonly now: () => number;
  /** Runs `work` with the time fixed at `moment`. */
  readonly during: <Result>(moment: number, work: () => Result) => Result;
  readonly setting: () => ClockSetting;
  readonly set: (setting: ClockSetting) => void;
  /** The system time that drives the clock. */
  readonly systemNow: () => number;
}

/** The earliest moment with a text form: the first millisecond of the year 0. */
export const earliestMoment = Date.parse("0000-01-01T00:00:00.000Z");

/** The latest moment of a clock: the last millisecond of the year 9999. */
export const latestMoment = Date.UTC(10_000, 0, 1) - 1;

/** The error for a text that is not a moment; milliseconds are optional. */
export const momentExpected =
  "Expected a moment in ISO 8601 with seconds and an offset, such as 2026-03-02T09:00:00Z or 2026-03-02T09:00:00.000Z";

/** A clock that reads the system's time from `systemNow`, which must never go back while the process runs. */
export function newClock(settings: ClockSettings, systemNow: () => number): Clock {
  let setting = settingIn(settings, systemNow());
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
      last = Math.max(last, Math.min(runningTime(setting, systemNow()), latestMoment));
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
    systemNow,
    renew: (next) => set(settingIn(next, systemNow())),
    keep: () => ({ clock: setting }),
    inspect: () => asJson(setting),
  };
}

type ClockSettings = Pick<WorkspaceSettings, "clock" | "quotas">;

/**
 * The persisted setting. If the system clock was set back between two runs, time goes on from the last counted
 * request. Requests counted in the future would use up the quota until then.
 */
function settingIn({ clock, quotas }: ClockSettings, systemNow: number): ClockSetting {
  if (clock.mode === "frozen") return clock;
  const now = runningTime(clock, systemNow);
  const last = Object.values(quotas).reduce(
    (max, times) => Math.max(max, times.at(-1) ?? now),
    now,
  );
  return last === now ? clock : { ...clock, offsetMs: clock.offsetMs + last - now };
}

function runningTime(
  { offsetMs, pace }: Extract<ClockSetting, { readonly mode: "system" }>,
  systemNow: number,
): number {
  const ahead = pace === undefined ? 0 : (systemNow - pace.since) * (pace.rate - 1);
  return Math.floor(systemNow + offsetMs + ahead);
}
