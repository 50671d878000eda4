import type {
  Edge,
  EdgeAnswer,
  EdgeChoices,
  EdgeRequest,
} from "../../../../src/harness/next/edge/edge.ts";
import { newEdge } from "../../../../src/harness/next/edge/edge.ts";
import { announced } from "../documents.ts";

/** The sandbox's own choices. */
export const refused: EdgeChoices = {
  unknownField: "refused",
  limit: "refused",
  offset: "refused",
};

/** An edge with all changes that a text announces. */
export function edgeOf(text: string, choices: Partial<EdgeChoices> = {}): Edge {
  const next = announced(text);
  return newEdge(next, next.changes, { ...refused, ...choices });
}

/** A Lead with every optional field filled, as a client sends it. */
export const leadCreate = {
  email: "nora.north@example.com",
  firstName: "Nora",
  lastName: "North",
  phone: { number: "4165550166", extension: "12" },
  clientData: { Plans: [{ type: "Buying" }, { type: "Refinance" }] },
  resourceType: "Firm",
  resourceId: "Harb0rPt",
};

/** A Lead as it is answered. */
export const lead = {
  id: "LeadHPa1",
  createdAt: "2026-01-06T09:00:00.000Z",
  email: "nora.north@example.com",
  firstName: "Nora",
  phone: { number: "4165550166", extension: "12" },
  resourceType: "Firm",
  resourceId: "Harb0rPt",
  convertedAt: null,
  plan_ids: ["Plan0001"],
};

/** The creation of a Lead. */
export function post(body: unknown = leadCreate, more: Partial<EdgeRequest> = {}): EdgeRequest {
  return {
    operation: "post-leads-for-firm",
    method: "POST",
    path: "/firms/Harb0rPt/leads",
    query: "",
    headers: new Map([
      ["content-type", "application/json; charset=utf-8"],
      ["x-api-key", "key"],
    ]),
    body: typeof body === "string" || body === null ? body : JSON.stringify(body),
    ...more,
  };
}

/** The list of the Leads of a Firm. */
export function list(query = ""): EdgeRequest {
  const operation = "get-leads-for-firm";
  return { ...post(null), operation, method: "GET", query };
}

/** A Lead by id, or a write of it. */
export function single(operation: string, method: string, body: unknown = null): EdgeRequest {
  return { ...post(body), operation, method, path: "/leads/LeadHPa1" };
}

/** An answer in JSON. */
export function answer(status: number, body: unknown): EdgeAnswer {
  const text = typeof body === "string" ? body : body === null ? null : JSON.stringify(body);
  return { status, headers: new Map([["content-type", "application/json"]]), body: text };
}

/** What becomes of a request, for comparison: the status and field errors, or the request in today's form. */
export function decided(edge: Edge, request: EdgeRequest): unknown {
  const decision = edge.request(request);
  if (decision.kind === "refuse") {
    const { status, body } = decision.answer;
    const { fields = {}, errors }: { fields?: object; errors?: unknown } = JSON.parse(body ?? "{}");
    const codes = Object.entries(fields).map(([name, [{ code }]]) => `${name} ${code}`);
    return errors === undefined ? [status, ...codes] : [status, errors];
  }
  const { query, body } = decision.request;
  if (request.method === "GET") return query;
  return JSON.parse(body ?? "null");
}

/** The body of an answer in the next form. */
export function answered(edge: Edge, sent: EdgeRequest, given: EdgeAnswer): unknown {
  return JSON.parse(edge.answer(sent, given).answer.body ?? "null");
}
