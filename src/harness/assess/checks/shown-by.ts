/** Which runs can show a check. */
import type { Check } from "../run.ts";

/** Runs of trials with such a name. */
export function isTrial(trials: RegExp): Check["isShownBy"] {
  return ({ trial }) => trials.test(trial);
}

/** Runs with one of these answers, and trials that provoke one. */
export function hasStatus(...statuses: readonly number[]): Check["isShownBy"] {
  const provoked = new Set(statuses.map((status) => `fault:${status}`));
  return ({ trial, calls }) =>
    provoked.has(trial.replace(/×\d+$/, "")) ||
    calls.some(({ status }) => statuses.includes(status));
}
