/** The data that checks judge: runs of a client with their calls, claims and worlds. It needs no sandbox. */
import type { ObservedCall, Verdict as TrialVerdict } from "../explore/model.ts";
import type { Run } from "../runs/run.ts";
import type { Call } from "../traffic/call.ts";

/** A call as the checks judge it. Times are milliseconds since the run began. What one process does does not continue another. */
export interface AssessedCall extends Call, Pick<ObservedCall, "keyIn" | "process"> {
  readonly workspace: string;
  /** The email of the person, in lower case; null for a call about no single one. */
  readonly subject: string | null;
  /** Whether the trial changed this call. */
  readonly isVaried: boolean;
  readonly requestId: string | null;
  readonly isLoopback: boolean;
}

/** One run of the client, or one recording. */
export interface AssessedRun extends Run<AssessedCall> {
  readonly number: number;
  /** What it tries, such as `baseline`, `fault:reset-after` or `again`. */
  readonly trial: string;
  readonly source: Source;
  /** The verdict of explore on this trial; null without one. */
  readonly verdict: TrialVerdict | null;
  /** Whether the trial's change happened. */
  readonly isReached: boolean;
}

export const sources = ["command", "har", "journal"] as const;
export type Source = (typeof sources)[number];

/** What the checks know besides the runs. */
export interface CheckContext {
  /** The schedule of `--every`, in milliseconds; null without it. */
  readonly everyMs: number | null;
  readonly quotaPerHour: number;
  /** The number of Leads of `--leads`; null without it. */
  readonly leads: number | null;
  /** The calls an hour that other jobs make with the same key. */
  readonly also: number;
  /** The result of simulate; null if it did not run. */
  readonly polling: PollingResult | null;
}

/** What simulate found. */
export interface PollingResult {
  readonly lasting: number;
  readonly late: number;
  readonly ticks: number;
}

export const verdicts = ["violated", "attention", "not-exercised", "shown"] as const;
/** In the order of the page. */
export type CheckVerdict = (typeof verdicts)[number];

/** A call that a verdict depends on. */
export interface CheckEvidence {
  readonly run: number;
  readonly trial: string;
  /** The position of the call in its run, from 1. */
  readonly call: number;
  readonly requestId: string | null;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** The conclusion of one check. */
export interface Assessment {
  readonly verdict: CheckVerdict;
  readonly reason: string;
  /** Advice for this client instead of the general one of its check. */
  readonly advice?: string;
  readonly evidence: readonly CheckEvidence[];
}

/** One check: a pure function from runs to a verdict. */
export interface Check {
  readonly id: string;
  /** The clauses of the interface; empty if it says nothing. */
  readonly clause: readonly string[];
  /** What a good client does, as a sentence. */
  readonly title: string;
  /** What would exercise it. */
  readonly exercise: string;
  /** What to change in a client that violates it or needs attention. */
  readonly advice: string;
  /** What counts as each verdict, for the table of the docs; without a text, the check never has the verdict. */
  readonly criteria: {
    readonly shown: string;
    readonly violated?: string;
    readonly attention?: string;
  };
  /** Whether a run can show it, so that one of this kind that did not end, or did not run, is why it has no verdict. */
  readonly isShownBy: (run: Pick<AssessedRun, "trial" | "calls">) => boolean;
  readonly judge: (runs: readonly AssessedRun[], context: CheckContext) => Assessment | null;
}
