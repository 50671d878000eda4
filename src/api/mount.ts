import type { Context, Handler, Hono } from "hono";

import type { ApiKey } from "../domain/api-key.ts";
import { ApiError } from "../http/api-error.ts";
import { readJsonObject } from "../http/body.ts";
import { NoAnswer } from "../http/no-answer.ts";
import type { Method } from "../http/operation.ts";
import { routePath } from "../http/operation.ts";
import type { EmulatedEnv, Exchange } from "../workspace/exchange.ts";
import type { ApiAnswer, ApiOperation } from "./call.ts";
import { bodyBounds } from "./json-body.ts";

/** The version segment that paths may carry (interface 9; rule http.version-prefix). */
export const versionPrefix = "/v1";

/** Mounts the operations, with and without the version segment, and what answers every other path. */
export function mountApi(app: Hono<EmulatedEnv>, operations: readonly ApiOperation[]): void {
  const handlers = operations.map((operation) => ({ operation, handler: handle(operation) }));
  for (const prefix of ["", versionPrefix]) {
    for (const { operation, handler } of handlers) {
      app.on(operation.method, prefix + routePath(operation.path), handler);
    }
  }
  const known = knownPaths(operations);
  app.notFound((c) => {
    throw unknownPath(c, known);
  });
}

function handle(operation: ApiOperation): Handler<EmulatedEnv> {
  return async function runOperation(c) {
    const exchange = c.get("exchange");
    const { workspace, trace, now, apiKey } = exchange;
    if (apiKey === null) throw new Error("Operations stand behind the authenticate gate.");
    const body =
      operation.body === undefined
        ? null
        : await readJsonObject(c.req.raw, bodyBounds(workspace.assumptions()));
    exchange.requestBody = body?.text ?? null;
    if (exchange.visit.isOverrun()) {
      throw new NoAnswer("reset", "The workspace went on before the body was there.");
    }
    const answer = transacted(exchange, () => {
      permit(operation, apiKey);
      const query = c.env.url.searchParams;
      const store = workspace.store();
      const params = c.req.param();
      const call = { workspace, store, trace, now, key: apiKey, params, query, body };
      return checked(operation, operation.run(call));
    });
    trace.decide(...operation.rules);
    trace.apply("http.json");
    if (c.req.path.startsWith(`${versionPrefix}/`)) trace.apply("http.version-prefix");
    return respond(exchange, answer);
  };
}

/** The work in one transaction; of a rehearsal nothing stays but what it tells. */
function transacted({ workspace, now, rehearsal }: Exchange, work: () => ApiAnswer): ApiAnswer {
  if (rehearsal === null) return workspace.transaction(work, now);
  const { result, events } = workspace.rehearsal(work, now);
  rehearsal.onEvents(events);
  return result;
}

function permit({ permission, id }: ApiOperation, key: ApiKey): void {
  if (permission !== null && key.permissions.includes(permission)) return;
  throw new ApiError({
    status: 403,
    rules: ["auth.permission", "auth.permissions"],
    reason:
      permission === null
        ? `No key of a partner may do this (${id}).`
        : `The key lacks the permission ${permission}.`,
  });
}

/** The sandbox keeps to its own contract: an answer that breaks its schema is a fault of ours. */
function checked(operation: ApiOperation, answer: ApiAnswer): ApiAnswer {
  if (operation.answer === null || answer.body === null) return answer;
  const parsed = operation.answer().safeParse(answer.body);
  if (parsed.success) return answer;
  const [issue] = parsed.error.issues;
  throw new Error(`${operation.id} answered amiss at ${issue?.path.join(".")}: ${issue?.message}`);
}

function respond(exchange: Exchange, { status, body }: ApiAnswer): Response {
  if (body === null) return new Response(null, { status });
  const text = JSON.stringify(body);
  exchange.responseBody = text;
  return new Response(text, { status, headers: { "content-type": "application/json" } });
}

interface KnownPath {
  readonly pattern: RegExp;
  readonly methods: readonly Method[];
}

function knownPaths(operations: readonly ApiOperation[]): readonly KnownPath[] {
  return [...Map.groupBy(operations, ({ path }) => path)].map(([path, of]) => ({
    pattern: new RegExp(`^(?:${versionPrefix})?${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    methods: of.map(({ method }) => method),
  }));
}

function unknownPath(c: Context<EmulatedEnv>, known: readonly KnownPath[]): ApiError {
  const { path, method } = c.req;
  const methods = known
    .filter(({ pattern }) => pattern.test(path))
    .flatMap((found) => found.methods);
  if (methods.length === 0) {
    return new ApiError({
      status: 404,
      rules: ["http.path.unknown"],
      reason: "The interface has no such path.",
    });
  }
  const status = c.get("exchange").trace.choice("http.method.unknown");
  return new ApiError({
    status: status === "404" ? 404 : 405,
    rules: ["http.method.unknown"],
    reason: `The path takes ${methods.join(", ")}, not ${method}.`,
    ...(status === "405" ? { headers: { allow: methods.join(", ") } } : {}),
  });
}
