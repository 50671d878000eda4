/**
 * A variation is one change of the provider's behaviour in a trial: data, a sentence and a function. The
 * function runs before the gates of the emulated API. It rewrites the request, the answer or the records in the
 * transaction; operations do not depend on it.
 */
import type { ApiKey } from "../../../domain/model/api-key.ts";
import type { RuleId } from "../../../domain/rules/catalogue.ts";
import type { Answer } from "../../../network/http/answer.ts";
import type { Store } from "../../../world/store/store.ts";
import type { RequestContext } from "../../../world/workspace/requests/context.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";

/** The families of variations, in the order of the report. */
export const families = ["faults", "unknowns", "evolution", "violations", "rough", "next"] as const;
export type Family = (typeof families)[number];

/** The kinds of trouble that trials test, in the order of the contract. */
export const hazardKinds = [
  "lost-answer",
  "refusal",
  "hang",
  "no-connection",
  "unreadable-answer",
  "slow-answer",
  "idle-reset",
  "outage",
  "open-rule",
  "change",
  "evolution",
  "violation",
  "rough",
] as const;
export type HazardKind = (typeof hazardKinds)[number];

/** One variation, as reports name it. `id` is unique within its family. */
export interface Variation {
  readonly id: string;
  readonly family: Family;
  /** The rules that the variation concerns; empty if the interface does not mention it. */
  readonly rules: readonly RuleId[];
  /** What the provider does, as a sentence. */
  readonly sentence: string;
}

/** A request to the emulated API that a variation applies to. */
export interface InterceptedRequest {
  readonly context: RequestContext;
  /** The original body; null without one. */
  readonly body: string | null;
  /** The subject of the call, such as the email of its Lead; null for a call without one. */
  readonly subject: string | null;
  /** Forwards the request, unchanged or with `change`. */
  readonly next: (change?: RequestChange) => Promise<Answer>;
  /** What a variation can do outside the request. */
  readonly hooks: RunHooks;
}

/** What a variation can do in its run outside a request. */
export interface RunHooks {
  /** Ends the command at once, with SIGKILL. */
  readonly kill: () => void;
  /** Revokes the key of a request and issues another one; returns the revoked key. */
  readonly renewKey: (context: RequestContext) => Promise<ApiKey | null>;
  /** What other people do with the Active Leads of a workspace: all of them, or those with an email. */
  readonly others: (action: "convert" | "archive", workspace: Workspace, email?: string) => void;
}

/** The request of a run variation, which sees every request. */
export interface VariedRequest extends InterceptedRequest {
  /** Reports that the variation changed something. A trial without any effect shows nothing. */
  readonly onEffect: () => void;
}

/** A refusal of another interface, and the ids of the differences that it comes from. */
interface Refusal {
  readonly answer: Answer;
  readonly changes: readonly string[];
}

/** Changes to a request before the gates and the operation see it. */
export interface RequestChange {
  /** The query without its question mark. */
  readonly query?: string;
  readonly body?: string;
  readonly apiKey?: ApiKey;
  /** The store as the operation sees it. */
  readonly store?: (store: Store) => Store;
  /** What another interface answers unless a gate of the emulated API refuses the request first. */
  readonly refusal?: Refusal;
  /** Whether to roll back the operation: it answers but leaves no effect. */
  readonly isRolledBack?: boolean;
}

export interface AnsweredCall {
  readonly id: { readonly operation: string };
  readonly query: string;
  readonly status: number;
  readonly answer: string | null;
}

/** A variation of every request of a run: evolution and violations. */
export interface RunVariation extends Variation {
  readonly family: "evolution" | "violations";
  /** The operations in which the variation can take effect. */
  readonly operations: (operationId: string) => boolean;
  /** Whether it may change the answer to this call of the baseline; by default it may change every answer. */
  readonly concerns?: (call: AnsweredCall) => boolean;
  /** The suffix of ids of new Leads, Plans and ClientProfiles. */
  readonly idTail?: string;
  /** Rewrites the request or the answer, or forwards the request unchanged. */
  readonly vary: (request: VariedRequest) => Promise<Answer>;
}
