import type { Fault, FaultEffect } from "../domain/fault.ts";
import type { Answer } from "../http/answer.ts";
import { jsonHeaders } from "../http/answer.ts";
import { messageOf } from "../http/api-error.ts";
import { readBytes } from "../http/body.ts";
import { NoAnswer } from "../http/no-answer.ts";
import type { Exchange } from "../workspace/exchange.ts";
import type { Answerer, Gate } from "./gate.ts";
import { refusing } from "./gate.ts";
import { pause } from "./pause.ts";

/** Lets the faults that a tester planned meet requests, before any other gate looks at them (rule error.server). */
export const faultGate: Gate = (exchange, next) => {
  const fault = planned(exchange);
  return fault === null ? next(exchange) : refusing(meet(exchange, next, fault), exchange);
};

/** The fault that meets this request, counted; a rehearsal only looks. */
function planned(exchange: Exchange): Fault | null {
  const { workspace, now, method, target, operationId, apiKey, rehearsal } = exchange;
  const request = { method, path: target.path, operationId, apiKeyId: apiKey?.id ?? null };
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

async function meet(exchange: Exchange, next: Answerer, fault: Fault): Promise<Answer> {
  const { then: effect } = fault;
  const { request } = exchange;
  const onlyDelays = effect.kind === undefined && effect.status === undefined;
  const reason = `The planned fault ${fault.id} met this request.`;
  const answer = effect.when === "after" ? await next(exchange) : null;
  if (effect.delayMs !== undefined && exchange.rehearsal === null) {
    await pause(effect.delayMs, [exchange.visit.signal, request.signal], reason);
    if (answer === null) comeInLate(exchange);
  }
  if (onlyDelays) return answer ?? next(exchange);
  if (answer === null) exchange.requestBody = await bodyOf(request);
  if (effect.kind === "reset" || effect.kind === "hang") throw new NoAnswer(effect.kind, reason);
  exchange.reason = reason;
  exchange.trace.apply("error.server");
  return faultyAnswer(answer, effect);
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

function faultyAnswer(answer: Answer | null, effect: FaultEffect): Answer {
  const { kind } = effect;
  const whole = wholeAnswer(answer, effect);
  const status = effect.status ?? answer?.status ?? 200;
  const body = kind === "malformed" ? broken(whole) : whole;
  const headers = Object.entries(effect.headers ?? {}).map(([name, value]) => [
    name.toLowerCase(),
    value,
  ]);
  return {
    status,
    headers: { ...answer?.headers, ...jsonHeaders, ...Object.fromEntries(headers) },
    body: kind === "empty" || bodiless.has(status) ? null : body,
  };
}

const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** What the fault says, or the answer that was there before it was broken. */
function wholeAnswer(answer: Answer | null, effect: FaultEffect): string {
  if (effect.status === undefined && typeof answer?.body === "string") return answer.body;
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
