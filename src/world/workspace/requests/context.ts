import { iso } from "../../../base/values/moment.ts";
import type { ApiKey } from "../../../domain/model/api-key.ts";
import type { Cause } from "../../../domain/model/cause.ts";
import type { Fault } from "../../../domain/model/fault.ts";
import type { RequestTarget } from "../../../domain/model/request-target.ts";
import type { Surface, SurfaceName } from "../../../domain/model/surface.ts";
import type { RuleTrace } from "../../../domain/rules/trace.ts";
import type { Store } from "../../store/store.ts";
import type { EventType } from "../logs/events.ts";
import type { NewEvent } from "../transactions.ts";
import type { Workspace } from "../workspace.ts";
import type { InFlightRequest } from "./gate.ts";

/** A request to the emulated API in flight. The journal gate creates it, and gates and the operation read it. */
export interface RequestContext {
  readonly workspace: Workspace;
  readonly surface: Surface;
  readonly request: Request;
  /** Whether the request was received on a port. */
  readonly isServed: boolean;
  /** The headers of the request, alternating names and values. */
  readonly rawHeaders: readonly string[];
  readonly method: string;
  readonly target: RequestTarget;
  /** The operation's path, decoded, and the values of its parameters; none for an unknown path. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** The API key of the request; empty without one. */
  readonly keyText: string;
  readonly requestId: string;
  /**
   * The workspace's time at arrival, in epoch milliseconds; the whole request happens then. A delayed request arrives
   * late.
   */
  readonly now: number;
  readonly trace: RuleTrace;
  /** The key of the request, if some workspace knows it; the authenticate gate checks it. */
  readonly apiKey: ApiKey | null;
  /** Whether the quota of the key does not count this request: it came with an adopted key. */
  readonly isUnmetered: boolean;
  /** The operation for the path and method, even if the request is refused earlier; null for an unknown path. */
  readonly operationId: string | null;
  /** The entry of the request in the gate of its workspace. */
  readonly inFlight: InFlightRequest;
  /** Set for a dry run: all effects of the request are rolled back. */
  readonly dryRun: DryRun | null;
  /** The store that the operation works on. */
  readonly store: () => Store;
  /** The request as the client sent it to another interface; null where it was sent to this one. */
  readonly exchange: Exchange | null;
  readonly notes: RequestNotes;
}

/** A request to another interface in front of the emulated API, which gets it in its own form. */
export interface Exchange {
  /** As sent. */
  readonly sent: Pick<RequestContext, "method" | "target" | "rawHeaders"> & {
    readonly body: string | null;
  };
  /** What the other interface answers to a request that it refuses; null for one that it passes on. */
  readonly refusal: ExchangedAnswer | null;
  /** Puts an answer into the form of the other interface. */
  readonly answer: (answer: ExchangedAnswer) => ExchangedAnswer;
  /** The ids of the differences that the request and its answer met so far. */
  readonly changes: () => readonly string[];
}

interface ExchangedAnswer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What gates and the operation note about a request for the journal. */
export interface RequestNotes extends Mutable<
  Pick<RequestContext, "now" | "apiKey" | "operationId">
> {
  /** The moment at which a request over its quota would be allowed; null for other requests. */
  allowedAt: number | null;
  /** Warnings for the developer: names that resemble documented ones. */
  readonly hints: string[];
  /** The events that the request caused so far. */
  effects: readonly NewEvent[];
  requestBody: string | null;
  /** Why the request was refused: one sentence for the developer. */
  reason: string | null;
  /** The stack of an internal error: for the journal, never for an answer (rule error.server). */
  stack: string | null;
}

export function requestCause(context: RequestContext): Cause {
  const { requestId, notes } = context;
  const { method, target } = context.exchange?.sent ?? context;
  return { kind: "request", requestId, method, path: target.path, at: iso(notes.now) };
}

/** Emits an event that a gate causes, and notes it as an effect of the request. */
export function noteEffect(
  { workspace, notes, requestId }: RequestContext,
  type: EventType,
  data: NewEvent["data"],
): void {
  notes.effects = [...notes.effects, workspace.emit(type, { ...data, requestId })];
}

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** The workspace of a dry run, and the listeners that gates and operations report to. */
export interface DryRun {
  readonly workspace: Workspace;
  /** Called with the context once it exists. */
  readonly onContext: (context: RequestContext) => void;
  /** Called with the effects other than the answer that were rolled back. */
  readonly onEvents: (events: readonly NewEvent[]) => void;
  /** Called with the fault that would hit the request. */
  readonly onFault: (fault: Fault) => void;
}

/** The answer and effects that a request would have. */
export interface DryRunResult {
  /** Null when the connection would be cut or the answer would never come. */
  readonly response: Response | null;
  readonly context: RequestContext;
  readonly events: readonly NewEvent[];
  readonly fault: Fault | null;
}

/** The Hono environment of the emulated API. */
export interface EmulatedEnv {
  readonly Bindings: {
    /** The parts of the request's URL, parsed once. */
    readonly target: RequestTarget;
    /** The headers as sent over the wire, alternating names and values; missing without a wire. */
    readonly rawHeaders?: readonly string[] | undefined;
    /** The surface of a server with only one; otherwise port and host select it. */
    readonly surface?: SurfaceName | undefined;
    /** The port of the request; missing for one without a port. */
    readonly port: number | null;
    readonly dryRun: DryRun | null;
    /** Set for a request to another interface. */
    readonly exchange?: Exchange;
  };
}
