import type { Context, Hono } from "hono";

import { lazy } from "../../../base/values/lazy.ts";
import type { ApiKey } from "../../../domain/model/api-key.ts";
import { hasVersion } from "../../../domain/model/request-target.ts";
import type { Answer, Answering } from "../../../network/http/answer.ts";
import { jsonHeaders } from "../../../network/http/answer.ts";
import { ApiError } from "../../../network/http/api-error.ts";
import type { BodyResult } from "../../../network/http/body.ts";
import { readJsonObject } from "../../../network/http/body.ts";
import { NoAnswer } from "../../../network/http/no-answer.ts";
import { routePath } from "../../../network/http/operation.ts";
import type { Method } from "../../../network/http/operation.ts";
import type { EmulatedEnv, RequestContext } from "../../../world/workspace/requests/context.ts";
import { requestCause } from "../../../world/workspace/requests/context.ts";
import { addHint } from "../../../world/workspace/requests/hints.ts";
import type { NewEvent } from "../../../world/workspace/transactions.ts";
import { decodedIfChosen, isCoded } from "../bodies/coded-body.ts";
import { bodyBounds } from "../bodies/json-body.ts";
import { misspelling } from "../bodies/near-misses.ts";
import type { ApiCall, ApiOperation, Prepare } from "./call.ts";
import { idempotencyKeyOf } from "./idempotency.ts";
import { refuseUnoffered } from "./offered.ts";
import { operationFinder, versionPrefix } from "./operation-finder.ts";
import type { FoundOperation } from "./operation-finder.ts";
import type { Keep } from "./replay.ts";
import { replayOf } from "./replay.ts";
import { checkedText, permit } from "./run-operation.ts";

/** Routes requests for that operation, or for unknown paths, through the gates to `answerer`. */
export type Serve = (
  answerer: (context: RequestContext) => Answering,
  operationId: string | null,
) => (c: Context<EmulatedEnv>) => Response | Promise<Response>;

/** Mounts the operations, with and without the version segment, and the answer to every other path. */
export function mountApi(
  app: Hono<EmulatedEnv>,
  operations: readonly ApiOperation[],
  serve: Serve,
): void {
  const handlers = operations.map((operation) => ({
    operation,
    handler: serve(answererOf(operation), operation.id),
  }));
  for (const prefix of ["", versionPrefix]) {
    for (const { operation, handler } of handlers) {
      app.on(operation.method, prefix + routePath(operation.path), handler);
    }
  }
  const elsewhere = unknownPaths(operations);
  app.notFound(
    serve((context) => {
      const { operation, params } = elsewhere(context);
      context.notes.operationId = operation.id;
      return answererOf(operation)({ ...context, params });
    }, null),
  );
}

function answererOf(operation: ApiOperation): (context: RequestContext) => Answering {
  if (operation.body === undefined) {
    return (context) => {
      const replay = replayOf(context);
      if (replay === null) return answerOperation(operation, context, { body: null });
      admittedKey(operation, context);
      return replay.answered((keep) => answerOperation(operation, context, { body: null, keep }));
    };
  }
  return async (context) => {
    const replay = replayOf(context);
    const bounds = bodyBounds(context.trace.assumptions);
    const reading = replay === null ? bounds : { ...bounds, onBytes: replay.onBytes };
    const read = await readJsonObject(context.request, reading, context.workspace);
    const body = isCoded(read) ? await decodedIfChosen(context, read, bounds) : read;
    context.notes.requestBody = body.text;
    refuseAbandoned(context, "the body was there");
    if (replay === null) return carriedOut(operation, context, { body });
    admittedKey(operation, context);
    return replay.answered((keep) => {
      refuseAbandoned(context, "the request with the same key ended");
      return carriedOut(operation, context, { body, keep });
    });
  };
}

/** What an operation gets of a request: its body, and what keeps its answer, if anything does. */
interface Sent<Body> {
  readonly body: Body;
  readonly keep?: Keep;
}

function carriedOut(
  operation: ApiOperation,
  context: RequestContext,
  sent: Sent<BodyResult>,
): Answering {
  const { prepare } = operation;
  if (prepare === undefined) return answerOperation(operation, context, sent);
  return prepared(operation, prepare, context, sent.body).then((run) =>
    answerOperation({ ...operation, run }, context, sent),
  );
}

function refuseAbandoned({ inFlight }: RequestContext, moment: string): void {
  if (!inFlight.isAbandoned()) return;
  throw new NoAnswer("reset", `The workspace went on before ${moment}.`);
}

/** What runs instead of the operation's `run`, after what it has to wait for. */
async function prepared(
  operation: ApiOperation,
  prepare: Prepare,
  context: RequestContext,
  body: BodyResult,
): Promise<ApiOperation["run"]> {
  admittedKey(operation, context);
  const { workspace, params, request, inFlight } = context;
  const isGone = (): boolean => inFlight.isAbandoned() || request.signal.aborted;
  const run = await prepare({ workspace, store: context.store(), params, body, isGone });
  refuseAbandoned(context, "the body was validated");
  return run;
}

/** The key, after the refusals that need neither query nor body. */
function admittedKey(operation: ApiOperation, context: RequestContext): ApiKey {
  const { apiKey: key } = context;
  if (key === null) throw new Error("Operations must run after the authenticate gate.");
  refuseUnversioned(context);
  refuseUnoffered(operation, context);
  permit(operation, key);
  return key;
}

