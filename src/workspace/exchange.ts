import type { ApiKey } from "../domain/api-key.ts";
import type { Surface } from "../domain/surface.ts";
import type { RuleTrace } from "../rules/trace.ts";
import type { Workspace } from "./workspace.ts";

/**
 * One request to the emulated API on its way: made by the journal gate, filled in by the gates and the
 * operation, and written down when the answer is there.
 */
export interface Exchange {
  readonly workspace: Workspace;
  readonly surface: Surface;
  readonly requestId: string;
  /** The workspace's time when the request came in, in epoch milliseconds; the whole request happens then. */
  readonly now: number;
  readonly trace: RuleTrace;
  /** The key that the request carries, when some workspace knows it; the authenticate gate judges it. */
  readonly apiKey: ApiKey | null;
  operationId: string | null;
  requestBody: string | null;
  responseBody: string | null;
  /** Why the request was refused, one sentence for the developer. */
  reason: string | null;
  /** The stack of a fault of the sandbox itself: for the journal, never for an answer (rule error.server). */
  stack: string | null;
}

/** What Hono carries along for the emulated API. */
export interface EmulatedEnv {
  /** The port that the request came in on, where it came in on one. */
  readonly Bindings: { readonly port: number | null };
  readonly Variables: { exchange: Exchange };
}
