import type { Context, MiddlewareHandler } from "hono";

import type { ApiKey } from "../domain/api-key.ts";
import { isKeyShape } from "../domain/api-key.ts";
import type { Surface } from "../domain/surface.ts";
import { surfaceName } from "../domain/surface.ts";
import { NoAnswer } from "../http/no-answer.ts";
import type { CitedRule, RuleTraces } from "../rules/trace.ts";
import { newRuleTraces } from "../rules/trace.ts";
import type { EmulatedEnv, Exchange } from "../workspace/exchange.ts";
import type { JournalEntry } from "../workspace/journal.ts";
import type { Registry } from "../workspace/registry.ts";
import type { Visit } from "../workspace/traffic.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { hang } from "./pause.ts";
import { recorded } from "./recorded.ts";

export interface JournalOptions {
  readonly registry: Registry;
  readonly surfaceOf: (c: Context<EmulatedEnv>) => Surface;
  /** The operation that a method and path lead to, or null. */
  readonly operationOf: (method: string, path: string) => string | null;
  /** Whether answers carry the `x-sandbox-*` headers. */
  readonly headers: boolean;
  /** Hears of every request that is written down, whatever becomes of its workspace and journal. */
  readonly onEntry: (entry: JournalEntry) => void;
}

/**
 * Opens the exchange of a request in the workspace of its key, once nothing has that workspace alone, and
 * writes it down when it was answered, whatever the answer (interface 5.8; rules audit.every-request, env.surface).
 */
export function journalGate(options: JournalOptions): MiddlewareHandler<EmulatedEnv> {
  const traces = newRuleTraces();
  return async function journal(c, next) {
    const { rehearsal } = c.env;
    let home = homeOf(c, options.registry);
    for (let hold = holdOf(c, home); hold !== null; hold = holdOf(c, home)) {
      // oxlint-disable-next-line no-await-in-loop -- after each wait the key may have moved
      await hold;
      home = homeOf(c, options.registry);
    }
    const started = performance.now();
    const exchange = openExchange(c, options, home, traces);
    c.set("exchange", exchange);
    rehearsal?.onExchange(exchange);
    try {
      await Promise.race([next(), overrun(exchange.visit)]);
      close(c, options, exchange, performance.now() - started);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      await closeUnanswered(c, options, exchange, error, performance.now() - started);
    } finally {
      exchange.visit.leave();
    }
  };
}

/** Rejects once the workspace went on without the request: a client that never sends the rest of a body is not waited for. */
function overrun(visit: Visit): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  visit.onOverrun(() =>
    reject(new NoAnswer("reset", "The workspace went on without this request.")),
  );
  return promise;
}

/** What has the workspace alone at the moment; a rehearsal changes nothing and so waits for nothing. */
function holdOf(c: Context<EmulatedEnv>, { workspace }: Home): Promise<void> | null {
  return c.env.rehearsal === null ? workspace.traffic.hold() : null;
}

interface Home {
  readonly workspace: Workspace;
  readonly apiKey: ApiKey | null;
}

/** The workspace that the request lives in: that of its key, or the default one; a rehearsed one lives where it is rehearsed. */
function homeOf(c: Context<EmulatedEnv>, registry: Registry): Home {
  const key = keyOf(c);
  if (c.env.rehearsal === null) {
    const owner = key === null ? null : registry.findKey(key);
    return { workspace: owner?.workspace ?? registry.default(), apiKey: owner?.apiKey ?? null };
  }
  const { workspace } = c.env.rehearsal;
  return { workspace, apiKey: key === null ? null : workspace.findKey(key) };
}

function keyOf(c: Context<EmulatedEnv>): string | null {
  const key = c.req.header("x-api-key") ?? "";
  return isKeyShape(key) ? key.toLowerCase() : null;
}

function openExchange(
  c: Context<EmulatedEnv>,
  options: JournalOptions,
  { workspace, apiKey }: Home,
  traces: RuleTraces,
): Exchange {
  const { rehearsal } = c.env;
  const now = workspace.clock.now();
  if (rehearsal === null) workspace.schedule.runUpTo(now);
  return {
    workspace,
    surface: options.surfaceOf(c),
    requestId: rehearsal === null ? nextRequestId(workspace) : "rehearsed",
    now,
    trace: traces(workspace.assumptions()),
    apiKey,
    operationId: options.operationOf(c.req.method, c.req.path),
    visit: rehearsal === null ? workspace.traffic.enter() : noVisit,
    rehearsal,
    requestBody: null,
    responseBody: null,
    reason: null,
    stack: null,
  };
}

const noVisit: Visit = {
  signal: new AbortController().signal,
  isOverrun: () => false,
  onOverrun: () => {},
  leave: () => {},
};

function nextRequestId(workspace: Workspace): string {
  return `req_${workspace.ids().of("request", workspace.journal.nextNumber())}`;
}

function close(
  c: Context<EmulatedEnv>,
  options: JournalOptions,
  exchange: Exchange,
  durationMs: number,
): void {
  if (exchange.visit.isOverrun()) {
    throw new NoAnswer("reset", "The workspace went on without this request.");
  }
  const rules = exchange.trace.cited();
  if (options.headers) annotate(c, exchange);
  const { status, headers } = c.res;
  record(c, options, exchange, rules, { status, headers, durationMs });
}

/** Writes the request down at once, and lets one that hangs do so until somebody gives up. */
async function closeUnanswered(
  c: Context<EmulatedEnv>,
  options: JournalOptions,
  exchange: Exchange,
  { how, message }: NoAnswer,
  durationMs: number,
): Promise<never> {
  exchange.reason = message;
  if (!exchange.visit.isOverrun()) {
    exchange.trace.apply("error.server");
    const unanswered = { status: 0, headers: new Headers(), durationMs };
    exchange.responseBody = null;
    record(c, options, exchange, exchange.trace.cited(), unanswered);
  }
  if (how === "hang" && exchange.rehearsal === null) {
    await hang([exchange.visit.signal, c.req.raw.signal], message);
  }
  throw new NoAnswer("reset", message);
}

function annotate(c: Context<EmulatedEnv>, exchange: Exchange): void {
  if (exchange.rehearsal !== null) return;
  c.header("x-sandbox-request-id", exchange.requestId);
  c.header("x-sandbox-rules", exchange.trace.header());
  if (exchange.reason !== null) c.header("x-sandbox-reason", headerText(exchange.reason));
}

interface Outcome {
  /** 0 when there was no answer. */
  readonly status: number;
  readonly headers: Headers;
  readonly durationMs: number;
}

function record(
  c: Context<EmulatedEnv>,
  { onEntry }: JournalOptions,
  exchange: Exchange,
  rules: readonly CitedRule[],
  { status, headers, durationMs }: Outcome,
): void {
  if (exchange.rehearsal !== null) return;
  const { workspace, requestId: id, now: at, operationId, apiKey, surface } = exchange;
  const { pathname: path, search, host } = c.env.url;
  const { method } = c.req;
  const entry: JournalEntry = {
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
    request: recorded(c.req.raw.headers, exchange.requestBody, { host }),
    response: recorded(headers, method === "HEAD" ? null : exchange.responseBody),
  };
  workspace.journal.append(entry);
  onEntry(entry);
  workspace.tally.answer(operationId, status, rules);
  workspace.emit("request", { id, method, path, status, operationId });
}

/** Headers carry visible ASCII only. */
function headerText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 1_000);
}
