import type { Context } from "hono";

import { httpDate } from "../../base/values/moment.ts";
import { performance } from "../../base/values/native-timers.ts";
import type { Surface } from "../../domain/model/surface.ts";
import { newRuleTraces } from "../../domain/rules/trace.ts";
import type { Answer } from "../../network/http/answer.ts";
import { NoAnswer } from "../../network/http/no-answer.ts";
import type { JournalEntry } from "../../world/workspace/logs/journal.ts";
import type { Registry } from "../../world/workspace/registry/registry.ts";
import type { EmulatedEnv, RequestContext } from "../../world/workspace/requests/context.ts";
import { requestCause } from "../../world/workspace/requests/context.ts";
import type { InFlightRequest } from "../../world/workspace/requests/gate.ts";
import { jumpOnRefusal } from "../../world/workspace/time/move-clock.ts";
import type { NewEvent } from "../../world/workspace/transactions.ts";
import type { Workspace } from "../../world/workspace/workspace.ts";
import type { Home, Sender } from "./adopt.ts";
import { adopting, explainNotAdopted, homeOf } from "./adopt.ts";
import { annotated } from "./annotated.ts";
import type { Answerer } from "./gate.ts";
import { hang } from "./pause.ts";
import type { RequestEnd } from "./recorded.ts";
import { entryOf, newSharedHeaders, sentHeaders } from "./recorded.ts";
import { requestEvent } from "./request-event.ts";

export interface JournalOptions {
  readonly registry: Registry;
  readonly surfaceOf: (c: Context<EmulatedEnv>) => Surface;
  /** Whether answers carry the `x-sandbox-*` headers. */
  readonly headers: boolean;
  /** The URL of the server for links of the answer; null while it is not listening. */
  readonly servedAt: (context: RequestContext) => string | null;
  /** Called with every journal entry, even if its workspace or journal is gone by then. */
  readonly onEntry: (entry: JournalEntry) => void;
}

/**
 * Opens the context of a request in its key's workspace, waits for exclusive work there, answers and records
 * it (interface 5.8; rules audit.every-request, env.surface). Answers synchronously when nothing has to wait.
 */
export function journal(options: JournalOptions) {
  const open = newOpening(options.registry);
  return (answerer: Answerer, operationId: string | null) =>
    (c: Context<EmulatedEnv>): Response | Promise<Response> => {
      const keyText = c.req.header("x-api-key") ?? "";
      const sender = { keyText, surface: options.surfaceOf(c) };
      const home = homeOf(c, options.registry, sender);
      const hold = holdOf(c, home);
      if (hold === null) return exchanged(options, answerer, open(c, operationId, sender, home));
      return held(c, options, sender, hold).then((at) =>
        exchanged(options, answerer, open(c, operationId, sender, at)),
      );
    };
}

/** The workspace of a request, once no exclusive work runs in it. */
async function held(
  c: Context<EmulatedEnv>,
  { registry }: JournalOptions,
  sender: Sender,
  first: Promise<void>,
): Promise<Home> {
  let home: Home | null = null;
  for (let hold: Promise<void> | null = first; hold !== null; hold = holdOf(c, home)) {
    // oxlint-disable-next-line no-await-in-loop -- the key may have changed during the wait
    await hold;
    home = homeOf(c, registry, sender);
  }
  if (home === null) throw new Error("A request was held without a workspace.");
  return home;
}

function exchanged(
  options: JournalOptions,
  answerer: Answerer,
  context: RequestContext,
): Response | Promise<Response> {
  const started = performance.now();
  context.dryRun?.onContext(context);
  const answering = answerer(context);
  if (!(answering instanceof Promise)) return closed(options, context, answering, started);
  return waited(options, context, answering, started);
}

async function waited(
  options: JournalOptions,
  context: RequestContext,
  answering: Promise<Answer>,
  started: number,
): Promise<Response> {
  try {
    return closed(options, context, await orAbandoned(answering, context.inFlight), started);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return await unanswered(options, context, error, started);
  } finally {
    context.inFlight.leave();
  }
}

/**
 * The answer, or a cut connection if the workspace abandons the request first. The workspace does not wait
 * for a client that never completes its body.
 */
function orAbandoned(answering: Promise<Answer>, inFlight: InFlightRequest): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  answering.then(resolve, reject);
  inFlight.stay(() => reject(abandoned()));
  return promise;
}

function abandoned(): NoAnswer {
  return new NoAnswer("reset", "The workspace went on without this request.");
}

