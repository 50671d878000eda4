/** The data of explore: what it observes in runs of a client, what it plans, and what it concludes. Judging needs no sandbox. */
import type { Adopted } from "../../world/workspace/registry/adoption.ts";
import type { EdgeChoices } from "../next/edge/edge.ts";
import type { Change } from "../next/findings.ts";
import type { Exit, PersonRecord, Run } from "../runs/run.ts";
import type { Call } from "../traffic/call.ts";
import type { Course } from "./variations/rough.ts";
import type { Family } from "./variations/variation.ts";

/**
 * Identifies a call within a run and across runs: by the label of its workspace, its operation and subject, and
 * its number among such calls.
 */
export interface CallId {
  readonly workspace: string;
  /** The id of the operation; otherwise method and path. */
  readonly operation: string;
  /** An email in lower case, or a name or id; null for a call that is not about a single record. */
  readonly subject: string | null;
  /** 1 for the first such call of the workspace. */
  readonly ordinal: number;
}

/** A call to the emulated API, observed in a run. Times are milliseconds since the run began. */
export interface ObservedCall extends Call {
  readonly id: CallId;
  readonly requestId: string;
  /** The number of the command's run that sent it: 1, or 2 when the command ran a second time. */
  readonly process: number;
  /** The ids of the workspace and its key; the key's is null for an unknown key. */
  readonly workspaceId: string;
  readonly apiKeyId: string | null;
  /** Where the call had a key besides its header; null if nowhere. */
  readonly keyIn: "url" | "body" | null;
  /** Whether it came over a connection that had carried a call before. */
  readonly isOnKeptConnection: boolean;
  /** Whether the client was still waiting for the answer when its time was over. */
  readonly isOpen: boolean;
  /** The id of the variation that changed it, or null. */
  readonly variation: string | null;
  /** The status of the sandbox's answer, even if the client did not get it; 0 without an answer. */
  readonly serverStatus: number;
  /** The ids of the rules that the answer cited. */
  readonly rules: readonly string[];
}

/** A call of the control API, which a replay sends again. */
export interface ControlCall {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly sentAtMs: number;
}

/** The effect of a varied call that the sandbox carried out. */
export interface Effect {
  readonly kind: "created" | "changed" | "deleted";
  readonly email: string;
  /** Whether the effect is visible at the end: the Lead is active, changed or archived. */
  readonly stands: boolean;
}

/** Everything observed in one run of the command. */
export interface Observation extends Run<ObservedCall> {
  /** How the command ended: its second run, if there was one, and the worse of two copies. */
  readonly exit: Exit;
  readonly controlCalls: readonly ControlCall[];
  /** The people whose records are the same in both baselines; set only if the baselines differ. */
  readonly stableEmails?: ReadonlySet<string>;
  /** The names of workspaces with a label; the name of the second one of a label ends with `(2)`. */
  readonly labels: ReadonlySet<string>;
  /** The workspaces that a client called with an old key after they were dropped or replaced. */
  readonly lateCalls: readonly string[];
  /** The rules whose choice the sandbox looked up. */
  readonly choices: ReadonlySet<string>;
  /** The keys and ids that the sandbox adopted from the client; missing where it adopts none. */
  readonly adopted?: Adopted;
  /** The effects of varied calls, by the name of the workspace. */
  readonly effects: ReadonlyMap<string, Effect>;
  /** The files that the client left in LEAD_SANDBOX_STATE, by path; missing where nothing compares them. */
  readonly files?: ReadonlyMap<string, string>;
  /** What two unchanged runs agree in; missing where nothing compares it. */
  readonly steady?: SteadyTexts;
}

/** The texts in which two unchanged runs agree, apart from times, ports and UUIDs. */
export interface SteadyTexts {
  readonly output: boolean;
  readonly files: ReadonlySet<string>;
}

/** The announced changes that a trial carries out, and the world in which it does. */
export interface Announced {
  /** Empty for the run that the trials with a provoked refusal or with more Leads are compared with. */
  readonly changes: readonly Change[];
  readonly choices: EdgeChoices;
  /** How many Leads of other people exist before. */
  readonly moreLeads: number;
  /** The status with which every call like the planned one is refused; null for none. */
  readonly refusal: 409 | 422 | null;
}

/** A variation of one workspace, or of the whole run if `workspace` is null. */
export interface PlannedVariation {
  readonly family: Family;
  readonly variation: string;
  /** The label of the varied workspace, in a packed run. */
  readonly workspace: string | null;
  /** For faults, the call at which it starts. */
  readonly call: CallId | null;
  /** For violations, the operation whose calls it concerns; without one, those of every operation. */
  readonly operation?: string;
  /** The salt of the hash that replaces the subject of `call` in bundles; without it, the subject is plain text. */
  readonly salt?: string | null;
  /** The choices of unknowns, by rule. */
  readonly choices: Readonly<Record<string, string>> | null;
  /** The announced changes; only in the family `next`. */
  readonly announced?: Announced;
}

/** One run with one variation, or with one for each label. */
export interface Trial {
  readonly id: string;
  readonly variations: readonly PlannedVariation[];
  /** Whether the trial mostly waits and needs no processor. */
  readonly waits: boolean;
  /** Whether what it shows needs no second run, because other trials show it. */
  readonly isSettled?: boolean;
  /** What happens around the runs of the command, beyond what its variation says. */
  readonly course?: Course;
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
  "endless",
  "unfinished",
  "independent",
  "dependent",
  "question",
  "breaks-silently",
  "breaks",
  "differs",
  "caught",
  "missed",
  "unknown",
  "too-busy",
] as const;
export type Verdict = (typeof verdicts)[number];

export type Severity = "high" | "medium" | "low";

/** The severity of a verdict; null for one that is not a finding. */
export function severityOf(verdict: Verdict): Severity | null {
  const high: readonly Verdict[] = ["lost", "duplicated", "breaks-silently"];
  if (high.includes(verdict)) return "high";
  if (verdict === "missed") return "low";
  const medium: readonly Verdict[] = [
    "orphaned",
    "altered",
    "hammered",
    "hung",
    "endless",
    "dependent",
    "breaks",
  ];
  return medium.includes(verdict) ? "medium" : null;
}

/** A record that differs from the baseline. */
export interface RecordDifference {
  readonly change: "missing" | "added" | "changed";
  readonly kind: PersonRecord["kind"];
  readonly email: string;
  readonly workspace: string;
  readonly baseline: PersonRecord | null;
  readonly trial: PersonRecord | null;
}

/** A call that is refused only under an alternative of an open rule. */
export interface OpenQuestion {
  readonly rule: string;
  readonly choice: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The first field that the answer names; null if it names none. */
  readonly field: string | null;
}

/** The conclusion about one planned variation. */
export interface Judgement {
  readonly verdict: Verdict;
  /** Other verdicts that also apply. */
  readonly alsoSeen: readonly Verdict[];
  readonly records: readonly RecordDifference[];
  /** The reason, as one sentence. */
  readonly reason: string;
  /** What to ask the provider, for the verdict `question`. */
  readonly question?: OpenQuestion;
  /** The finding that the run had no time to confirm. */
  readonly seen?: Verdict;
  /** For announced changes, the first text of the client that differs, such as a line of its output. */
  readonly difference?: string;
  /** For violations and announced changes, the tests that fail in the trial but not in the baseline. */
  readonly noticedBy?: readonly string[];
}
