/** Carries announced changes out at the edge of the emulated API, and refuses a planned record in today's form. */
import type { Answer } from "../../../network/http/answer.ts";
import { jsonHeaders } from "../../../network/http/answer.ts";
import { messageOf } from "../../../network/http/api-error.ts";
import type { Edge, EdgeAnswer, EdgeRequest } from "../../next/edge/edge.ts";
import { newEdge } from "../../next/edge/edge.ts";
import type { NextInterface } from "../../next/next-interface.ts";
import { changeSentence } from "../../next/sentences.ts";
import type { Call } from "../../traffic/call.ts";
import { isPlannedCall } from "../identity.ts";
import type { Announced, CallId, PlannedVariation } from "../model.ts";
import type { InterceptedRequest, RequestChange } from "./variation.ts";

/** The variation of all definite changes together. */
export const togetherId = "together";

/** How long the client has: one that is refused may back off for a minute, in milliseconds. */
export const announcedMs = 90_000;

/** What a planned variation of announced changes does to one call. */
export interface AnnouncedEffect {
  readonly apply: (request: InterceptedRequest) => Promise<Answer>;
  readonly tookEffect: () => boolean;
}

/** Prepares the changes of `planned` for the calls of its run. */
export function newAnnounced(
  planned: PlannedVariation,
  announced: Announced,
  next: NextInterface,
): (id: CallId) => AnnouncedEffect {
  const edge = newEdge(next, announced.changes, announced.choices);
  return (id) => {
    let hasMet = false;
    const refused = isRefused(planned, id) ? announced.refusal : null;
    return {
      tookEffect: () => hasMet,
      async apply(request) {
        const { answer, met } = await carriedOut(edge, request, refused);
        hasMet = met;
        return answer;
      },
    };
  };
}

/** Every call about the planned record is refused, however often the client tries. */
function isRefused(planned: PlannedVariation, id: CallId): boolean {
  const { call } = planned;
  return call !== null && isPlannedCall(planned, { ...id, ordinal: call.ordinal });
}

async function carriedOut(
  edge: Edge,
  request: InterceptedRequest,
  refused: 409 | 422 | null,
): Promise<{ readonly answer: Answer; readonly met: boolean }> {
  const { context, body } = request;
  const { method, operationId, target } = context;
  const headers = new Map(context.request.headers);
  const path = pathAfterVersion(target.path);
  const sent = { operation: operationId, method, path, query: target.query, headers, body };
  const decision = edge.request(sent);
  const isOwn = decision.kind === "refuse";
  const refusal = isOwn
    ? answerOf(decision.answer)
    : refused === null
      ? null
      : refusalOf(refused, context.operationId ?? "");
  const change = changeOf(sent, decision.request);
  const today = await request.next(
    refusal === null ? change : { ...change, refusal: { answer: refusal, changes: decision.met } },
  );
  // A gate of the emulated API came first.
  const isRefusedHere = refusal !== null && today === refusal;
  if (isOwn && isRefusedHere) return { answer: today, met: true };
  const { answer, met } = edge.answer(sent, edgeAnswer(today));
  const hasForwarded = !isOwn && decision.met.length > 0;
  return {
    answer: met.length === 0 ? today : answerOf(answer),
    met: hasForwarded || isRefusedHere || met.length > 0,
  };
}

/** The path of a call as announced changes name it, such as `/leads/abcd1234`. */
export function pathAfterVersion(path: string): string {
  return path.replace(/^\/v\d+(?=\/|$)/, "");
}

function changeOf(sent: EdgeRequest, { query, body }: EdgeRequest): RequestChange {
  return {
    ...(query === sent.query ? {} : { query }),
    ...(body === sent.body || body === null ? {} : { body }),
  };
}

function edgeAnswer({ status, headers, body }: Answer): EdgeAnswer {
  return { status, headers: new Map(Object.entries(headers)), body };
}

function answerOf({ status, headers, body }: EdgeAnswer): Answer {
  return { status, headers: Object.fromEntries(headers), body };
}

/** A call of a run and its answer, as the edge sees them. */
export function asAtEdge(call: Call): { readonly sent: EdgeRequest; readonly answer: EdgeAnswer } {
  const { operation, method, path, query, body, status, answer } = call;
  const sent = {
    operation: operation.includes("/") ? null : operation,
    method,
    path: pathAfterVersion(path),
    query,
    headers: call.requestHeaders,
    body,
  };
  return { sent, answer: { status, headers: call.responseHeaders, body: answer } };
}

/** A refusal in today's form. */
export function refusalOf(status: 409 | 422, operation: string): Answer {
  const code = status === 409 ? "NOT_UNIQUE" : "INVALID";
  const name = operation.includes("plan") ? "type" : "email";
  const fields = { [name]: [{ code, message: "The value is not accepted." }] };
  return {
    status,
    headers: jsonHeaders,
    body: JSON.stringify({ message: messageOf(status), fields }),
  };
}

export function announcedSentence({ changes, moreLeads, refusal }: Announced): string {
  const [first, ...others] = changes;
  const what =
    first === undefined
      ? "Nothing changes."
      : others.length === 0
        ? changeSentence(first)
        : `All ${changes.length} definite changes apply at once.`;
  const more = moreLeads === 0 ? "" : ` The Firm has ${moreLeads} more Leads.`;
  return refusal === null ? what + more : `${what} The record is refused with ${refusal}.`;
}
