/** Runs a client under every relevant variation and compares its claims with the actual records. */
import { ResultsError } from "../runs/test-results.ts";
import type { BaselineDifference } from "./baseline/baseline.ts";
import { baselineDifference, stableEmails } from "./baseline/baseline.ts";
import type {
  BaselineProblem,
  Exploration,
  ExploreSettings,
  Judged,
  TrialSettings,
} from "./exploration.ts";
import { steadyTexts } from "./judge/client-texts.ts";
import { isFailure } from "./judge/scope.ts";
import type { Observation, PlannedVariation, Trial } from "./model.ts";
import { plannedPairs } from "./plan/pairs.ts";
import type { PlanOptions } from "./plan/plan.ts";
import { planTrials } from "./plan/plan.ts";
import type { Shard } from "./plan/shards.ts";
import { allShards } from "./plan/shards.ts";
import { countedRuns } from "./run/counted-runs.ts";
import type { RunSettings } from "./run/run-settings.ts";
import { runOnce } from "./run/run.ts";
import { warmUp } from "./run/warm-up.ts";
import { runAnnounced } from "./trials/announced.ts";
import type { TimeBudget } from "./trials/time-budget.ts";
import { runTrials } from "./trials/trials.ts";

/** The default timeout of a baseline, in milliseconds. */
export const baselineMsMax = 600_000;

export async function explore(asked: ExploreSettings): Promise<Exploration> {
  const { settings, budget, totals } = countedRuns(asked);
  const done = (result: Partial<Exploration>): Exploration => ({
    problem: null,
    baseline: null,
    nondeterminism: null,
    judged: [],
    leftOut: [],
    elsewhere: [],
    inSequence: false,
    ...result,
    ...totals(),
  });
  const baselines = await runBaselines({ ...settings, signal: asked.signal }, budget);
  // An interruption is not a failure of the command.
  if ("problem" in baselines) return done(asked.signal.aborted ? {} : baselines);
  const { baseline, nondeterminism } = baselines;
  const trials = planTrials(baseline, planOptions(settings));
  const first = await runTrials(settings, { baseline, trials, budget, before: [] });
  const later = first.inSequence ? { ...settings, jobs: 1 } : settings;
  const pairs = await pairsInShard(later, { baseline, judged: first.judged, budget });
  const second = await runTrials(later, {
    baseline,
    trials: pairs,
    budget,
    before: first.judged,
  });
  const before = [...first.judged, ...second.judged];
  const announced = await runAnnounced(later, { baseline, budget, before });
  return done({
    baseline,
    nondeterminism,
    judged: [...before, ...announced.judged],
    leftOut: [...first.leftOut, ...second.leftOut, ...announced.leftOut],
    elsewhere: [...plannedElsewhere(baseline, settings), ...announced.elsewhere],
    touched: announced.touched,
    inSequence: first.inSequence || second.inSequence || announced.inSequence,
  });
}

/** The unchanged runs of a command, or why they cannot be compared with anything. */
export type Baselines =
  | { readonly baseline: Observation; readonly nondeterminism: BaselineDifference | null }
  | { readonly problem: BaselineProblem };

export type BaselineSettings = RunSettings &
  Pick<TrialSettings, "timeoutMs" | "budgetMs" | "allowNondeterminism">;

/** Runs the command twice without a variation, within `budget`. */
export async function runBaselines(
  settings: BaselineSettings,
  budget: Pick<TimeBudget, "leftMs">,
): Promise<Baselines> {
  await warmUp(settings);
  const one = await runBaselineInBudget(settings, budget);
  if ("problem" in one) return one;
  const two = await runBaselineInBudget(settings, budget, one.observation.adopted);
  if ("problem" in two) return { problem: { ...two.problem, isOfSecondRun: true } };
  const [first, second] = [one.observation, two.observation];
  const difference = baselineDifference(first, second);
  if (difference !== null && !settings.allowNondeterminism) {
    return { problem: { kind: "differs", difference, observation: first } };
  }
  const durationMs = Math.max(first.durationMs, second.durationMs);
  const stable = difference === null ? {} : { stableEmails: stableEmails(first, second) };
  const steady = first.files === undefined ? {} : { steady: steadyTexts(first, second) };
  return { baseline: { ...first, durationMs, ...stable, ...steady }, nondeterminism: difference };
}

