import type { Context, MiddlewareHandler, Next } from "hono";

import type { Fault, FaultEffect } from "../domain/fault.ts";
import { messageOf } from "../http/api-error.ts";
import { readBytes } from "../http/body.ts";
import { NoAnswer } from "../http/no-answer.ts";
import type { EmulatedEnv, Exchange } from "../workspace/exchange.ts";
import { pause } from "./pause.ts";

/** Lets the faults that a tester planned meet requests, before any other gate looks at them (rule error.server). */
export function faultGate(): MiddlewareHandler<EmulatedEnv> {
  return async function faults(c, next) {
    const exchange = c.get("exchange");
    const fault = planned(c, exchange);
    if (fault === null) return next();
    await meet(c, next, fault);
    return undefined;
  };
}

/** The fault that meets this request, counted; a rehearsal only looks. */
function planned(c: Context<EmulatedEnv>, exchange: Exchange): Fault | null {
  const { workspace, now, operationId, apiKey, rehearsal } = exchange;
  const { method } = c.req;
  const { pathname: path } = c.env.url;
  const request = { method, path, operationId, apiKeyId: apiKey?.id ?? null };
  const draw = rehearsal === null ? workspace.random.draw : workspace.random.fork();
  const fault = workspace.faults.find(request, now, draw);
  if (fault === null) return null;
  if (rehearsal !== null) {
    rehearsal.onFault(fault);
    return fault;
  }
  workspace.faults.count(fault.id);
  workspace.emit("fault.met", { id: fault.id, requestId: exchange.requestId });
  return fault;
}

async function meet(c: Context<EmulatedEnv>, next: Next, fault: Fault): Promise<void> {
  const exchange = c.get("exchange");
  const { then: effect } = fault;
  const onlyDelays = effect.kind === undefined && effect.status === undefined;
  const reason = `The planned fault ${fault.id} met this request.`;
  if (effect.when === "after") await next();
  if (effect.delayMs !== undefined && exchange.rehearsal === null) {
    await pause(effect.delayMs, [exchange.visit.signal, c.req.raw.signal], reason);
    if (effect.when === "before") comeInLate(exchange);
  }
  if (onlyDelays) {
    if (effect.when === "before") await next();
    return;
  }
  if (effect.when === "before") exchange.requestBody = await bodyOf(c.req.raw);
  if (effect.kind === "reset" || effect.kind === "hang") throw new NoAnswer(effect.kind, reason);
  exchange.reason = reason;
  exchange.trace.apply("error.server");
  c.res = faultyAnswer(c, exchange, effect);
  for (const [name, value] of Object.entries(effect.headers ?? {})) c.header(name, value);
}

/** While a request was held up, time has passed and its key may have changed. */
function comeInLate(exchange: Exchange): void {
  const { workspace, apiKey } = exchange;
  exchange.now = workspace.clock.now();
  workspace.schedule.runUpTo(exchange.now);
  exchange.apiKey = apiKey === null ? null : workspace.findKey(apiKey.key);
}

/** The body of a request that no operation will read, for the journal. */
async function bodyOf(request: Request): Promise<string | null> {
  if (request.body === null) return null;
  const bytes = await readBytes(request, bodyBytesMax);
  return bytes === null ? null : bytes.toString("utf8");
}

const bodyBytesMax = 1_048_576;

function faultyAnswer(c: Context<EmulatedEnv>, exchange: Exchange, effect: FaultEffect): Response {
  const { kind } = effect;
  const whole = wholeAnswer(exchange, effect);
  const status = effect.status ?? (effect.when === "after" ? c.res.status : 200);
  const body = kind === "malformed" ? broken(whole) : whole;
  const text = kind === "empty" || bodiless.has(status) ? null : body;
  exchange.responseBody = text;
  return new Response(text, { status, headers: { "content-type": "application/json" } });
}

const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** What the fault says, or the answer that was there before it was broken. */
function wholeAnswer(exchange: Exchange, effect: FaultEffect): string {
  if (effect.status === undefined && exchange.responseBody !== null) return exchange.responseBody;
  const { status = 200, message, fields } = effect;
  const hasFields = status === 409 || status === 422 || fields !== undefined;
  if (status < 400 && message === undefined) return JSON.stringify({ data: {} });
  return JSON.stringify({
    message: message ?? messageOf(status),
    ...(hasFields ? { fields: fields ?? {} } : {}),
  });
}

/** JSON that ends too early. */
function broken(text: string): string {
  return text.slice(0, Math.max(1, text.length - 2));
}