/** The exclusive work that a request must wait for. A dry run changes nothing, so it does not wait. */
function holdOf(c: Context<EmulatedEnv>, home: Home | null): Promise<void> | null {
  return c.env.dryRun === null ? (home?.workspace.gate.wait() ?? null) : null;
}

/** Opens the contexts of requests. */
function newOpening(registry: Registry) {
  const traces = newRuleTraces();
  const shared = newSharedHeaders();
  return (
    c: Context<EmulatedEnv>,
    operationId: string | null,
    { keyText, surface }: Sender,
    { workspace, apiKey: known }: Home,
  ): RequestContext => {
    const { dryRun, target } = c.env;
    const { raw: request, method, path } = c.req;
    const now = workspace.clock.now();
    if (dryRun === null) workspace.schedule.runUpTo(now);
    const isDryRun = dryRun !== null;
    const arrival = { workspace, apiKey: known, keyText, surface, path, now, isDryRun };
    const { apiKey, params, isUnmetered } = adopting(registry, arrival, c.req.param());
    return {
      workspace,
      surface,
      request,
      isServed: c.env.rawHeaders !== undefined,
      rawHeaders: shared(sentHeaders(c)),
      method,
      target,
      path,
      params,
      keyText,
      requestId: dryRun === null ? nextRequestId(workspace) : "rehearsed",
      now,
      trace: traces(workspace.assumptions()),
      apiKey,
      isUnmetered,
      operationId,
      inFlight: dryRun === null ? workspace.gate.enter() : notInFlight,
      dryRun,
      store: workspace.store,
      exchange: c.env.exchange ?? null,
      notes: newNotes(now, apiKey, operationId),
    };
  };
}

function newNotes(
  now: number,
  apiKey: RequestContext["apiKey"],
  operationId: string | null,
): RequestContext["notes"] {
  return {
    now,
    apiKey,
    operationId,
    allowedAt: null,
    hints: [],
    effects: noEffects,
    requestBody: null,
    reason: null,
    stack: null,
  };
}

/** Shared, because the journal keeps them. */
const noEffects: RequestContext["notes"]["effects"] = [];

const notInFlight: InFlightRequest = {
  signal: new AbortController().signal,
  isAbandoned: () => false,
  stay: () => {},
  leave: () => {},
};

function nextRequestId(workspace: Workspace): string {
  return `req_${workspace.ids().of("request", workspace.journal.nextNumber())}`;
}

/** Records the request and sends its answer, whose `Date` is the time of the workspace. */
function closed(
  options: JournalOptions,
  context: RequestContext,
  answer: Answer,
  started: number,
): Response {
  if (context.inFlight.isAbandoned()) throw abandoned();
  const { status, headers, body } = context.exchange?.answer(answer) ?? answer;
  explainNotAdopted(options.registry, context, status);
  const sent = options.headers ? annotated(context, headers, options.servedAt(context)) : headers;
  record(options, context, { status, headers: sent, body, started });
  // Last: V8 copies an object much faster into an empty literal.
  const date = sent["date"] ?? httpDate(context.notes.now);
  return new Response(body, { status, headers: { ...sent, date } });
}

/** Records the request now, and lets a hanging one hang until the client gives up. */
async function unanswered(
  options: JournalOptions,
  context: RequestContext,
  { how, message }: NoAnswer,
  started: number,
): Promise<never> {
  context.notes.reason = message;
  if (!context.inFlight.isAbandoned()) {
    context.trace.apply("error.server");
    record(options, context, { status: 0, headers: {}, body: null, started });
  }
  if (how === "hang" && context.dryRun === null) {
    await hang([context.inFlight.signal, context.request.signal], message);
  }
  throw new NoAnswer("reset", message);
}

function record({ onEntry }: JournalOptions, context: RequestContext, recording: RequestEnd): void {
  if (context.dryRun !== null) return;
  const { workspace, path, trace, notes } = context;
  const { operationId, allowedAt } = notes;
  const effects: NewEvent[] | null = allowedAt === null ? null : [...notes.effects];
  const entry = entryOf(context, recording, effects ?? notes.effects);
  workspace.journal.append(entry);
  onEntry(entry);
  const { status } = recording;
  workspace.counters.answer({ path, operationId, status, rules: trace.cited() });
  workspace.emit("request", requestEvent(entry, context));
  if (allowedAt === null) return;
  // The clock jumps after the entry, which has the jump as an effect.
  const jump = workspace.causedBy(requestCause(context), () => jumpOnRefusal(workspace, allowedAt));
  if (jump !== null) effects?.push(jump);
}
