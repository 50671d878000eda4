/**
 * What a run of a client comes to: the calls that it made, what it claims, and what the worlds hold at the end. Everything
 * that is judged is said in these terms, so that judging needs no sandbox.
 */
import type { JsonObject } from "../domain/json.ts";
import type { Family } from "./variations/variation.ts";

/**
 * Identifies a call within a run and across runs: the label of its workspace, its operation and subject, and the
 * number of earlier such calls.
 */
export interface CallId {
  readonly workspace: string;
  /** The id of the operation, or method and path where there is none. */
  readonly operation: string;
  /** An email in lower case, or the place of a record; null for what is about no single record. */
  readonly subject: string | null;
  /** 1 for the first such call of the workspace. */
  readonly ordinal: number;
}

/** A call to the emulated API. Times are milliseconds since the run began. */
export interface Call {
  readonly id: CallId;
  /** The id of the workspace, and of the key in it; null where the key is none of its. */
  readonly workspaceId: string;
  readonly apiKeyId: string | null;
  readonly method: string;
  /** The path without version prefix and query. */
  readonly path: string;
  readonly query: string;
  readonly body: string | null;
  /** 0 where the client got no answer. */
  readonly status: number;
  readonly answer: string | null;
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
  /** The id of the variation that changed it, or null. */
  readonly variation: string | null;
  /** The status of the answer that the sandbox made, even where the client did not get it; 0 where it made none. */
  readonly madeStatus: number;
  /** The ids of the rules that the answer cited. */
  readonly rules: readonly string[];
}

/** A call of the control API, for repeating a run. */
export interface ControlCall {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly sentAtMs: number;
}

/** A record of a person at the end of a world, without ids and times. */
export interface PersonRecord {
  readonly kind: "Lead" | "ClientProfile" | "Plan";
  /** In lower case. */
  readonly email: string;
  /** Type and name of the owner; null where there is none. */
  readonly parent: string | null;
  readonly state: string;
  readonly content: JsonObject;
}

/** What a workspace held at the end. */
export interface FinalWorld {
  readonly workspace: string;
  /** How many worlds of this workspace ended before, by a reset, a restore or a replacement. */
  readonly turn: number;
  readonly records: readonly PersonRecord[];
}

/** What the varied call did, where it was carried out. */
export interface Effect {
  readonly kind: "created" | "changed" | "deleted";
  readonly email: string;
  /** Whether it can be seen at the end: the created Lead is active, the change is there, the Lead is deleted. */
  readonly stands: boolean;
}

/** How the command ended. */
export interface Exit {
  /** 128 and the number of the signal where one ended it. */
  readonly code: number;
  readonly timedOut: boolean;
}

/** The outcome of one test, by the name that its results give it. */
export type TestOutcome = "passed" | "failed" | "skipped" | "flaky";

/** One run of the command, as it was seen. */
export interface Observation {
  readonly exit: Exit;
  /** The outcome of each test by its name; null where no results were asked for. */
  readonly tests: ReadonlyMap<string, TestOutcome> | null;
  readonly calls: readonly Call[];
  readonly controlCalls: readonly ControlCall[];
  readonly worlds: readonly FinalWorld[];
  /** In a baseline that differs from another one, the people whose records do not. */
  readonly stablePeople?: ReadonlySet<string>;
  /** The names of workspaces that were made with a label; that of a second one with the same label ends with `(2)`. */
  readonly labels: ReadonlySet<string>;
  /** The workspaces that were called with a key that was theirs before they were dropped or replaced. */
  readonly lateCalls: readonly string[];
  /** The rules whose choice was looked up. */
  readonly choices: ReadonlySet<string>;
  /** What the varied call of a workspace did, by the key of the workspace. */
  readonly effects: ReadonlyMap<string, Effect>;
  readonly durationMs: number;
  /** The end of what the command printed. */
  readonly output: string;
}

/** What is varied in a workspace, or in the whole run where `workspace` is null. */
export interface PlannedVariation {
  readonly family: Family;
  readonly variation: string;
  /** The label of the workspace that it concerns, in a packed run. */
  readonly workspace: string | null;
  /** The call that it starts at, for faults. */
  readonly call: CallId | null;
  /** The salt of the hash that replaces the subject of `call`, as in bundles; without it, the subject is shown. */
  readonly salt?: string | null;
  /** The choices of unknowns, by rule. */
  readonly choices: Readonly<Record<string, string>> | null;
}

/** One run under one variation, or under one for each label. */
export interface Trial {
  readonly id: string;
  readonly variations: readonly PlannedVariation[];
  /** Whether it mostly waits: it needs no processor meanwhile. */
  readonly waits: boolean;
}

export const verdicts = [
  "not-reached",
  "tolerated",
  "reported",
  "lost",
  "duplicated",
  "orphaned",
  "altered",
  "hammered",
  "hung",
  "unfinished",
  "independent",
  "dependent",
  "caught",
  "missed",
  "unknown",
] as const;
export type Verdict = (typeof verdicts)[number];

export type Severity = "high" | "medium" | "low";

/** The severity of a verdict; null for one that is not a finding. */
export function severityOf(verdict: Verdict): Severity | null {
  if (verdict === "lost" || verdict === "duplicated") return "high";
  if (verdict === "missed") return "low";
  const medium: readonly Verdict[] = ["orphaned", "altered", "hammered", "hung", "dependent"];
  return medium.includes(verdict) ? "medium" : null;
}

/** A record that is not what the baseline has. */
export interface RecordDifference {
  readonly change: "missing" | "added" | "changed";
  readonly kind: PersonRecord["kind"];
  readonly email: string;
  readonly workspace: string;
  readonly baseline: PersonRecord | null;
  readonly trial: PersonRecord | null;
}

/** What is concluded of one planned variation. */
export interface Judgement {
  readonly verdict: Verdict;
  /** Other verdicts that are true of it, too. */
  readonly alsoSeen: readonly Verdict[];
  readonly records: readonly RecordDifference[];
  /** Why, as one sentence. */
  readonly reason: string;
}
