/** What an exploration is asked and what it comes to. */
import type { BaselineDifference } from "./baseline.ts";
import type { Judgement, Observation, PlannedVariation, TestOutcome } from "./model.ts";
import { severityOf } from "./model.ts";
import type { PlanOptions } from "./plan.ts";
import type { RunSettings } from "./run.ts";

/** What is explored, and how much of it. */
export interface ExploreSettings extends RunSettings {
  readonly families: PlanOptions["families"];
  readonly operations: readonly string[];
  readonly pairs: boolean;
  readonly budgetMs: number;
  /** Trials at once; null for as many as the machine has cores, and one more. */
  readonly jobs: number | null;
  readonly cores: number;
  /** This machine's part of the trials, as in 1 of 3. */
  readonly shard: { readonly part: number; readonly of: number };
  /** The time of one trial; null for what the baseline suggests. */
  readonly timeoutMs: number | null;
  readonly allowNondeterminism: boolean;
  /** Aborted when the user wants no more trials. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** How far an exploration is. */
export interface Progress {
  readonly done: number;
  readonly planned: number;
  readonly last: Judged | null;
}

/** One planned variation with what was concluded of it. */
export interface Judged extends Judgement {
  readonly trial: string;
  readonly facts: TrialFacts;
  readonly planned: PlannedVariation;
  /** The run of a finding; null for other trials, which are many. */
  readonly observation: Observation | null;
}

/** What is kept of every run, for the part that a variation concerns. */
export interface TrialFacts {
  readonly exitCode: number;
  readonly durationMs: number;
  readonly calls: number;
  /** Whether the variation took effect. */
  readonly fired: boolean;
  readonly tests: ReadonlyMap<string, TestOutcome>;
}

/** Why nothing could be explored: the baseline fails, or two runs of it differ. */
export type BaselineProblem =
  | { readonly kind: "fails"; readonly observation: Observation; readonly program: string }
  | { readonly kind: "timed-out"; readonly observation: Observation; readonly timeoutMs: number }
  | { readonly kind: "no-calls"; readonly observation: Observation }
  | { readonly kind: "no-results"; readonly reason: string | null }
  | { readonly kind: "dropped-workspace"; readonly workspace: string }
  | { readonly kind: "differs"; readonly difference: BaselineDifference };

/** What an exploration came to. */
export interface Exploration {
  readonly problem: BaselineProblem | null;
  readonly baseline: Observation | null;
  /** The first difference of the two baselines, where it was allowed. */
  readonly nondeterminism: BaselineDifference | null;
  readonly judged: readonly Judged[];
  /** What was planned and not run: the budget was over, or the user stopped. */
  readonly leftOut: readonly PlannedVariation[];
  readonly interrupted: boolean;
  /** How often the command ran, baselines among them. */
  readonly runs: number;
  readonly durationMs: number;
}

/** Whether a judgement is a finding. */
export function isFinding({ verdict }: Pick<Judgement, "verdict">): boolean {
  return severityOf(verdict) !== null;
}
