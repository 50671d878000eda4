/** The next interface in front of a sandbox that serves: all definite changes, from a moment on the clock of each workspace. */
import { iso } from "../../../base/values/moment.ts";
import type { Assumptions } from "../../../domain/rules/trace.ts";
import type { Change } from "../findings.ts";
import type { NextInterface } from "../next-interface.ts";
import type { EdgeAnswer, EdgeRequest } from "./edge-context.ts";
import { edgeChoices } from "./edge-context.ts";
import type { Edge, EdgeDecision } from "./edge.ts";
import { isCarriedOut, isPossible, newEdge } from "./edge.ts";
import { valueAt } from "./route-edits.ts";

/** A request before routing. */
type Sent = Omit<EdgeRequest, "operation">;

/** Finds the operation of a method and a path of the emulated API; null for no operation. */
type OperationOf = (method: string, path: string) => string | null;

interface PlainAnswer extends Pick<EdgeAnswer, "status" | "body"> {
  readonly headers: Readonly<Record<string, string>>;
}

/** The part of a workspace that decides whether and how the changes are carried out. */
interface Place {
  readonly clock: { readonly now: () => number };
  readonly assumptions: () => Assumptions;
}

/** The next interface for the edge of a sandbox. */
export interface ServedEdge {
  readonly keyOf: (request: Pick<Sent, "query" | "headers">) => string | null;
  readonly shown: (place: Place) => {
    readonly from: string | null;
    readonly inForce: boolean;
    readonly changes: readonly string[];
  };
  readonly open: (place: Place, sent: Sent, operationOf: OperationOf) => Opened;
}

interface Opened {
  /** In today's form. */
  readonly request: Sent;
  readonly refusal: PlainAnswer | null;
  readonly changes: () => readonly string[];
  readonly answer: (answer: PlainAnswer) => PlainAnswer;
}

/** Carries the definite changes of `next` out, from the epoch milliseconds `from` on; null for the start. */
export function servedEdge(next: NextInterface, from: number | null): ServedEdge {
  const changes = next.changes.filter((change) => isCarriedOut(change) && !isPossible(change));
  const edges = new Map<string, Edge>();
  const edgeOf = ({ assumptions }: Place): Edge => {
    const choices = edgeChoices(assumptions());
    const key = JSON.stringify(choices);
    const edge = edges.get(key) ?? newEdge(next, changes, choices);
    edges.set(key, edge);
    return edge;
  };
  return {
    keyOf: (request) => keyIn(request, changes),
    shown: ({ clock }) => ({
      from: from === null ? null : iso(from),
      inForce: from === null || clock.now() >= from,
      changes: changes.map(({ id }) => id),
    }),
    open: (workspace, request, operationOf) => opened(edgeOf(workspace), request, operationOf),
  };
}

function keyIn(request: Pick<Sent, "query" | "headers">, changes: readonly Change[]) {
  const change = changes.find(({ kind }) => kind === "auth");
  return valueAt(request, change?.to ?? "")?.replace(/^Bearer\s+/i, "") ?? null;
}

function opened(edge: Edge, sent: Sent, operationOf: OperationOf): Opened {
  const decision = decided(edge, sent, operationOf);
  const met = new Set(decision.met);
  const refusal = decision.kind === "refuse" ? plainAnswer(decision.answer) : null;
  return {
    request: inFull(sent, decision),
    refusal,
    changes: () => [...met],
    answer(given) {
      // The edge's own refusal has the next form already.
      if (given === refusal) return given;
      const today = { ...given, headers: new Map(Object.entries(given.headers)) };
      const { answer, met: more } = edge.answer(decision.request, today);
      for (const id of more) met.add(id);
      return plainAnswer(answer);
    },
  };
}

/** The next path first, since today's may be that of another operation. */
function decided(edge: Edge, sent: Sent, operationOf: OperationOf): EdgeDecision {
  const request = { ...sent, method: sent.method === "HEAD" ? "GET" : sent.method };
  const moved = edge.request({ ...request, operation: null });
  if (moved.request.operation !== null) return moved;
  const operation = operationOf(sent.method, sent.path);
  return operation === null ? moved : edge.request({ ...request, operation });
}

/** The request in today's form, with the version that it has or, under a new base path, today's. */
function inFull(sent: Sent, { request, met }: EdgeDecision): EdgeRequest {
  const method = sent.method === "HEAD" ? "HEAD" : request.method;
  if (request.path === sent.path) return { ...request, method };
  const hasVersion = sent.path.startsWith("/v1/") || met.some((id) => id.startsWith("base-path:"));
  return { ...request, method, path: `${hasVersion ? "/v1" : ""}${request.path}` };
}

function plainAnswer({ status, headers, body }: EdgeAnswer): PlainAnswer {
  return { status, headers: Object.fromEntries(headers), body };
}
