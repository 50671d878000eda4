import type { Fault } from "../domain/fault.ts";
import type { Answer } from "../http/answer.ts";
import { NoAnswer } from "../http/no-answer.ts";
import type { Exchange } from "../workspace/exchange.ts";
import type { Release } from "../workspace/held-requests.ts";
import { heldMax } from "../workspace/held-requests.ts";
import { answerByHand, faultyAnswer } from "./faulty-answer.ts";
import type { Answerer } from "./gate.ts";
import { comeInLate, unreadBody } from "./late.ts";
import { waiting } from "./pause.ts";

/** Holds a request until a tester releases it: carried out and answered as usual, refused, or answered by hand (rule error.server). */
export async function holdRequest(
  exchange: Exchange,
  next: Answerer,
  { id }: Fault,
): Promise<Answer> {
  const fault = `The planned fault ${id}`;
  if (exchange.rehearsal !== null) throw new NoAnswer("hang", `${fault} would hold this request.`);
  if (exchange.workspace.heldRequests.isFull()) {
    const reason = `${fault} would hold this request, but the workspace holds ${heldMax} requests, which is the most.`;
    return answered(exchange, { action: "refuse" }, reason);
  }
  const release = await released(exchange, id, `${fault} held this request until the end.`);
  comeInLate(exchange);
  if (release.action === "continue") return next(exchange);
  const how = release.action === "refuse" ? "refused" : "answered";
  return answered(exchange, release, `${fault} held this request, and a tester ${how} it.`);
}

async function released(exchange: Exchange, id: string, reason: string): Promise<Given> {
  const { workspace, requestId, method, target, operationId, apiKey, request, visit } = exchange;
  const { path, query } = target;
  const held = { requestId, faultId: id, method, path, query, operationId, since: exchange.now };
  const tell = (action: string): void =>
    workspace.emit("fault.released", { id, requestId, action });
  workspace.emit("fault.held", { id, requestId, method, path });
  try {
    const release = await waiting<Release>([visit.signal, request.signal], reason, (resolve) =>
      workspace.heldRequests.hold({ ...held, apiKeyId: apiKey?.id ?? null }, resolve),
    );
    if (release.action === "cut") throw new NoAnswer("reset", reason);
    tell(release.action);
    return release;
  } catch (error) {
    if (!visit.isOverrun()) tell(request.signal.aborted ? "client-gone" : "cut");
    throw error;
  }
}

type Given = Exclude<Release, { readonly action: "cut" }>;

async function answered(
  exchange: Exchange,
  release: Exclude<Given, { readonly action: "continue" }>,
  reason: string,
): Promise<Answer> {
  exchange.requestBody = await unreadBody(exchange.request);
  exchange.reason = reason;
  exchange.trace.apply("error.server");
  if (release.action === "answer") return answerByHand(release);
  return faultyAnswer(null, { when: "before", status: 503, ...release });
}
