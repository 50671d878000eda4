/** Recorded traffic as a Pact V4 file: one interaction for each distinct behaviour that a client met. */
import type { Json, JsonObject } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json.ts";
import { matchedBody } from "./matching-rules.ts";
import type { Pseudonyms } from "./pseudonyms.ts";
import { newPseudonyms } from "./pseudonyms.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import { bodyJson, bodyObject, cites, isCut, jsonOf } from "./recorded-request.ts";
import { content, requestOf } from "./request-of.ts";
import type { NeededState } from "./states-of.ts";
import { statesOf } from "./states-of.ts";

export interface RecordOptions {
  readonly consumer: string;
  readonly provider: string;
  readonly version: string;
  /** The OpenAPI document of the emulated API. */
  readonly document: JsonObject;
}

/**
 * The pact of `requests`, oldest first. Left out is what no state could bring about again: what was never
 * answered or by a planned fault with a status that the service itself has other reasons for, what no operation
 * is for, bodies that the journal cut, and requests to another API or environment than most went to.
 */
export function recordedPact(
  requests: readonly RecordedRequest[],
  { consumer, provider, version, document }: RecordOptions,
): JsonObject {
  const pseudonyms = newPseudonyms();
  const distinct = new Map<string, JsonObject>();
  const surface = mainSurface(requests);
  for (const recorded of requests) {
    const behaviour = behaviourOf(recorded);
    const states = recorded.surface === surface ? statesOf(recorded) : null;
    if (states === null || !isRepeatable(recorded) || distinct.has(behaviour)) continue;
    distinct.set(behaviour, interaction(recorded, states, pseudonyms, document));
  }
  return {
    consumer: { name: consumer },
    provider: { name: provider },
    interactions: withDistinctNames([...distinct.values()]),
    metadata: {
      pactSpecification: { version: "4.0" },
      recorder: { name: "lead-sandbox", version, surface },
    },
  };
}

export interface Recording<Request extends RecordedRequest> {
  readonly hear: (recorded: Request) => void;
  /** The requests that it kept, oldest first. */
  readonly requests: () => readonly Request[];
}

/** Keeps of the requests that it hears the first of each distinct behaviour. */
export function newRecording<Request extends RecordedRequest>(): Recording<Request> {
  const distinct = new Map<string, Request>();
  return {
    hear(recorded) {
      const behaviour = JSON.stringify([recorded.surface, behaviourOf(recorded)]);
      if (!distinct.has(behaviour) && isRepeatable(recorded)) distinct.set(behaviour, recorded);
    },
    requests: () => [...distinct.values()],
  };
}

/** The API and environment that most of the requests went to. */
function mainSurface(requests: readonly RecordedRequest[]): string {
  const groups = Map.groupBy(requests, ({ surface }) => surface);
  const [first] = [...groups].toSorted(([, one], [, other]) => other.length - one.length);
  return first?.[0] ?? "partner-sandbox";
}

function isRepeatable(recorded: RecordedRequest): boolean {
  const { status, operationId, request, response } = recorded;
  if (status === 0 || operationId === null) return false;
  if (status < 500 && cites(recorded, "error.server")) return false;
  if (isCut(request.body) || isCut(response.body)) return false;
  return response.body === null || jsonOf(response.body) !== undefined;
}

/** Pact tells interactions apart by description and states: a second one of the same gets a number. */
function withDistinctNames(interactions: readonly JsonObject[]): readonly JsonObject[] {
  const counts = new Map<string, number>();
  return interactions.map((one) => {
    const description = typeof one["description"] === "string" ? one["description"] : "";
    const count = (counts.get(description) ?? 0) + 1;
    counts.set(description, count);
    return count === 1 ? one : { ...one, description: `${description} (${count})` };
  });
}

/** Two requests show the same behaviour when they differ in values alone. */
function behaviourOf(recorded: RecordedRequest): string {
  const { operationId, status, rules, query } = recorded;
  const parameters = Array.from(new URLSearchParams(query), ([name, value]) =>
    name === "scope" || name === "include" ? `${name}=${value}` : name,
  );
  const shape = shapeOf(bodyJson(recorded.request.body));
  const why = status === 401 || status === 409 ? (recorded.reason ?? "") : "";
  return JSON.stringify([operationId, status, rules[0] ?? "", why, parameters.toSorted(), shape]);
}

/** The names of a body and the kinds of its values. */
function shapeOf(value: Json): Json {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (!isJsonObject(value)) return value === null ? "null" : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, item]) => [name, shapeOf(item)]),
  );
}

function interaction(
  recorded: RecordedRequest,
  needed: readonly NeededState[],
  pseudonyms: Pseudonyms,
  document: JsonObject,
): JsonObject {
  const request = requestOf(recorded, pseudonyms);
  const response = responseOf(recorded, pseudonyms, document);
  const states = needed.map(({ name, params }) => ({
    name,
    ...(params === undefined ? {} : { params: pseudonyms.of(params) }),
  }));
  return {
    type: "Synchronous/HTTP",
    description: descriptionOf(recorded),
    pending: false,
    providerStates: states,
    request,
    response,
  };
}

function descriptionOf({ operationId, status, rules, query, request }: RecordedRequest): string {
  const parameters = [...new Set(new URLSearchParams(query).keys())];
  const by = status >= 400 ? ` by ${(rules[0] ?? "").replace(";assumed", "")}` : "";
  const fields = Object.keys(bodyObject(bodyJson(request.body)));
  return [
    `${operationId} answers ${status}${by}`,
    ...(parameters.length === 0 ? [] : [`with ${parameters.join(", ")}`]),
    ...(fields.length === 0 ? [] : [`given ${fields.join(", ")}`]),
  ].join(" ");
}

function responseOf(
  recorded: RecordedRequest,
  pseudonyms: Pseudonyms,
  document: JsonObject,
): JsonObject {
  const { status, response, operationId } = recorded;
  const value = pseudonyms.of(bodyJson(response.body));
  if (response.body === null) return { status };
  const schema = answerSchema(document, operationId ?? "", status);
  const { example, rules } = matchedBody(value, schema, document);
  return {
    status,
    headers: { "Content-Type": ["application/json"] },
    body: content(example),
    matchingRules: {
      header: {
        "Content-Type": {
          combine: "AND",
          matchers: [{ match: "regex", regex: "application/json.*" }],
        },
      },
      ...(Object.keys(rules).length === 0 ? {} : { body: rules }),
    },
  };
}

/** The schema that the document has for the answer of an operation. */
function answerSchema(document: JsonObject, operationId: string, status: number): Json {
  const operations = Object.values(bodyObject(document["paths"] ?? null)).flatMap((item) =>
    Object.values(bodyObject(item)),
  );
  const operation = operations.find(
    (one) => isJsonObject(one) && one["operationId"] === operationId,
  );
  const responses = bodyObject(bodyObject(operation ?? null)["responses"] ?? null);
  const named = bodyObject(responses[String(status)] ?? null);
  const { $ref: reference } = named;
  const shared = bodyObject(bodyObject(document["components"] ?? null)["responses"] ?? null);
  const found =
    typeof reference === "string"
      ? bodyObject(shared[reference.split("/").at(-1) ?? ""] ?? null)
      : named;
  const media = bodyObject(bodyObject(found["content"] ?? null)["application/json"] ?? null);
  return media["schema"] ?? {};
}
