import type { Fault } from "../../domain/model/fault.ts";
import type { Answer } from "../../network/http/answer.ts";
import { NoAnswer } from "../../network/http/no-answer.ts";
import type { RequestContext } from "../../world/workspace/requests/context.ts";
import { noteEffect } from "../../world/workspace/requests/context.ts";
import type { Release } from "../../world/workspace/requests/held-requests.ts";
import { heldMax } from "../../world/workspace/requests/held-requests.ts";
import { answerByHand, faultyAnswer } from "./faulty-answer.ts";
import type { Answerer } from "./gate.ts";
import { waiting } from "./pause.ts";
import { refreshed, unreadBody } from "./refreshed.ts";

/**
 * Holds a request until a tester releases it: answered as usual, refused, or answered by hand (rule
 * error.server).
 */
export async function holdRequest(
  context: RequestContext,
  next: Answerer,
  { id }: Fault,
): Promise<Answer> {
  const fault = `The planned fault ${id}`;
  if (context.dryRun !== null) throw new NoAnswer("hang", `${fault} would hold this request.`);
  if (context.workspace.heldRequests.isFull()) {
    const reason = `${fault} would hold this request, but the workspace holds ${heldMax} requests, which is the most.`;
    return answerRelease(context, { action: "refuse" }, reason);
  }
  const release = await released(context, id, `${fault} held this request until the end.`);
  const now = refreshed(context);
  if (release.action === "continue") return next(now);
  const how = release.action === "refuse" ? "refused" : "answered";
  return answerRelease(now, release, `${fault} held this request, and a tester ${how} it.`);
}

async function released(context: RequestContext, id: string, reason: string): Promise<Given> {
  const { workspace, requestId, method, target, operationId, apiKey, request, inFlight } = context;
  const { path, query } = target;
  const held = { requestId, faultId: id, method, path, query, operationId, since: context.now };
  const report = (action: string): void => noteEffect(context, "fault.released", { id, action });
  noteEffect(context, "fault.held", { id, method, path });
  try {
    const release = await waiting<Release>([inFlight.signal, request.signal], reason, (resolve) =>
      workspace.heldRequests.hold({ ...held, apiKeyId: apiKey?.id ?? null }, resolve),
    );
    if (release.action === "cut") throw new NoAnswer("reset", reason);
    report(release.action);
    return release;
  } catch (error) {
    if (!inFlight.isAbandoned()) report(request.signal.aborted ? "client-gone" : "cut");
    throw error;
  }
}

type Given = Exclude<Release, { readonly action: "cut" }>;

async function answerRelease(
  context: RequestContext,
  release: Exclude<Given, { readonly action: "continue" }>,
  reason: string,
): Promise<Answer> {
  context.notes.requestBody = await unreadBody(context);
  context.notes.reason = reason;
  context.trace.apply("error.server");
  if (release.action === "answer") return answerByHand(release);
  return faultyAnswer(null, { when: "before", status: 503, ...release });
}
