/**
 * A variation is one change of the world that a trial makes: data, a sentence, and a function at the edge of the
 * emulated API. It rewrites the request, the answer or the records in the transaction; no operation depends on it.
 */
import type { ApiKey } from "../../domain/api-key.ts";
import type { Answer } from "../../http/answer.ts";
import type { RuleId } from "../../rules/catalogue.ts";
import type { Store } from "../../store/store.ts";
import type { RequestContext } from "../../workspace/request-context.ts";

/** The families of variations, in the order in which they are reported. */
export const families = ["faults", "unknowns", "evolution", "violations"] as const;
export type Family = (typeof families)[number];

/** One variation, as reports name it. `id` is unique within its family. */
export interface Variation {
  readonly id: string;
  readonly family: Family;
  /** The rules that it is about; empty where the interface has no sentence about it. */
  readonly rules: readonly RuleId[];
  /** What happens, as a sentence about the provider. */
  readonly sentence: string;
}

/** A request to the emulated API that a variation meets. */
export interface MetRequest {
  readonly context: RequestContext;
  /** The body as it was sent; null when there was none. */
  readonly body: string | null;
  /** Has the request answered, as it came or changed. */
  readonly next: (change?: RequestChange) => Promise<Answer>;
}

/** The same for a variation of a whole run, which looks at every request. */
export interface VariedRequest extends MetRequest {
  /** To be called where the variation changed something: a trial in which it never did shows nothing. */
  readonly onEffect: () => void;
}

/** What of a request is changed before the gates and the operation see it. */
export interface RequestChange {
  /** The query without its question mark. */
  readonly query?: string;
  readonly body?: string;
  readonly apiKey?: ApiKey;
  /** The store as the operation sees it. */
  readonly store?: (store: Store) => Store;
  /** Whether the operation runs and is then taken back: it answers and leaves nothing. */
  readonly isTakenBack?: boolean;
}

/** A variation of every request of a run: evolution and violations. */
export interface RunVariation extends Variation {
  readonly family: "evolution" | "violations";
  /** The operations that it can show in. */
  readonly operations: (operationId: string) => boolean;
  /** What the ids of new Leads, Plans and ClientProfiles end with in a run. */
  readonly idTail?: string;
  /** Rewrites the request or the answer, or has the request answered as it came. */
  readonly vary: (request: VariedRequest) => Promise<Answer>;
}
