/** Puts another interface in front of the emulated API: requests are rewritten before they are routed. */
import { isKeyShape } from "../../domain/model/api-key.ts";
import { targetOf } from "../../domain/model/request-target.ts";
import { largestBody } from "../../network/http/body-memory.ts";
import type { ReadAhead } from "../../network/http/read-ahead.ts";
import { readAhead, withPlainBody } from "../../network/http/read-ahead.ts";
import type { Registry } from "../../world/workspace/registry/registry.ts";
import type { EmulatedEnv, Exchange } from "../../world/workspace/requests/context.ts";
import type { Workspace } from "../../world/workspace/workspace.ts";
import type { operationFinder } from "../api/routes/operation-finder.ts";
import type { ShownNext } from "../control/server/server-info.ts";
import type { Gate } from "../gates/gate.ts";

/** Answers a request to the emulated API. */
export type ApiFetch = (
  request: Request,
  bindings: EmulatedEnv["Bindings"],
) => Response | Promise<Response>;

export interface EdgedRequest {
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Null without a body, or for one that is not text. */
  readonly body: string | null;
}

/** A request of another interface: in the form of the emulated API, with what becomes of its answer. */
export interface Edged extends Pick<Exchange, "refusal" | "answer" | "changes"> {
  readonly request: EdgedRequest;
}

/** How another interface answers. */
export interface OtherInterface {
  /** The key that a request has outside the X-API-Key header; null without one. */
  readonly keyOf: (request: Pick<EdgedRequest, "query" | "headers">) => string | null;
  /** `operationOf` finds the operation of a method and a path of the emulated API; null for no operation. */
  readonly open: (
    workspace: Workspace,
    request: EdgedRequest,
    operationOf: (method: string, path: string) => string | null,
  ) => Edged;
  /** The answer of `GET W/next`. */
  readonly shown: (workspace: Workspace) => ShownNext;
}

/** Another interface in front of the emulated API. */
export interface Edge extends Pick<OtherInterface, "shown"> {
  /** The emulated API behind it. */
  readonly around: (fetch: ApiFetch, behind: Behind) => ApiFetch;
}

/** What the edge needs to know of the sandbox. */
export interface Behind {
  readonly registry: Pick<Registry, "findKey" | "default">;
  readonly locate: ReturnType<typeof operationFinder>;
}

/** Puts another interface in front of the emulated API, for the workspaces on whose clock it is in force. */
export function edgeOf(other: OtherInterface): Edge {
  return {
    shown: other.shown,
    around: (fetch, behind) => behindEdge(fetch, other, behind),
  };
}

/** Answers what another interface refuses: the last gate, since a wrong key and a used up quota come first (rule error.order). */
export const exchangeGate: Gate = (context, next) => {
  const { exchange, notes } = context;
  const refusal = exchange?.refusal ?? null;
  if (refusal === null) return next(context);
  const changes = exchange?.changes().join(", ").replaceAll("→", "->");
  notes.reason = `The next interface refuses this request. Changes that it met: ${changes}.`;
  return refusal;
};

function behindEdge(
  fetch: ApiFetch,
  other: OtherInterface,
  { registry, locate }: Behind,
): ApiFetch {
  const operationOf = (method: string, path: string): string | null =>
    locate(method, path)?.operation.id ?? null;
  return async (request, bindings) => {
    const { target } = bindings;
    const { method } = request;
    const headers = new Map(request.headers);
    const known = { method, path: target.path, query: target.query, headers };
    const { workspace, isOwner } = homeOf(known, bindings, other, registry);
    if (bindings.dryRun === null) await workspace.gate.wait();
    if (!other.shown(workspace).inForce) return fetch(request, bindings);
    const read = await readAhead(request, largestBody(0), isOwner ? workspace : null);
    const sent = { ...known, body: read.text };
    const { request: today, ...edged } = other.open(workspace, sent, operationOf);
    const rawHeaders = bindings.rawHeaders ?? [...headers].flat();
    const passed = passedOn(read, sent, today);
    const exchange = { ...edged, sent: { method, target, rawHeaders, body: read.text } };
    return fetch(passed, { ...bindings, target: targetOf(passed.url), exchange });
  };
}

/** The workspace of a key, else the default one. A request may have its key where the other interface expects it. */
function homeOf(
  request: Pick<EdgedRequest, "query" | "headers">,
  { dryRun }: EmulatedEnv["Bindings"],
  other: OtherInterface,
  registry: Behind["registry"],
): { readonly workspace: Workspace; readonly isOwner: boolean } {
  if (dryRun !== null) return { workspace: dryRun.workspace, isOwner: true };
  for (const key of [other.keyOf(request), request.headers.get("x-api-key") ?? null]) {
    const home = key !== null && isKeyShape(key) ? registry.findKey(key.toLowerCase()) : null;
    if (home !== null) return { workspace: home.workspace, isOwner: true };
  }
  return { workspace: registry.default(), isOwner: false };
}

function passedOn(read: ReadAhead, sent: EdgedRequest, today: EdgedRequest): Request {
  const { url, signal, body } = read.request;
  const pathAt = url.indexOf("/", url.indexOf("//") + 2);
  const query = today.query === "" ? "" : `?${today.query}`;
  const { method } = today;
  const takesBody = method !== "GET" && method !== "HEAD";
  const rewritten = new Request(url.slice(0, pathAt) + today.path + query, {
    method,
    headers: [...today.headers].flatMap(([name, value]): readonly [string, string][] =>
      headerValue.test(value) ? [[name, value]] : [],
    ),
    signal,
    ...(body !== null && takesBody && today.body === sent.body ? { body, duplex: "half" } : {}),
  });
  if (!takesBody || today.body === null || today.body === sent.body) return rewritten;
  return withPlainBody(rewritten, today.body);
}

/** A value may come from the query, where any character can be. */
const headerValue = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;
