/** Which runs can show a check. */
import type { Check } from "../run.ts";

/** Runs of trials with such a name. */
export function isTrial(trials: RegExp): Check["isShownBy"] {
  return ({ trial }) => trials.test(trial);
}

/** Runs with one of these answers. */
export function hasStatus(...statuses: readonly number[]): Check["isShownBy"] {
  return ({ calls }) => calls.some(({ status }) => statuses.includes(status));
}
