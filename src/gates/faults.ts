import type { Fault } from "../domain/fault.ts";
import type { Answer } from "../http/answer.ts";
import { NoAnswer } from "../http/no-answer.ts";
import type { Exchange } from "../workspace/exchange.ts";
import { faultyAnswer } from "./faulty-answer.ts";
import type { Answerer, Gate } from "./gate.ts";
import { refusing } from "./gate.ts";
import { holdRequest } from "./hold.ts";
import { comeInLate, unreadBody } from "./late.ts";
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
  if (effect.kind === "hold") return holdRequest(exchange, next, fault);
  if (onlyDelays) return answer ?? next(exchange);
  if (answer === null) exchange.requestBody = await unreadBody(request);
  if (effect.kind === "reset" || effect.kind === "hang") throw new NoAnswer(effect.kind, reason);
  exchange.reason = reason;
  exchange.trace.apply("error.server");
  return faultyAnswer(answer, effect);
}
