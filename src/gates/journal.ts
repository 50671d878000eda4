import type { Context, MiddlewareHandler } from "hono";

import { isKeyShape } from "../domain/api-key.ts";
import type { Surface } from "../domain/surface.ts";
import { surfaceName } from "../domain/surface.ts";
import type { CitedRule } from "../rules/trace.ts";
import { newRuleTrace } from "../rules/trace.ts";
import type { EmulatedEnv, Exchange } from "../workspace/exchange.ts";
import type { RecordedMessage } from "../workspace/journal.ts";
import { bodyCharactersMax } from "../workspace/journal.ts";
import type { Registry } from "../workspace/registry.ts";

export interface JournalOptions {
  readonly registry: Registry;
  readonly surfaceOf: (c: Context<EmulatedEnv>) => Surface;
  /** Whether answers carry the `x-sandbox-*` headers. */
  readonly headers: boolean;
}

/**
 * Opens the exchange of a request in the workspace of its key, and writes it down when it was answered,
 * whatever the answer (interface 5.8; rules audit.every-request, env.surface).
 */
export function journalGate(options: JournalOptions): MiddlewareHandler<EmulatedEnv> {
  return async function journal(c, next) {
    const started = performance.now();
    const exchange = openExchange(c, options);
    c.set("exchange", exchange);
    await next();
    const rules = exchange.trace.cited();
    if (options.headers) annotate(c, exchange, rules);
    record(c, exchange, rules, performance.now() - started);
  };
}

function openExchange(c: Context<EmulatedEnv>, options: JournalOptions): Exchange {
  const key = c.req.header("x-api-key") ?? "";
  const owner = isKeyShape(key) ? options.registry.findKey(key.toLowerCase()) : null;
  const workspace = owner?.workspace ?? options.registry.default();
  return {
    workspace,
    surface: options.surfaceOf(c),
    requestId: `req_${workspace.ids().of("request", workspace.journal.nextNumber())}`,
    now: workspace.clock.now(),
    trace: newRuleTrace(workspace.assumptions()),
    apiKey: owner?.apiKey ?? null,
    operationId: null,
    requestBody: null,
    responseBody: null,
    reason: null,
    stack: null,
  };
}

function annotate(c: Context<EmulatedEnv>, exchange: Exchange, rules: readonly CitedRule[]): void {
  c.header("x-sandbox-request-id", exchange.requestId);
  c.header(
    "x-sandbox-rules",
    rules.map(({ id, assumed }) => (assumed ? `${id};assumed` : id)).join(", "),
  );
  if (exchange.reason !== null) c.header("x-sandbox-reason", headerText(exchange.reason));
}

function record(
  c: Context<EmulatedEnv>,
  exchange: Exchange,
  rules: readonly CitedRule[],
  durationMs: number,
): void {
  const { workspace, requestId: id, now: at, operationId, apiKey, surface } = exchange;
  const { pathname: path, search } = new URL(c.req.url);
  const { status } = c.res;
  const { method } = c.req;
  workspace.journal.append({
    id,
    at,
    method,
    path,
    query: search.slice(1),
    status,
    operationId,
    durationMs,
    apiKeyId: apiKey?.id ?? null,
    surface: surfaceName(surface),
    rules,
    reason: exchange.stack ?? exchange.reason,
    request: recorded(c.req.raw.headers, exchange.requestBody),
    response: recorded(c.res.headers, exchange.responseBody),
  });
  workspace.emit("request", { id, method, path, status, operationId });
}

function recorded(headers: Headers, body: string | null): RecordedMessage {
  const kept: Record<string, string> = {};
  for (const [name, value] of headers) kept[name] = name === "x-api-key" ? redacted(value) : value;
  const long = body !== null && body.length > bodyCharactersMax;
  return { headers: kept, body: long ? `${body.slice(0, bodyCharactersMax)}…` : body };
}

/** Enough of a key to tell it from another of a test, too little to use it. */
function redacted(key: string): string {
  return key.length > 12 ? `${key.slice(0, 4)}…redacted` : "…redacted";
}

/** Headers carry visible ASCII only. */
function headerText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 1_000);
}
