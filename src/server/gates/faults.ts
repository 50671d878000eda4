import type { Fault } from "../../domain/model/fault.ts";
import type { Answer } from "../../network/http/answer.ts";
import { NoAnswer } from "../../network/http/no-answer.ts";
import type { RequestContext } from "../../world/workspace/requests/context.ts";
import { noteEffect } from "../../world/workspace/requests/context.ts";
import { faultyAnswer } from "./faulty-answer.ts";
import type { Answerer, Gate } from "./gate.ts";
import { refusing } from "./gate.ts";
import { holdRequest } from "./hold.ts";
import { pause } from "./pause.ts";
import { refreshed, unreadBody } from "./refreshed.ts";

/** Applies planned faults before any other gate (rule error.server). */
export const faultGate: Gate = (context, next) => {
  const fault = planned(context);
  return fault === null ? next(context) : refusing(meet(context, next, fault), context);
};

/** The fault for this request. Counts the hit, except in a dry run. */
function planned(context: RequestContext): Fault | null {
  const { workspace, now, method, target, operationId, apiKey, dryRun } = context;
  const request = { method, path: target.path, operationId, apiKeyId: apiKey?.id ?? null };
  const draw = dryRun === null ? workspace.random.draw : workspace.random.fork();
  const fault = workspace.faults.find(request, now, draw);
  if (fault === null) return null;
  if (dryRun !== null) {
    dryRun.onFault(fault);
    return fault;
  }
  workspace.faults.count(fault.id);
  noteEffect(context, "fault.met", { id: fault.id });
  return fault;
}

async function meet(arrived: RequestContext, next: Answerer, fault: Fault): Promise<Answer> {
  const { then: effect } = fault;
  const { request } = arrived;
  const onlyDelays = effect.kind === undefined && effect.status === undefined;
  const reason = `The planned fault ${fault.id} hit this request.`;
  const answer = effect.when === "after" ? await next(arrived) : null;
  let context = arrived;
  if (effect.delayMs !== undefined && arrived.dryRun === null) {
    const { timers } = arrived.workspace.sandbox;
    await pause(effect.delayMs, [arrived.inFlight.signal, request.signal], reason, timers);
    if (answer === null) context = refreshed(arrived);
  }
  if (effect.kind === "hold") return holdRequest(context, next, fault);
  if (onlyDelays) return answer ?? next(context);
  if (answer === null) context.notes.requestBody = await unreadBody(context);
  if (effect.kind === "reset" || effect.kind === "hang") throw new NoAnswer(effect.kind, reason);
  context.notes.reason = reason;
  context.trace.apply("error.server");
  return faultyAnswer(answer, effect);
}
