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

/** The least that a trial is given over the time of the baseline, in milliseconds. */
const marginMs = 10_000;
/** Trials that wait are run as many times as those that work. */
const waitingPerWorking = 4;

/** The trials that are to be run after those that were. */
export interface TrialRuns {
  readonly baseline: Observation;
  readonly trials: readonly Trial[];
  readonly isOver: () => boolean;
  readonly before: readonly Judged[];
}

/** Runs `trials` until the exploration ends; results that depend on timing are run again alone. */
export async function runTrials(
  settings: ExploreSettings,
  { baseline, trials, isOver, before }: TrialRuns,
): Promise<Pick<Exploration, "judged" | "leftOut">> {
  const { onProgress } = settings;
  let done = before.length;
  const planned = done + trials.flatMap(({ variations }) => variations).length;
  const runOne = async (trial: Trial): Promise<readonly Judged[] | null> => {
    const observation = await runTrial(settings, baseline, trial);
    // A run that the user interrupted shows nothing.
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
 * As many as were asked for; else one more than the machine has cores, plus those that mostly wait. Results are
 * files of one name, which two runs at once would overwrite.
 */
function poolSize({ jobs, cores, results }: ExploreSettings): PoolSize {
  const atOnce = jobs ?? (results === null ? cores + 1 : 1);
  const hasOwnPlaces = jobs === null && results === null;
  return { working: atOnce, waiting: hasOwnPlaces ? atOnce * waitingPerWorking : 0 };
}

/** Runs one planned variation, whose call may be known by a hash, and judges it. */
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

/** Runs `trial`. A test suite without results has no outcomes: it does not count as a job. */
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
 * A trial that depends on timing counts when it runs alone. In parallel, a client can time out and fail, which looks
 * like a dependency. Such trials are repeated while the budget lasts. Clients that were still running are repeated in
 * parallel, because they mostly wait.
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
