/** Runs trials and judges them. */
import type { Exploration, ExploreSettings, Judged, TrialFacts } from "./exploration.ts";
import { isFinding } from "./exploration.ts";
import type { Scope } from "./fault-records.ts";
import { isPlannedCall } from "./identity.ts";
import { judge } from "./judge.ts";
import type { Judgement, Observation, PlannedVariation, Trial, Verdict } from "./model.ts";
import type { PoolSize } from "./pool.ts";
import { runPool } from "./pool.ts";
import { withoutAttempts } from "./results.ts";
import type { RunSettings } from "./run.ts";
import { runOnce } from "./run.ts";
import { scopeOf } from "./scope.ts";
import { faultOf } from "./variations/faults.ts";

/** The minimum extra time of a trial over its baseline, in milliseconds. */
const marginMs = 10_000;
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
): Promise<Pick<Exploration, "judged" | "leftOut">> {
  const { onProgress } = settings;
  let done = before.length;
  const planned = done + trials.flatMap(({ variations }) => variations).length;
  const runOne = async (trial: Trial): Promise<readonly Judged[] | null> => {
    const observation = await runTrial(settings, baseline, trial);
    // An interrupted run proves nothing.
    if (settings.signal.aborted) return null;
    const judged = judgeTrial(trial, baseline, observation);
    done += judged.length;
    onProgress({ done, planned, last: judged.find(isFinding) ?? judged[0] ?? null });
    return judged;
  };
  onProgress({ done, planned, last: null });
  const tasks = trials.map((trial) => ({ waits: trial.waits, run: () => runOne(trial) }));
  const results = await runPool(tasks, poolSize(settings), () => !isOver());
  const confirmed = await confirmAll({ settings, baseline, trials, isOver }, results);
  const leftOut = trials.flatMap(({ variations }, at) =>
    results[at] === null || results[at] === undefined ? variations : [],
  );
  return { judged: confirmed.flat(), leftOut };
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

/** Runs one planned variation and judges it. A hash may identify the call. */
export async function judgeAgain(
  settings: RunSettings & Pick<ExploreSettings, "timeoutMs">,
  baseline: Observation,
  planned: PlannedVariation,
): Promise<{ readonly judgement: Judgement; readonly observation: Observation }> {
  const trial = { id: "replay", variations: [planned], waits: false };
  const observation = await runTrial(settings, baseline, trial);
  const met = observation.calls.find(({ id }) => isPlannedCall(planned, id));
  const known = met === undefined ? planned : { ...planned, call: met.id, salt: null };
  const judgement = judge(
    known,
    scopeOf(baseline, known, baseline.labels),
    scopeOf(observation, known, baseline.labels),
  );
  return { judgement, observation };
}

/** Runs `trial`. A test suite without results has no outcomes, but it is still a test suite. */
async function runTrial(
  settings: RunSettings & Pick<ExploreSettings, "timeoutMs">,
  baseline: Observation,
  trial: Trial,
): Promise<Observation> {
  const timeoutMs = timeoutOf(settings, baseline, trial);
  const observation = await runOnce(settings, { trial, timeoutMs });
  if (baseline.tests === null) return observation;
  return { ...observation, tests: withoutAttempts(observation.tests ?? new Map(), baseline.tests) };
}

function timeoutOf(
  { timeoutMs }: Pick<ExploreSettings, "timeoutMs">,
  { durationMs }: Observation,
  { variations }: Trial,
): number {
  if (timeoutMs !== null) return timeoutMs;
  const usual = Math.max(3 * durationMs, durationMs + marginMs);
  const least = variations.map(({ family, variation }) =>
    family === "faults" ? (faultOf(variation).timeoutMs ?? 0) : 0,
  );
  return Math.max(usual, ...least);
}

function judgeTrial(
  trial: Trial,
  baseline: Observation,
  observation: Observation,
): readonly Judged[] {
  const { id, variations } = trial;
  return variations.map((planned, at) => {
    const scope = scopeOf(observation, planned, baseline.labels);
    const judgement = judge(planned, scopeOf(baseline, planned, baseline.labels), scope);
    return {
      ...judgement,
      trial: variations.length === 1 ? id : `${id}.${at + 1}`,
      planned,
      facts: factsOf(observation, scope),
      observation: isFinding(judgement) ? observation : null,
    };
  });
}

function factsOf({ exit }: Observation, scope: Scope): TrialFacts {
  const { durationMs, calls, isReached, outcomes } = scope;
  return {
    exitCode: exit.code,
    durationMs,
    calls: calls.length,
    fired: isReached,
    tests: outcomes,
  };
}

const timed: ReadonlySet<Verdict> = new Set(["hammered", "hung"]);

type JudgedTrial = readonly Judged[];

interface Confirming extends Pick<TrialRuns, "baseline" | "trials" | "isOver"> {
  readonly settings: ExploreSettings;
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
  const { settings, trials, isOver } = confirming;
  const judged = results.map((one) => one ?? []);
  const again = (isDoubtful: (one: Judged) => boolean) =>
    trials.flatMap((trial, at) => {
      const run = async (): Promise<void> => {
        judged[at] = await confirm(confirming, trial, { before: judged[at] ?? [], isDoubtful });
      };
      return judged[at]?.some(isDoubtful) === true ? [{ waits: false, run }] : [];
    });
  const size = poolSize(settings);
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
