/** Bounds the time of an exploration. */

import {
  clearTimeout,
  performance,
  setTimeout,
  timeoutSignal,
} from "../../../base/values/native-timers.ts";

/** `setTimeout` and `AbortSignal.timeout` reject longer times. */
const timerMsMax = 2_147_483_647;

/** The time that an exploration may take. */
export interface TimeBudget {
  /** Whether `ms` more milliseconds are left. */
  readonly has: (ms: number) => boolean;
  readonly leftMs: () => number;
  /** Aborted at the end of the budget, and by an interruption. */
  readonly signal: AbortSignal;
}

/** The part of a budget that is left before what is reserved for later. */
export interface BudgetPart extends TimeBudget {
  /** Reserves `ms` more milliseconds, unless the budget has no time for them. */
  readonly reserve: (ms: number) => void;
  readonly end: () => void;
}

/** Starts the part of `budget` before what is reserved. */
export function newBudgetPart(budget: TimeBudget): BudgetPart {
  const early = new AbortController();
  const signal = AbortSignal.any([budget.signal, early.signal]);
  let reservedMs = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    signal,
    has: (ms) => !signal.aborted && budget.has(reservedMs + ms),
    leftMs: () => budget.leftMs() - reservedMs,
    reserve(ms) {
      if (!budget.has(reservedMs + ms)) return;
      reservedMs += ms;
      clearTimeout(timer);
      const leftMs = budget.leftMs() - reservedMs;
      if (leftMs < timerMsMax) timer = setTimeout(() => early.abort(), leftMs);
    },
    end: () => clearTimeout(timer),
  };
}

/** Starts a budget of `budgetMs` now, which also ends with `interruption`. */
export function newTimeBudget(budgetMs: number, interruption: AbortSignal): TimeBudget {
  const endsAt = performance.now() + budgetMs;
  const atEnd = timeoutSignal(Math.min(Math.ceil(budgetMs), timerMsMax));
  const signal = AbortSignal.any([interruption, atEnd]);
  const leftMs = (): number => endsAt - performance.now();
  return { signal, leftMs, has: (ms) => !signal.aborted && ms < leftMs() };
}
