import type { ApiKey } from "../domain/api-key.ts";
import type { Fault } from "../domain/fault.ts";
import type { RequestTarget } from "../domain/request-target.ts";
import type { Surface, SurfaceName } from "../domain/surface.ts";
import type { RuleTrace } from "../rules/trace.ts";
import type { Store } from "../store/store.ts";
import type { InFlightRequest } from "./request-gate.ts";
import type { NewEvent } from "./transactions.ts";
import type { Workspace } from "./workspace.ts";

/**
 * One request to the emulated API on its way: made by the journal gate, filled in by the gates and the
 * operation, and written down when the answer is there.
 */
export interface RequestContext {
  readonly workspace: Workspace;
  readonly surface: Surface;
  readonly request: Request;
  /** The headers of the request, a name and a value in turns. */
  readonly rawHeaders: readonly string[];
  readonly method: string;
  readonly target: RequestTarget;
  /** The path that led to the operation, decoded, and what its parameters stand for: they are filled in later for a path of another version. */
  readonly path: string;
  params: Readonly<Record<string, string>>;
  /** What the request carries as its API key; empty when it carries none. */
  readonly keyText: string;
  readonly requestId: string;
  /** The workspace's time when the request came in, in epoch milliseconds; the whole request happens then. One that is held up comes in late. */
  now: number;
  readonly trace: RuleTrace;
  /** The key that the request carries, when some workspace knows it; the authenticate gate judges it. */
  apiKey: ApiKey | null;
  /** The operation of the path and method, also when the request is refused before it gets there. */
  operationId: string | null;
  /** The request's place in the traffic of its workspace. */
  readonly inFlight: InFlightRequest;
  /** Set for a dry run: the request must leave nothing behind. */
  readonly dryRun: DryRun | null;
  /** The moment at which a request over its quota would be allowed; null for one that is not. */
  allowedAt: number | null;
  /** The store as the operation sees it, where a variation of `explore` changes it. */
  readonly storeView?: ((store: Store) => Store) | undefined;
  /** What the developer is warned of: names that are nearly documented ones. */
  readonly hints: string[];
  requestBody: string | null;
  /** Why the request was refused, one sentence for the developer. */
  reason: string | null;
  /** The stack of a fault of the sandbox itself: for the journal, never for an answer (rule error.server). */
  stack: string | null;
}

/** The workspace of a dry run, and the listeners that gates and operations report to. */
export interface DryRun {
  readonly workspace: Workspace;
  /** Called with the context as soon as it is there. */
  readonly onContext: (context: RequestContext) => void;
  /** Called with what would have happened besides the answer. */
  readonly onEvents: (events: readonly NewEvent[]) => void;
  /** Called with the fault that would meet the request. */
  readonly onFault: (fault: Fault) => void;
}

/** What a request would get and do. */
export interface DryRunResult {
  /** Null when the connection would be cut or the answer never come. */
  readonly response: Response | null;
  readonly context: RequestContext;
  readonly events: readonly NewEvent[];
  readonly fault: Fault | null;
}

/** What Hono carries along for the emulated API. */
export interface EmulatedEnv {
  readonly Bindings: {
    /** What the URL of the request asks for, read once. */
    readonly target: RequestTarget;
    /** The headers as they came over the wire, a name and a value in turns, where they did. */
    readonly rawHeaders?: readonly string[] | undefined;
    /** The surface of a server that serves one alone; else its port and host select it. */
    readonly surface?: SurfaceName | undefined;
    /** The port that the request came in on, where it came in on one. */
    readonly port: number | null;
    readonly dryRun: DryRun | null;
  };
}
