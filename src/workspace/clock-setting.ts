/** How the clock of a workspace is set: what is kept of it, and what a reset begins with. */

/** How a clock is set, in epoch milliseconds. */
export type ClockSetting = { readonly onRefusal?: OnRefusal } & (
  | {
      readonly mode: "system";
      /** How far it is ahead of the system's time, with a pace at the moment that this began at. */
      readonly offsetMs: number;
      readonly pace?: Pace;
    }
  | { readonly mode: "frozen"; readonly now: number }
);

/** A clock that runs `rate` times as fast as the system's has done so `since` a moment of the system's. */
interface Pace {
  readonly rate: number;
  readonly since: number;
}

/** `jump`: a 429 moves the clock on to the moment at which the key may send again. */
type OnRefusal = "jump";

/** How a clock goes on, whatever its time. */
export interface ClockMode {
  readonly mode: ClockSetting["mode"];
  /** Of a clock that is not frozen; 1 is as fast as the system's. */
  readonly rate?: number;
  readonly onRefusal?: OnRefusal;
}

/** The setting that shows `moment` now and goes on from there as `mode` says. */
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

/** How a clock that is set so goes on. */
export function modeOf(setting: ClockSetting): ClockMode {
  const { mode, onRefusal } = setting;
  const jumping = onRefusal === undefined ? {} : { onRefusal };
  return mode === "frozen"
    ? { mode, ...jumping }
    : { mode, rate: setting.pace?.rate ?? 1, ...jumping };
}

/** A setting as a clock begins with it now: one with a pace runs again from the moment that it ran from first. */
export function begun(setting: ClockSetting, systemNow: () => number): ClockSetting {
  if (setting.mode === "frozen" || setting.pace === undefined) return setting;
  const { offsetMs, pace } = setting;
  // Without an offset it began with the system's time, as it does again.
  return settingAt(
    modeOf(setting),
    offsetMs === 0 ? systemNow() : pace.since + offsetMs,
    systemNow,
  );
}
