import type { Context } from "hono";

import type { ApiKey } from "../domain/api-key.ts";
import { isKeyShape } from "../domain/api-key.ts";
import type { Surface } from "../domain/surface.ts";
import type { Answer } from "../http/answer.ts";
import { NoAnswer } from "../http/no-answer.ts";
import { newRuleTraces } from "../rules/trace.ts";
import type { EmulatedEnv, Exchange } from "../workspace/exchange.ts";
import type { JournalEntry } from "../workspace/journal.ts";
import { jumpOnRefusal } from "../workspace/move-clock.ts";
import type { Registry } from "../workspace/registry.ts";
import type { Visit } from "../workspace/traffic.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { annotated } from "./annotated.ts";
import type { Answerer } from "./gate.ts";
import { hang } from "./pause.ts";
import type { EntryOf, Recording } from "./recorded.ts";
import { newEntries, sameHeaders, sentHeaders } from "./recorded.ts";
import { requestEvent } from "./request-event.ts";

export interface JournalOptions {
  readonly registry: Registry;
  readonly surfaceOf: (c: Context<EmulatedEnv>) => Surface;
  /** Whether answers carry the `x-sandbox-*` headers. */
  readonly headers: boolean;
  /** Where the sandbox is served now; null when it is not. */
  readonly servedAt: () => string | null;
  /** Hears of every request that is written down, whatever becomes of its workspace and journal. */
  readonly onEntry: (entry: JournalEntry) => void;
}

/**
 * Opens the exchange of a request in the workspace of its key, once nothing has that workspace alone, has it answered and
 * writes it down, whatever the answer (interface 5.8; rules audit.every-request, env.surface). What needs no waiting is
 * answered at once.
 */
export function journal(given: JournalOptions) {
  const options = { ...given, entryOf: newEntries() };
  const traces = newRuleTraces();
  const kept = sameHeaders();
  return (answerer: Answerer, operationId: string | null) =>
    (c: Context<EmulatedEnv>): Response | Promise<Response> => {
      const keyText = c.req.header("x-api-key") ?? "";
      const home = homeOf(c, options.registry, keyText);
      const hold = holdOf(c, home);
      const open = ({ workspace, apiKey }: Home): Exchange => {
        const trace = traces(workspace.assumptions());
        const surface = options.surfaceOf(c);
        const rawHeaders = kept(sentHeaders(c));
        const known = { workspace, apiKey, keyText, operationId, trace, surface, rawHeaders };
        return openExchange(c, known);
      };
      if (hold === null) return exchanged(options, answerer, open(home));
      return held(c, options, keyText, hold).then((at) => exchanged(options, answerer, open(at)));
    };
}

/** Where a request lives once nothing has its workspace alone. */
async function held(
  c: Context<EmulatedEnv>,
  { registry }: JournalOptions,
  keyText: string,
  first: Promise<void>,
): Promise<Home> {
  let home: Home | null = null;
  for (let hold: Promise<void> | null = first; hold !== null; hold = holdOf(c, home)) {
    // oxlint-disable-next-line no-await-in-loop -- after each wait the key may have moved
    await hold;
    home = homeOf(c, registry, keyText);
  }
  if (home === null) throw new Error("A request was held by nothing.");
  return home;
}

/** What it takes to write requests down. */
interface Recorder extends JournalOptions {
  readonly entryOf: EntryOf;
}

function exchanged(
  options: Recorder,
  answerer: Answerer,
  exchange: Exchange,
): Response | Promise<Response> {
  const started = performance.now();
  exchange.rehearsal?.onExchange(exchange);
  let waits = false;
  try {
    const answering = answerer(exchange);
    waits = answering instanceof Promise;
    if (!(answering instanceof Promise)) return closed(options, exchange, answering, started);
    return waited(options, exchange, answering, started);
  } finally {
    if (!waits) exchange.visit.leave();
  }
}

async function waited(
  options: Recorder,
  exchange: Exchange,
  answering: Promise<Answer>,
  started: number,
): Promise<Response> {
  try {
    return closed(options, exchange, await orOverrun(answering, exchange.visit), started);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return await unanswered(options, exchange, error, started);
  } finally {
    exchange.visit.leave();
  }
}

