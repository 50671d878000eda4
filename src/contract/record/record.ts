/** Recorded traffic as a Pact V4 file: one interaction for each distinct behaviour that a client met. */
import type { Json, JsonObject } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json.ts";
import { matchedBody } from "./matching-rules.ts";
import type { Pseudonyms } from "./pseudonyms.ts";
import { newPseudonyms } from "./pseudonyms.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import { bodyJson } from "./recorded-request.ts";
import { statesOf } from "./states-of.ts";

export interface RecordOptions {
  readonly consumer: string;
  readonly provider: string;
  readonly version: string;
  /** The OpenAPI document of the emulated API. */
  readonly document: JsonObject;
}

/** The pact of `requests`, oldest first; what was never answered, and what no operation is for, is left out. */
export function recordedPact(
  requests: readonly RecordedRequest[],
  { consumer, provider, version, document }: RecordOptions,
): JsonObject {
  const pseudonyms = newPseudonyms();
  const distinct = new Map<string, JsonObject>();
  for (const recorded of requests) {
    const behaviour = behaviourOf(recorded);
    if (recorded.status === 0 || recorded.operationId === null || distinct.has(behaviour)) continue;
    distinct.set(behaviour, interaction(recorded, pseudonyms, document));
  }
  return {
    consumer: { name: consumer },
    provider: { name: provider },
    interactions: [...distinct.values()],
    metadata: {
      pactSpecification: { version: "4.0" },
      recorder: { name: "lead-sandbox", version },
    },
  };
}

/** Two requests show the same behaviour when they differ in values alone. */
function behaviourOf(recorded: RecordedRequest): string {
  const { operationId, status, rules, query } = recorded;
  const parameters = Array.from(new URLSearchParams(query), ([name, value]) =>
    name === "scope" || name === "include" ? `${name}=${value}` : name,
  );
  const shape = shapeOf(bodyJson(recorded.request.body));
  const why = status === 401 ? (recorded.reason ?? "") : "";
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
  pseudonyms: Pseudonyms,
  document: JsonObject,
): JsonObject {
  const request = requestOf(recorded, pseudonyms);
  const response = responseOf(recorded, pseudonyms, document);
  const states = statesOf(recorded).map(({ name, params }) => ({
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

function bodyObject(body: Json): JsonObject {
  return isJsonObject(body) ? body : {};
}

const placeholderKey = "00000000-0000-4000-8000-000000000000";
const keyPattern =
  "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}";

function requestOf(recorded: RecordedRequest, pseudonyms: Pseudonyms): JsonObject {
  const { method, path, query, request, reason = "" } = recorded;
  const body = pseudonyms.of(bodyJson(request.body));
  const sendsKey = request.headers["x-api-key"] !== undefined;
  const isMalformed = reason.includes("not a UUID");
  const parameters = Map.groupBy(new URLSearchParams(query), ([name]) => name);
  return {
    method,
    path: pseudonyms.ofText(path),
    ...(parameters.size === 0
      ? {}
      : {
          query: Object.fromEntries(
            Array.from(parameters, ([name, pairs]) => [
              name,
              pairs.map(([, value]) => pseudonyms.ofText(value)),
            ]),
          ),
        }),
    headers: {
      ...(sendsKey ? { "X-API-Key": [isMalformed ? "not-a-key" : placeholderKey] } : {}),
      ...(request.body === null ? {} : { "Content-Type": ["application/json"] }),
    },
    ...(request.body === null ? {} : { body: content(body) }),
    ...(sendsKey && !isMalformed
      ? {
          matchingRules: {
            header: {
              "X-API-Key": { combine: "AND", matchers: [{ match: "regex", regex: keyPattern }] },
            },
          },
        }
      : {}),
  };
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

function content(body: Json): JsonObject {
  return { content: body, contentType: "application/json", encoded: false };
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