function answerOperation(
  operation: ApiOperation,
  context: RequestContext,
  { body, keep }: Sent<BodyResult | null>,
): Answering {
  const { workspace, trace, now, params, target, surface } = context;
  const key = admittedKey(operation, context);
  const query = target.query === "" ? noQuery : new URLSearchParams(`?${target.query}`);
  const { refuseUsed, use } = idempotencyKeyOf(context);
  const run = (): Answer => {
    const store = context.store();
    const hint = (text: string) => addHint(context.notes, text);
    const answer = operation.run({
      workspace,
      store,
      trace,
      now,
      key,
      surface,
      params,
      query,
      body,
      hint,
      refuseUsedKey: refuseUsed,
    });
    const { status, body: text } = checkedText(operation, answer);
    trace.decide(...operation.rules);
    trace.apply("http.json");
    use();
    const made = { status, headers: text === null ? {} : jsonHeaders, body: text };
    keep?.(made);
    return made;
  };
  return atOnce(operation, context, { run, isKept: keep !== undefined });
}

/** Shared and empty; never modified. */
const noQuery: ApiCall["query"] = new URLSearchParams();

/** Runs the work in one transaction if it may write; a dry run rolls back. */
function atOnce<Result>(
  { method }: ApiOperation,
  context: RequestContext,
  { run: work, isKept }: { readonly run: () => Result; readonly isKept: boolean },
): Result | Promise<Result> {
  const { workspace, now, dryRun, notes } = context;
  if (dryRun !== null) {
    const { result, events } = workspace.dryRun(work, now);
    dryRun.onEvents(events);
    return result;
  }
  if (method === "GET" && !isKept) return workspace.clock.during(now, work);
  const onEvents = (events: readonly NewEvent[]): void => {
    notes.effects = notes.effects.length === 0 ? events : [...notes.effects, ...events];
  };
  return workspace.causedBy(requestCause(context), () =>
    workspace.shared(work, now, { removes: !["POST", "PATCH"].includes(method), onEvents }),
  );
}

/**
 * Refuses an unknown path, or finds the operation of a path with another version where the workspace accepts
 * those (rules http.path.unknown, http.method.unknown, http.version.other).
 */
function unknownPaths(
  operations: readonly ApiOperation[],
): (context: RequestContext) => FoundOperation {
  const known = lazy(() => knownPaths(operations));
  const find = operationFinder(operations);
  return (context) => {
    const { path, method, trace } = context;
    const { version = "", rest = "" } = versioned.exec(path)?.groups ?? {};
    const found = version === "" || version === versionPrefix ? null : find(method, rest);
    if (found === null) throw unknownPath(context, known());
    if (trace.choice("http.version.other") === "accepted") return found;
    throw new ApiError({
      status: 404,
      rules: ["http.version.other"],
      reason: `The path is known under ${versionPrefix}, not under ${version}.`,
    });
  };
}

/** A path with a version segment that `/v1/` does not follow. */
const versioned = /^(?<version>\/v\d+)(?<rest>\/(?!v1\/).*)$/;

interface KnownPath {
  readonly path: string;
  readonly pattern: RegExp;
  readonly methods: readonly Method[];
}

function knownPaths(operations: readonly ApiOperation[]): readonly KnownPath[] {
  return [...Map.groupBy(operations, ({ path }) => path)].map(([path, of]) => ({
    path,
    pattern: new RegExp(`^(?:${versionPrefix})?${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    methods: of.map(({ method }) => method),
  }));
}

function unknownPath(context: RequestContext, known: readonly KnownPath[]): ApiError {
  const { path, method, trace } = context;
  const methods = known
    .filter(({ pattern }) => pattern.test(path))
    .flatMap((found) => found.methods);
  if (methods.length === 0) {
    const meant = meantPath(path, known);
    if (meant !== null) addHint(context.notes, misspelling(path, meant));
    return new ApiError({
      status: 404,
      rules: ["http.path.unknown"],
      reason: "The interface has no such path.",
    });
  }
  refuseUnversioned(context);
  const status = trace.choice("http.method.unknown");
  return new ApiError({
    status: status === "404" ? 404 : 405,
    rules: ["http.method.unknown"],
    reason: `The path supports ${methods.join(", ")}, not ${method}.`,
    ...(status === "405" ? { headers: { allow: methods.join(", ") } } : {}),
  });
}

/** The documented path that differs from `path` only in case or in needless slashes; null for none. */
function meantPath(path: string, known: readonly KnownPath[]): string | null {
  const plain = path.replaceAll(/\/{2,}/g, "/").replace(/\/$/, "");
  for (const { path: template, pattern } of known) {
    if (!new RegExp(pattern, "i").test(plain)) continue;
    const version = hasVersion(plain.toLowerCase()) ? versionPrefix : "";
    const sent = plain.slice(version.length).split("/");
    const parts = template.split("/");
    const spelled = parts.map((part, at) => (part.startsWith("{") ? (sent[at] ?? part) : part));
    return version + spelled.join("/");
  }
  return null;
}

/** Throws the 404 for a path without a version segment in a workspace that requires one (rule http.version-prefix). */
function refuseUnversioned({ path, trace }: Pick<RequestContext, "path" | "trace">): void {
  if (hasVersion(path) || trace.choice("http.version-prefix") === "optional") return;
  throw new ApiError({
    status: 404,
    rules: ["http.version-prefix"],
    reason: `This workspace requires the version segment: send the request to ${versionPrefix}${path}.`,
  });
}
