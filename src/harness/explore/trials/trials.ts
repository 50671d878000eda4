/** Runs trials in parallel, and repeats those with doubtful results. */
import type { Exploration, Judged, TrialSettings } from "../exploration.ts";
import { isFinding } from "../exploration.ts";
import type { Observation, Trial } from "../model.ts";
import { confirmAll } from "./confirm.ts";
import type { PoolSize } from "./pool.ts";
import { alone, runPool } from "./pool.ts";
import type { TimeBudget } from "./time-budget.ts";
import { newBudgetPart } from "./time-budget.ts";
import type { JudgedTrial } from "./trial.ts";
import { patientMs, runAndJudge } from "./trial.ts";

/** The number of parallel waiting trials for each working one. */
const waitingPerWorking = 4;

/** The time kept for the confirmation of a finding, relative to its trial. */
const confirmationRatio = 1.5;

/** The trials to run, and the results of earlier ones. */
export interface TrialRuns {
  readonly baseline: Observation;
  readonly trials: readonly Trial[];
  readonly budget: TimeBudget;
  readonly before: readonly Judged[];
}

/**
 * Runs `trials` as long as the budget has time for one more, and for the repetition of every finding so far. Repeats
 * those with doubtful results.
 */
export async function runTrials(
  settings: TrialSettings,
  { baseline, trials, budget, before }: TrialRuns,
): Promise<Pick<Exploration, "judged" | "leftOut" | "inSequence">> {
  const { onProgress } = settings;
  let done = before.length;
  const part = newBudgetPart(budget);
  const planned = done + trials.flatMap(({ variations }) => variations).length;
  let hasReserved = false;
  const noted = ({ judged, observation }: TrialRun): JudgedTrial => {
    done += judged.length;
    const hasNoEnd = judged.some(({ facts }) => facts.timedOut);
    // Those that did not end run again together.
    if (hasNoEnd && !hasReserved) part.reserve(patientMs);
    if (!hasNoEnd && judged.some(isFinding)) {
      part.reserve(confirmationRatio * observation.durationMs);
    }
    hasReserved ||= hasNoEnd;
    onProgress({ done, planned, last: judged.find(isFinding) ?? judged[0] ?? null });
    return judged;
  };
  onProgress({ done, planned, last: null });
  const { results, size } = await runAll(trials, {
    size: poolSize(settings),
    mayStart: () => part.has(baseline.durationMs),
    run: (trial) => runAndJudge({ ...settings, signal: part.signal }, { baseline, trial }),
    // An interrupted run proves nothing.
    noted: (run) => (part.signal.aborted ? null : noted(run)),
  });
  part.end();
  const confirmed = await confirmAll({ settings, baseline, trials, budget, size }, results);
  const leftOut = trials.flatMap(({ variations }, at) =>
    results[at] === null || results[at] === undefined ? variations : [],
  );
  const inSequence = !isAlone(poolSize(settings)) && isAlone(size);
  return { judged: confirmed.flat(), leftOut, inSequence };
}

interface TrialRun {
  readonly judged: JudgedTrial;
  readonly observation: Observation;
}

interface RunningAll {
  readonly size: PoolSize;
  readonly mayStart: () => boolean;
  readonly run: (trial: Trial) => Promise<TrialRun>;
  readonly noted: (run: TrialRun) => JudgedTrial | null;
}

interface AllRun {
  readonly results: readonly (JudgedTrial | null)[];
  /** How many ran at once at the end. */
  readonly size: PoolSize;
}

/**
 * Runs all trials. One that fails without a call may have met another copy of the command, such as at a fixed
 * port. It runs again alone. If it works then, the remaining trials run one at a time.
 */
async function runAll(
  trials: readonly Trial[],
  { size, mayStart, run, noted }: RunningAll,
): Promise<AllRun> {
  const results: (JudgedTrial | null)[] = trials.map(() => null);
  let atOnce = size;
  let left = trials.map((trial, at) => ({ trial, at }));
  while (left.length > 0 && mayStart()) {
    const suspects: typeof left = [];
    const started = new Set<(typeof left)[number]>();
    const tasks = left.map((one) => ({
      waits: one.trial.waits,
      run: async () => {
        started.add(one);
        const ran = await run(one.trial);
        if (!isAlone(atOnce) && failedAtStart(ran)) suspects.push(one);
        else results[one.at] = noted(ran);
      },
    }));
    // oxlint-disable-next-line no-await-in-loop -- how the next ones run depends on these
    await runPool(tasks, atOnce, () => mayStart() && suspects.length === 0);
    left = left.filter((one) => !started.has(one));
    while (suspects.length > 0 && !isAlone(atOnce) && mayStart()) {
      const [one] = suspects.splice(0, 1);
      if (one === undefined) break;
      // oxlint-disable-next-line no-await-in-loop -- alone
      const ran = await run(one.trial);
      results[one.at] = noted(ran);
      if (!failedAtStart(ran)) atOnce = alone;
    }
    left = [...suspects, ...left];
  }
  return { results, size: atOnce };
}

function failedAtStart({ observation: { exit, calls } }: TrialRun): boolean {
  return calls.length === 0 && exit.code !== 0;
}

/**
 * The requested number, or one for each core, plus trials that mostly wait. With results, the
 * default is one trial at a time: parallel runs would overwrite each other's files.
 */
function poolSize({ jobs, cores, results }: TrialSettings): PoolSize {
  const atOnce = jobs ?? (results === null ? cores : 1);
  const hasOwnPlaces = jobs === null && results === null;
  return { working: atOnce, waiting: hasOwnPlaces ? atOnce * waitingPerWorking : 0 };
}

function isAlone({ working, waiting }: PoolSize): boolean {
  return working + waiting === 1;
}