/** The answer, unless the workspace goes on without the request first: a client that never sends the rest of a body is not waited for. */
function orOverrun(answering: Promise<Answer>, visit: Visit): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  answering.then(resolve, reject);
  visit.onOverrun(() => reject(overrun()));
  return promise;
}

function overrun(): NoAnswer {
  return new NoAnswer("reset", "The workspace went on without this request.");
}

/** What has the workspace alone at the moment; a rehearsal changes nothing and so waits for nothing. */
function holdOf(c: Context<EmulatedEnv>, home: Home | null): Promise<void> | null {
  return c.env.rehearsal === null ? (home?.workspace.traffic.hold() ?? null) : null;
}

interface Home {
  readonly workspace: Workspace;
  readonly apiKey: ApiKey | null;
}

/** The workspace that the request lives in: that of its key, or the default one; a rehearsed one lives where it is rehearsed. */
function homeOf(c: Context<EmulatedEnv>, registry: Registry, keyText: string): Home {
  const key = isKeyShape(keyText) ? keyText.toLowerCase() : null;
  if (c.env.rehearsal === null) {
    const owner = key === null ? null : registry.findKey(key);
    return owner ?? { workspace: registry.default(), apiKey: null };
  }
  const { workspace } = c.env.rehearsal;
  return { workspace, apiKey: key === null ? null : workspace.findKey(key) };
}

function openExchange(
  c: Context<EmulatedEnv>,
  known: Pick<
    Exchange,
    "apiKey" | "keyText" | "operationId" | "rawHeaders" | "surface" | "trace" | "workspace"
  >,
): Exchange {
  const { rehearsal, target } = c.env;
  const { raw: request, method, path } = c.req;
  const { workspace } = known;
  const now = workspace.clock.now();
  if (rehearsal === null) workspace.schedule.runUpTo(now);
  return {
    workspace,
    surface: known.surface,
    request,
    rawHeaders: known.rawHeaders,
    method,
    target,
    path,
    params: c.req.param(),
    keyText: known.keyText,
    requestId: rehearsal === null ? nextRequestId(workspace) : "rehearsed",
    now,
    trace: known.trace,
    apiKey: known.apiKey,
    operationId: known.operationId,
    visit: rehearsal === null ? workspace.traffic.enter() : noVisit,
    rehearsal,
    allowedAt: null,
    hints: [],
    requestBody: null,
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

/** Writes the request down and sends its answer. */
function closed(
  options: Recorder,
  exchange: Exchange,
  { status, headers, body }: Answer,
  started: number,
): Response {
  if (exchange.visit.isOverrun()) throw overrun();
  const told = options.headers ? annotated(exchange, headers, options.servedAt()) : headers;
  record(options, exchange, { status, headers: told, body, started });
  return new Response(body, { status, headers: told });
}

/** Writes the request down at once, and lets one that hangs do so until somebody gives up. */
async function unanswered(
  options: Recorder,
  exchange: Exchange,
  { how, message }: NoAnswer,
  started: number,
): Promise<never> {
  exchange.reason = message;
  if (!exchange.visit.isOverrun()) {
    exchange.trace.apply("error.server");
    record(options, exchange, { status: 0, headers: {}, body: null, started });
  }
  if (how === "hang" && exchange.rehearsal === null) {
    await hang([exchange.visit.signal, exchange.request.signal], message);
  }
  throw new NoAnswer("reset", message);
}

function record({ onEntry, entryOf }: Recorder, exchange: Exchange, recording: Recording): void {
  if (exchange.rehearsal !== null) return;
  const { workspace, requestId, operationId, trace, allowedAt } = exchange;
  const entry = entryOf(exchange, recording);
  workspace.journal.append(entry);
  onEntry(entry);
  workspace.tally.answer(operationId, recording.status, trace.cited());
  workspace.emit("request", requestEvent(entry, exchange));
  if (allowedAt !== null) workspace.causedBy(requestId, () => jumpOnRefusal(workspace, allowedAt));
}
