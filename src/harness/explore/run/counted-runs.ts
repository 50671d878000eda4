import { performance } from "../../../base/values/native-timers.ts";
import type { Exploration, TrialSettings } from "../exploration.ts";
import { newTimeBudget } from "../trials/time-budget.ts";

/** Starts the budget of a command, counts its runs, and notes the processes that they leave behind. */
export function countedRuns<Settings extends Pick<TrialSettings, "budgetMs" | "signal">>(
  asked: Settings,
) {
  const started = performance.now();
  const budget = newTimeBudget(asked.budgetMs, asked.signal);
  let runs = 0;
  const stillRunning: string[] = [];
  return {
    budget,
    settings: {
      ...asked,
      signal: budget.signal,
      onRun: () => void (runs += 1),
      onStillRunning: (processes: readonly string[]) => void stillRunning.push(...processes),
    },
    totals: (): Pick<Exploration, "interrupted" | "runs" | "stillRunning" | "durationMs"> => ({
      interrupted: asked.signal.aborted,
      runs,
      stillRunning,
      durationMs: performance.now() - started,
    }),
  };
}
