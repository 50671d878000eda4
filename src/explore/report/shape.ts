/** The shape of `report.json`, which every other form of the report is made from. */
import type { BaselineProblem } from "../exploration.ts";
import type { CallId, RecordDifference, Severity, Verdict } from "../model.ts";
import type { Family } from "../variations/variation.ts";

/** The format of `report.json`; a change that a reader could trip over has another number. */
export const reportFormat = "lead-sandbox-report/1";

export interface Report {
  readonly format: typeof reportFormat;
  readonly version: string;
  readonly command: readonly string[];
  readonly startedAt: string;
  readonly durationMs: number;
  readonly seed: number;
  readonly fixture: string;
  readonly families: readonly Family[];
  readonly shard: { readonly part: number; readonly of: number };
  /** Why nothing could be explored; null when it could. */
  readonly problem: ReportedProblem | null;
  readonly interrupted: boolean;
  readonly summary: ReportSummary;
  readonly baseline: ReportedBaseline | null;
  readonly findings: readonly Finding[];
  /** Every planned variation that was run, findings among them. */
  readonly trials: readonly ReportedTrial[];
  /** What was planned and not run. */
  readonly leftOut: readonly ReportedVariation[];
  readonly notes: readonly string[];
}

export interface ReportSummary {
  readonly trials: number;
  readonly findings: number;
  readonly accepted: number;
  readonly leftOut: number;
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>;
  /** The share of violations that the client's tests noticed; null when none was tried. */
  readonly score: { readonly caught: number; readonly missed: number } | null;
}

export interface ReportedProblem {
  readonly kind: BaselineProblem["kind"];
  readonly message: string;
  /** The end of what the command printed. */
  readonly output: string | null;
}

export interface ReportedBaseline {
  readonly durationMs: number;
  readonly calls: readonly ReportedCall[];
  /** The rules whose choice the baseline rested on. */
  readonly choices: readonly string[];
  readonly tests: Readonly<Record<string, string>> | null;
}

export interface ReportedVariation {
  readonly family: Family;
  readonly variation: string;
  readonly sentence: string;
  readonly rules: readonly string[];
  /** The label of the test that it concerns, in a packed run. */
  readonly workspace: string | null;
  readonly call: (CallId & { readonly name: string; readonly bestEffort: boolean }) | null;
}

export interface ReportedTrial extends ReportedVariation {
  readonly trial: string;
  readonly verdict: Verdict;
  readonly reason: string;
}

export interface Finding extends ReportedTrial {
  /** The same in every run of the same client: what `--accept` names. */
  readonly id: string;
  readonly severity: Severity;
  readonly alsoSeen: readonly Verdict[];
  readonly records: readonly RecordDifference[];
  readonly claim: {
    readonly exitCode: number;
    readonly timedOut: boolean;
    /** The outcome of the test, where results were read. */
    readonly test: string | null;
  };
  /** The calls of the run, in the order in which they were sent. */
  readonly calls: readonly ReportedCall[];
  /** The end of what the command printed. */
  readonly output: string;
  /** The file of its bundle, beside the report. */
  readonly bundle: string | null;
  readonly accepted: Accepted | null;
}

/** Why a finding is accepted, and until when. */
export interface Accepted {
  readonly reason: string;
  readonly expires: string | null;
}

/** A call with its bodies cut to 64 KiB. */
export interface ReportedCall {
  readonly id: CallId;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly status: number;
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
  readonly variation: string | null;
  readonly body: string | null;
  readonly answer: string | null;
}