async function runBaselineInBudget(
  settings: BaselineSettings,
  budget: Pick<TimeBudget, "leftMs">,
  adopted?: Observation["adopted"],
): ReturnType<typeof runBaseline> {
  const timeoutMs = settings.timeoutMs ?? baselineMsMax;
  const leftMs = Math.max(1, budget.leftMs());
  const limited = { ...settings, timeoutMs: Math.min(timeoutMs, leftMs) };
  const run = await runBaseline(limited, adopted);
  const isOver = leftMs < timeoutMs && "problem" in run && run.problem.kind === "timed-out";
  return isOver ? { problem: { ...run.problem, timeoutMs: settings.budgetMs } } : run;
}

/** Runs the command without a variation, and reports why the run cannot serve as a baseline. */
export async function runBaseline(
  settings: RunSettings & Pick<TrialSettings, "timeoutMs">,
  adopted?: Observation["adopted"],
): Promise<{ readonly observation: Observation } | { readonly problem: BaselineProblem }> {
  const timeoutMs = settings.timeoutMs ?? baselineMsMax;
  try {
    const observation = await runOnce(settings, { trial: null, timeoutMs, adopted });
    const problem = problemOf(observation, settings, timeoutMs);
    return problem === null ? { observation } : { problem };
  } catch (error) {
    if (!(error instanceof ResultsError)) throw error;
    return { problem: { kind: "no-results", reason: error.message } };
  }
}

function problemOf(
  observation: Observation,
  { command: [program = ""], results }: Pick<ExploreSettings, "command" | "results">,
  timeoutMs: number,
): BaselineProblem | null {
  const { exit, calls, tests, lateCalls } = observation;
  const failing = [...(tests ?? [])].filter(([, outcome]) => isFailure(outcome));
  const [workspace] = lateCalls;
  if (exit.timedOut) return { kind: "timed-out", observation, timeoutMs };
  if (exit.code !== 0) return { kind: "fails", observation, program };
  if (results !== null && tests === null) return { kind: "no-results", reason: null };
  if (failing.length > 0) {
    return { kind: "tests-fail", observation, tests: failing.map(([name]) => name) };
  }
  if (workspace !== undefined) return { kind: "dropped-workspace", workspace };
  if (calls.length === 0) return { kind: "no-calls", observation };
  return null;
}

interface BeforePairs {
  readonly baseline: Observation;
  /** The results of this shard. */
  readonly judged: readonly Judged[];
  readonly budget: TimeBudget;
}

/**
 * This shard's part of the pairs. All shards plan the same pairs, without choices that affect the client on
 * their own. Therefore each shard also tries the unknowns of the others, without reporting them.
 */
async function pairsInShard(
  settings: ExploreSettings,
  { baseline, judged, budget }: BeforePairs,
): Promise<readonly Trial[]> {
  const { pairs, families, shard } = settings;
  if (!pairs || !families.includes("unknowns")) return [];
  const unknownsIn = (part: Shard): readonly Trial[] =>
    planTrials(baseline, { ...planOptions(settings), families: ["unknowns"], shard: part });
  const own = new Set(unknownsIn(shard).map(firstVariation));
  const unknowns = unknownsIn(allShards);
  const others = unknowns.filter((trial) => !own.has(firstVariation(trial)));
  const elsewhere = await runTrials(settings, { baseline, trials: others, budget, before: judged });
  const planned = unknowns.flatMap(({ variations }) => variations);
  const all = plannedPairs(planned, [...judged, ...elsewhere.judged]);
  return all.filter((_pair, at) => at % shard.of === shard.part - 1);
}

function plannedElsewhere(
  baseline: Observation,
  settings: ExploreSettings,
): readonly PlannedVariation[] {
  const { of, part } = settings.shard;
  return Array.from({ length: of }, (_, at) => at + 1)
    .filter((other) => other !== part)
    .flatMap((other) =>
      planTrials(baseline, { ...planOptions(settings), shard: { part: other, of } }),
    )
    .flatMap(({ variations }) => variations);
}

function firstVariation({ variations: [one] }: Trial): string {
  return one?.variation ?? "";
}

function planOptions(settings: ExploreSettings): PlanOptions {
  const { families, operations, allCalls = false, config, results, shard } = settings;
  const { assumptions } = config;
  return { families, operations, allCalls, assumptions, packs: results !== null, shard };
}
