/** The setting of a workspace's clock: what is persisted, and what a reset starts with. */

/** A clock setting, in epoch milliseconds. */
export type ClockSetting = { readonly onRefusal?: OnRefusal } & (
  | {
      readonly mode: "system";
      /** The offset from the system's time; for a clock with a pace, at the moment where the pace began. */
      readonly offsetMs: number;
      readonly pace?: Pace;
    }
  | { readonly mode: "frozen"; readonly now: number }
);

/** A clock that has run `rate` times as fast as the system's `since` a moment of system time. */
interface Pace {
  readonly rate: number;
  readonly since: number;
}

/** `jump`: a 429 moves the clock to the moment at which the key may send again. */
type OnRefusal = "jump";

/** How a clock runs, independent of its time. */
export interface ClockMode {
  readonly mode: ClockSetting["mode"];
  /** Speed of a running clock; 1 is as fast as the system's. */
  readonly rate?: number;
  readonly onRefusal?: OnRefusal;
}

/** The setting that shows `moment` now and runs on as `mode` says. */
export function settingAt(
  { mode, rate = 1, onRefusal }: ClockMode,
  moment: number,
  systemNow: () => number,
): ClockSetting {
  const jumping = onRefusal === undefined ? {} : { onRefusal };
  if (mode === "frozen") return { mode, now: moment, ...jumping };
  const since = systemNow();
  const pace = rate === 1 ? {} : { pace: { rate, since } };
  return { mode, offsetMs: moment - since, ...pace, ...jumping };
}

export function modeOf(setting: ClockSetting): ClockMode {
  const { mode, onRefusal } = setting;
  const jumping = onRefusal === undefined ? {} : { onRefusal };
  return mode === "frozen"
    ? { mode, ...jumping }
    : { mode, rate: setting.pace?.rate ?? 1, ...jumping };
}

/** The setting of a clock that starts now; one with a pace starts again from its original moment. */
export function begun(setting: ClockSetting, systemNow: () => number): ClockSetting {
  if (setting.mode === "frozen" || setting.pace === undefined) return setting;
  const { offsetMs, pace } = setting;
  // Without an offset it started at the system's time, and does so again.
  return settingAt(
    modeOf(setting),
    offsetMs === 0 ? systemNow() : pace.since + offsetMs,
    systemNow,
  );
}
