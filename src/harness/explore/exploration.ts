/** The settings and results of an exploration. */
import type { Busyness } from "../runs/busyness.ts";
import type { TestOutcome } from "../runs/run.ts";
import type { BaselineDifference } from "./baseline/baseline.ts";
import type { Judgement, Observation, PlannedVariation } from "./model.ts";
import { severityOf } from "./model.ts";
import type { PlanOptions } from "./plan/plan.ts";
import type { Shard } from "./plan/shards.ts";
import type { RunSettings } from "./run/run-settings.ts";

/** The settings of trials, as explore or assess plans them. */
export interface TrialSettings extends RunSettings {
  readonly budgetMs: number;
  /** The number of parallel trials; null for a default based on `cores`. */
  readonly jobs: number | null;
  readonly cores: number;
  /** The timeout of one trial; null to derive it from the baseline. */
  readonly timeoutMs: number | null;
  readonly allowNondeterminism: boolean;
  /** Whether the runs of trials without a finding are kept, too. */
  readonly keepsRuns?: boolean;
  /** Aborted when the user interrupts. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

export interface ExploreSettings extends TrialSettings {
  readonly families: PlanOptions["families"];
  readonly operations: readonly string[];
  readonly pairs: boolean;
  /** Whether to vary every call, not only three of each operation. */
  readonly allCalls?: boolean;
  /** The file of the announced interface, and that of the present one; missing without `announced`. */
  readonly nextFiles?: { readonly document: string; readonly from: string | null };
  /** This machine's share of the trials, such as part 1 of 3. */
  readonly shard: Shard;
}

export interface Progress {
  readonly done: number;
  readonly planned: number;
  readonly last: Judged | null;
}

export interface Judged extends Judgement {
  readonly trial: string;
  readonly facts: TrialFacts;
  readonly planned: PlannedVariation;
  /** The run of a finding; null for other trials, to save memory, unless `keepsRuns`. */
  readonly observation: Observation | null;
}

/** Facts about every run, limited to the scope of the variation. */
export interface TrialFacts {
  readonly exitCode: number;
  readonly durationMs: number;
  readonly calls: number;
  /** Whether the variation took effect. */
  readonly fired: boolean;
  readonly timedOut: boolean;
  /** What the client did last, if it did not end. */
  readonly ending?: string;
  readonly machine: Busyness;
  readonly tests: ReadonlyMap<string, TestOutcome>;
}

/** Why exploration is impossible, such as a baseline that fails. */
export type BaselineProblem = RunProblem & {
  /** Whether the first of the two baselines had no problem. */
  readonly isOfSecondRun?: boolean;
};

type RunProblem =
  | { readonly kind: "fails"; readonly observation: Observation; readonly program: string }
  | { readonly kind: "timed-out"; readonly observation: Observation; readonly timeoutMs: number }
  | { readonly kind: "no-calls"; readonly observation: Observation }
  /** Tests that do not pass at once, although the command succeeds. */
  | {
      readonly kind: "tests-fail";
      readonly observation: Observation;
      readonly tests: readonly string[];
    }
  | { readonly kind: "no-results"; readonly reason: string | null }
  | { readonly kind: "dropped-workspace"; readonly workspace: string }
  | {
      readonly kind: "differs";
      readonly difference: BaselineDifference;
      /** The first of the two runs. */
      readonly observation: Observation;
    };

export interface Exploration {
  readonly problem: BaselineProblem | null;
  readonly baseline: Observation | null;
  /** The first difference between the two baselines, if nondeterminism is allowed. */
  readonly nondeterminism: BaselineDifference | null;
  readonly judged: readonly Judged[];
  /** Planned variations that did not run, because the budget was used up or the user interrupted. */
  readonly leftOut: readonly PlannedVariation[];
  /** What other shards vary. */
  readonly elsewhere: readonly PlannedVariation[];
  /** The ids of the announced changes that would have changed a call of the baseline. */
  readonly touched?: readonly string[];
  /** Whether trials ran one at a time, because copies of the command disturb each other. */
  readonly inSequence: boolean;
  readonly interrupted: boolean;
  /** The number of runs of the command, including baselines. */
  readonly runs: number;
  /** The processes that held the output of a run after its command. */
  readonly stillRunning: readonly string[];
  readonly durationMs: number;
}

export function isFinding({ verdict }: Pick<Judgement, "verdict">): boolean {
  return severityOf(verdict) !== null;
}
