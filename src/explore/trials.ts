/** Runs trials in parallel, and repeats those with doubtful results. */
import type { Exploration, ExploreSettings, Judged } from "./exploration.ts";
import { isFinding } from "./exploration.ts";
import type { Observation, Trial, Verdict } from "./model.ts";
import type { PoolSize } from "./pool.ts";
import { runPool } from "./pool.ts";
import { judgeTrial, runTrial } from "./trial.ts";

/** The number of parallel waiting trials for each working one. */
const waitingPerWorking = 4;

/** The trials to run, and the results of earlier ones. */
export interface TrialRuns {
  readonly baseline: Observation;
  readonly trials: readonly Trial[];
  readonly isOver: () => boolean;
  readonly before: readonly Judged[];
}

/** Runs `trials` until the exploration ends, and repeats those with results that depend on timing. */
export async function runTrials(
  settings: ExploreSettings,
  { baseline, trials, isOver, before }: TrialRuns,
): Promise<Pick<Exploration, "judged" | "leftOut" | "inSequence">> {
  const { onProgress } = settings;
  let done = before.length;
  const planned = done + trials.flatMap(({ variations }) => variations).length;
  const judgeRun = (trial: Trial, observation: Observation): JudgedTrial => {
    const judged = judgeTrial(trial, baseline, observation);
    done += judged.length;
    onProgress({ done, planned, last: judged.find(isFinding) ?? judged[0] ?? null });
    return judged;
  };
  onProgress({ done, planned, last: null });
  const { results, size } = await runAll(trials, {
    size: poolSize(settings),
    isOver,
    run: (trial) => runTrial(settings, baseline, trial),
    // An interrupted run proves nothing.
    judgeRun: (trial, observation) =>
      settings.signal.aborted ? null : judgeRun(trial, observation),
  });
  const confirmed = await confirmAll({ settings, baseline, trials, isOver, size }, results);
  const leftOut = trials.flatMap(({ variations }, at) =>
    results[at] === null || results[at] === undefined ? variations : [],
  );
  const inSequence = !isAlone(poolSize(settings)) && isAlone(size);
  return { judged: confirmed.flat(), leftOut, inSequence };
}

interface RunningAll {
  readonly size: PoolSize;
  readonly isOver: () => boolean;
  readonly run: (trial: Trial) => Promise<Observation>;
  readonly judgeRun: (trial: Trial, observation: Observation) => JudgedTrial | null;
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
  { size, isOver, run, judgeRun }: RunningAll,
): Promise<AllRun> {
  const results: (JudgedTrial | null)[] = trials.map(() => null);
  let atOnce = size;
  let left = trials.map((trial, at) => ({ trial, at }));
  while (left.length > 0 && !isOver()) {
    const suspects: typeof left = [];
    const started = new Set<(typeof left)[number]>();
    const tasks = left.map((one) => ({
      waits: one.trial.waits,
      run: async () => {
        started.add(one);
        const observation = await run(one.trial);
        if (!isAlone(atOnce) && failedAtStart(observation)) suspects.push(one);
        else results[one.at] = judgeRun(one.trial, observation);
      },
    }));
    // oxlint-disable-next-line no-await-in-loop -- how the next ones run depends on these
    await runPool(tasks, atOnce, () => !isOver() && suspects.length === 0);
    left = left.filter((one) => !started.has(one));
    while (suspects.length > 0 && !isAlone(atOnce) && !isOver()) {
      const [one] = suspects.splice(0, 1);
      if (one === undefined) break;
      // oxlint-disable-next-line no-await-in-loop -- alone
      const observation = await run(one.trial);
      results[one.at] = judgeRun(one.trial, observation);
      if (!failedAtStart(observation)) atOnce = alone;
    }
    left = [...suspects, ...left];
  }
  return { results, size: atOnce };
}

function failedAtStart({ exit, calls }: Observation): boolean {
  return calls.length === 0 && exit.code !== 0;
}

/**
 * The requested number, or one more than there are cores, plus trials that mostly wait. With results, the
 * default is one trial at a time: parallel runs would overwrite each other's files.
 */
function poolSize({ jobs, cores, results }: ExploreSettings): PoolSize {
  const atOnce = jobs ?? (results === null ? cores + 1 : 1);
  const hasOwnPlaces = jobs === null && results === null;
  return { working: atOnce, waiting: hasOwnPlaces ? atOnce * waitingPerWorking : 0 };
}

const timed: ReadonlySet<Verdict> = new Set(["hammered", "hung"]);

type JudgedTrial = readonly Judged[];

interface Confirming extends Pick<TrialRuns, "baseline" | "trials" | "isOver"> {
  readonly settings: ExploreSettings;
  readonly size: PoolSize;
}

/**
 * Repeats trials with doubtful verdicts. Verdicts that depend on timing are repeated alone. So are dependent
 * ones, because a client can time out in parallel. Unfinished clients are repeated in parallel, because they
 * mostly wait. The last two are repeated only while the budget lasts.
 */
async function confirmAll(
  confirming: Confirming,
  results: readonly (JudgedTrial | null)[],
): Promise<readonly JudgedTrial[]> {
  const { trials, isOver, size } = confirming;
  const judged = results.map((one) => one ?? []);
  const again = (isDoubtful: (one: Judged) => boolean) =>
    trials.flatMap((trial, at) => {
      const run = async (): Promise<void> => {
        judged[at] = await confirm(confirming, trial, { before: judged[at] ?? [], isDoubtful });
      };
      return judged[at]?.some(isDoubtful) === true ? [{ waits: false, run }] : [];
    });
  const mayStart = (): boolean => !isOver();
  const unfinished = again(({ verdict }) => verdict === "unfinished");
  const dependent = isAlone(size) ? [] : again(({ verdict }) => verdict === "dependent");
  const timely = again(({ verdict }) => timed.has(verdict));
  await runPool(timely, alone, () => true);
  await runPool(dependent, alone, mayStart);
  await runPool(unfinished, together(size), mayStart);
  return judged;
}

const alone: PoolSize = { working: 1, waiting: 0 };

function isAlone({ working, waiting }: PoolSize): boolean {
  return working + waiting === 1;
}

function together({ working, waiting }: PoolSize): PoolSize {
  return { working: Math.max(working, waiting), waiting: 0 };
}

interface Doubted {
  readonly before: JudgedTrial;
  readonly isDoubtful: (one: Judged) => boolean;
}

async function confirm(
  { settings, baseline }: Confirming,
  trial: Trial,
  { before, isDoubtful }: Doubted,
): Promise<JudgedTrial> {
  if (settings.signal.aborted) return before;
  const observation = await runTrial(settings, baseline, trial);
  if (settings.signal.aborted) return before;
  const again = judgeTrial(trial, baseline, observation);
  return before.map((one, at) => (isDoubtful(one) ? (again[at] ?? one) : one));
}
