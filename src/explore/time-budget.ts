/** Bounds the time of an exploration. */

/** `setTimeout` and `AbortSignal.timeout` reject longer times. */
const timerMsMax = 2_147_483_647;

/** The time that an exploration may take. */
export interface TimeBudget {
  /** Whether `ms` more milliseconds are left. */
  readonly has: (ms: number) => boolean;
  /** Aborted at the end of the budget, and by an interruption. */
  readonly signal: AbortSignal;
}

/** Starts a budget of `budgetMs` now, which also ends with `interruption`. */
export function newTimeBudget(budgetMs: number, interruption: AbortSignal): TimeBudget {
  const endsAt = performance.now() + budgetMs;
  const atEnd = AbortSignal.timeout(Math.min(Math.ceil(budgetMs), timerMsMax));
  const signal = AbortSignal.any([interruption, atEnd]);
  return { signal, has: (ms) => !signal.aborted && performance.now() + ms < endsAt };
}
