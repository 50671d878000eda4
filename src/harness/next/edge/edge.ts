/**
 * Carries changes out between a client and the emulated API. Requests are checked against the next interface and put
 * back into today's form; answers are put into the next form.
 */
import { messageOf } from "../../../network/http/api-error.ts";
import { possibleKinds } from "../change-id.ts";
import type { Change } from "../findings.ts";
import type { NextInterface } from "../next-interface.ts";
import { answerInNextForm } from "./answer-edits.ts";
import { bodyInTodaysForm } from "./body-edits.ts";
import type { EdgeAnswer, EdgeChoices, EdgeContext, EdgeRequest, Problem } from "./edge-context.ts";
import { newContext } from "./edge-context.ts";
import { parametersInTodaysForm } from "./parameter-edits.ts";
import { withSentNames } from "./refused-names.ts";
import { accessRefusal, restoredAccess, restoredRoute, routeRefusal } from "./route-edits.ts";

export type { EdgeAnswer, EdgeChoices, EdgeRequest } from "./edge-context.ts";

/** What becomes of a request. `met` has the ids of the changes that it met. */
export type EdgeDecision =
  | {
      readonly kind: "forward";
      /** The request in today's form. */
      readonly request: EdgeRequest;
      readonly met: readonly string[];
    }
  | {
      readonly kind: "refuse";
      /** The request with path, method and key of today. */
      readonly request: EdgeRequest;
      /** The refusal in the next form. */
      readonly answer: EdgeAnswer;
      readonly met: readonly string[];
    };

/** Changes in front of the emulated API. */
export interface Edge {
  readonly request: (request: EdgeRequest) => EdgeDecision;
  /** Puts an answer into the next form. `sent` is the request as the client sent it. */
  readonly answer: (
    sent: EdgeRequest,
    answer: EdgeAnswer,
  ) => { readonly answer: EdgeAnswer; readonly met: readonly string[] };
}

/** Carries out `changes` of the announced interface. */
export function newEdge(
  next: NextInterface,
  changes: readonly Change[],
  choices: EdgeChoices,
): Edge {
  const context = newContext(next, changes, choices);
  const answer: Edge["answer"] = (sent, given) => {
    const met = new Set<string>();
    const restored = restoredRoute(sent, context, met);
    const named = withSentNames(restored, given, context, met);
    return { answer: answerInNextForm(restored, named, context, met), met: [...met] };
  };
  return {
    answer,
    request(sent) {
      if (changes.length === 0) return { kind: "forward", request: sent, met: [] };
      const met = new Set<string>();
      const refuse = (problem: Refusal): EdgeDecision => {
        const answered = refusalIn(routed, problem, context, met);
        const request = restoredAccess(routed, context, new Set());
        return { kind: "refuse", request, answer: answered, met: [...met] };
      };
      const gone = routeRefusal(sent, context, met);
      const routed = restoredRoute(sent, context, met);
      const status = gone ?? accessRefusal(routed, context, met);
      if (status !== null) return refuse({ status, problems: [] });
      const problems: Problem[] = [];
      const restored = restoredAccess(routed, context, met);
      const known = parametersInTodaysForm(restored, context, { met, problems });
      const request = bodyInTodaysForm(known, context, { met, problems });
      if (problems.length > 0) return refuse({ status: 422, problems });
      return { kind: "forward", request, met: [...met] };
    },
  };
}

interface Refusal {
  readonly status: number;
  readonly problems: readonly Problem[];
}

function refusalIn(
  sent: EdgeRequest,
  { status, problems }: Refusal,
  context: EdgeContext,
  met: Set<string>,
): EdgeAnswer {
  const fields = Map.groupBy(problems, ({ field }) => field);
  const body = {
    message: messageOf(status),
    ...(problems.length === 0
      ? {}
      : {
          fields: Object.fromEntries(
            Array.from(fields, ([field, list]) => [
              field,
              list.map(({ code }) => ({ code, message: messages[code] })),
            ]),
          ),
        }),
  };
  const headers = new Map([["content-type", "application/json"]]);
  const today = { status, headers, body: JSON.stringify(body) };
  const answer = answerInNextForm(sent, today, context, met);
  const documented = context.place(sent.operation)?.next?.answers;
  const lacks422 = documented !== undefined && !documented.has("422") && !documented.has("4XX");
  return lacks422 && answer.status === 422 && documented.has("400")
    ? { ...answer, status: 400 }
    : answer;
}

const messages: Readonly<Record<Problem["code"], string>> = {
  REQUIRED: "Required",
  INVALID: "Invalid",
  INCORRECT_TYPE: "Incorrect type",
  UNSUPPORTED: "Unsupported",
};

/** Whether any change of the edge would change the call: its request or its answer. */
export function touches(edge: Edge, sent: EdgeRequest, answer: EdgeAnswer): boolean {
  return edge.request(sent).met.length > 0 || edge.answer(sent, answer).met.length > 0;
}

/**
 * The choices that the document, or a line of a list, leaves open for a change: each is a second trial. Only those are
 * named that a rule of the sandbox has (lead.unknown-field, list.limit, list.offset).
 */
export function openChoices(next: NextInterface, change: Change): readonly (keyof EdgeChoices)[] {
  const { kind, subject, direction } = change;
  if (kind === "parameter-values") {
    const { minimum, maximum } = change.schema ?? {};
    if (minimum === undefined && maximum === undefined) return [];
    if (subject === "query.limit") return ["limit"];
    return subject === "query.offset" ? ["offset"] : [];
  }
  if ((kind !== "field-removed" && kind !== "field-renamed") || direction === "answer") return [];
  const { place, isOpen, applies } = newContext(next, [change], defaults);
  const record = subject.slice(0, subject.lastIndexOf("."));
  const operations = next.places.subjects.get(`field:request:${subject}`) ?? [];
  const open = [...operations].filter(
    (id) => place(id) !== null && applies(change, id) && isOpen(id, record),
  );
  return open.length > 0 ? ["unknownField"] : [];
}

const defaults: EdgeChoices = { unknownField: "refused", limit: "refused", offset: "refused" };

/** Whether the document only allows the change, so that it may never be seen. */
export function isPossible({ kind }: Change): boolean {
  return possibleKinds.has(kind);
}

/** Whether a change shows in refusals only: it needs a provoked one. */
export function isRefusalOnly({ kind, subject }: Change): boolean {
  if (kind === "status" || kind === "answer-type") return subject.startsWith("4");
  return kind === "field-restructured" || /^(?:Field)?Error\./.test(subject);
}

/** Whether a change may show in lists of many records only. */
export function isOfLists({ kind, direction }: Change): boolean {
  if (kind === "default" || kind === "parameter-added") return kind === "default";
  if (kind.startsWith("parameter-")) return true;
  const isField = ["type", "format", "field-removed", "field-renamed"].includes(kind);
  return isField && direction !== "request";
}

/** Whether a change lacks the schema without which nothing can be carried out: a line of a list may be an id only. */
export function lacksSchema({ kind, schema }: Change): boolean {
  return kind.endsWith("-values") && schema === undefined;
}

/** Whether a change can be carried out at all; those that only add choices cannot break a client. */
export function isCarriedOut(change: Change): boolean {
  const { kind } = change;
  if (lacksSchema(change)) return false;
  return kind !== "field-optional" && kind !== "parameter-added" && kind !== "operation-added";
}
