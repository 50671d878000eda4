/** Records traffic as a Pact V4 file: one interaction for each distinct behaviour. */
import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject, parsedJson } from "../../base/values/json.ts";
import type { Anonymizer } from "../../domain/hiding/anonymizer.ts";
import { newAnonymizer } from "../../domain/hiding/anonymizer.ts";
import { anonymousRequest, content } from "./anonymous-request.ts";
import { documentedWords } from "./documented-words.ts";
import { matchedBody } from "./matching-rules.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import { bodyJson, bodyObject, cites, isCut } from "./recorded-request.ts";
import { chosenRules, statesOf } from "./states-of.ts";

export interface RecordOptions {
  readonly version: string;
  /** The OpenAPI document of the emulated API. */
  readonly document: JsonObject;
  /** The choices of the workspace, by rule. */
  readonly choices: Readonly<Record<string, string>>;
  /** Texts of the initial Firms, members, codes and workflows, which stay in a recording. */
  readonly directory: readonly string[];
}

export interface PactNames {
  readonly consumer: string;
  readonly provider: string;
}

export interface Recording {
  readonly add: (recorded: RecordedRequest) => void;
  /** The pact of the recorded requests; their order does not matter. */
  readonly pact: (names: PactNames) => JsonObject;
}

/**
 * Records requests as a pact. It omits what no provider state can reproduce: unanswered requests, some planned
 * faults, unknown operations and cut bodies. It keeps only the most used API and environment. Interactions are
 * independent. Of those with the same behaviour, the first in text order is kept, so the order of requests does
 * not matter.
 */
export function newRecording({ version, document, choices, directory }: RecordOptions): Recording {
  const words = new Set([...documentedWords(document), ...directory]);
  const surfaces = new Map<string, HeardSurface>();
  return {
    add(recorded) {
      const { surface } = recorded;
      const heard = surfaces.get(surface) ?? { requests: 0, interactions: new Map() };
      surfaces.set(surface, heard);
      heard.requests += 1;
      const one = isRepeatable(recorded)
        ? interactionOf(recorded, { words, document, choices })
        : null;
      if (one === null) return;
      const behaviour = behaviourOf(recorded, one);
      const before = heard.interactions.get(behaviour);
      const text = JSON.stringify(one);
      if (before === undefined || text < before) heard.interactions.set(behaviour, text);
    },
    pact({ consumer, provider }) {
      const [surface = "partner-sandbox", heard] = mainSurface(surfaces) ?? [];
      return {
        consumer: { name: consumer },
        provider: { name: provider },
        interactions: withDistinctNames([...(heard?.interactions.values() ?? [])]),
        metadata: {
          pactSpecification: { version: "4.0" },
          recorder: { name: "lead-sandbox", version, surface },
        },
      };
    },
  };
}

/** The recorded requests of one API and environment. */
interface HeardSurface {
  requests: number;
  /** Interactions as JSON, by behaviour. */
  readonly interactions: Map<string, string>;
}

/** The API and environment with the most requests. */
function mainSurface(
  surfaces: ReadonlyMap<string, HeardSurface>,
): readonly [string, HeardSurface] | undefined {
  return [...surfaces].toSorted(
    ([one, { requests }], [other, { requests: others }]) =>
      others - requests || (one < other ? -1 : 1),
  )[0];
}

function isRepeatable(recorded: RecordedRequest): boolean {
  const { status, operationId, request, response } = recorded;
  if (status === 0 || operationId === null) return false;
  if (status < 500 && cites(recorded, "error.server")) return false;
  if (isCut(request.body) || isCut(response.body)) return false;
  return response.body === null || parsedJson(response.body) !== undefined;
}

/** Sorts interactions. Pact identifies them by description and states, so a repeated description gets a number. */
function withDistinctNames(interactions: readonly string[]): readonly JsonObject[] {
  const counts = new Map<string, number>();
  return [...new Set(interactions)].toSorted().map((text) => {
    const one = bodyObject(bodyJson(text));
    const { description = "" } = one;
    if (typeof description !== "string") return one;
    const count = (counts.get(description) ?? 0) + 1;
    counts.set(description, count);
    return count === 1 ? one : { ...one, description: `${description} (${count})` };
  });
}

/** A key that is equal for requests that differ only in values. */
function behaviourOf(recorded: RecordedRequest, { request, description }: JsonObject): string {
  const { status, rules, query, request: sent } = recorded;
  const parameters = new URLSearchParams(query);
  const shown = ["scope", "include"].map((name) => parameters.getAll(name));
  const { headers = null, body = null } = bodyObject(request);
  const { content: shape = null } = bodyObject(body);
  const why = status === 401 || status === 409 ? (recorded.reason ?? "") : "";
  const key = sent.headers["x-api-key"] === undefined;
  return JSON.stringify([description, rules[0] ?? "", why, key, shown, headers, shapeOf(shape)]);
}

/** The shape of a value: the names of its members and their types. */
function shapeOf(value: Json): Json {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (!isJsonObject(value)) return value === null ? "null" : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, item]) => [name, shapeOf(item)]),
  );
}

function interactionOf(
  recorded: RecordedRequest,
  {
    words,
    document,
    choices,
  }: Pick<RecordOptions, "document" | "choices"> & { readonly words: ReadonlySet<string> },
): JsonObject | null {
  const states = statesOf(recorded);
  const anonymizer = newAnonymizer({ words, refused: refusedPaths(recorded) });
  const request = anonymousRequest(recorded, anonymizer);
  if (states === null || request === null) return null;
  return {
    description: descriptionOf(recorded, request),
    type: "Synchronous/HTTP",
    pending: false,
    request,
    response: responseOf(recorded, anonymizer, document),
    providerStates: [
      ...chosenRules(recorded, choices),
      ...states.map(({ name, params }) => ({
        name,
        ...(params === undefined ? {} : { params: anonymizer.answer(params) }),
      })),
    ],
  };
}

/** The fields with errors. Their defect is the point of the interaction, so it stays. */
function refusedPaths({ status, response }: RecordedRequest): ReadonlySet<string> {
  const fields = status === 422 ? bodyObject(bodyJson(response.body))["fields"] : null;
  return new Set(Object.keys(bodyObject(fields ?? null)));
}

function descriptionOf({ operationId, status, rules }: RecordedRequest, request: JsonObject) {
  const parameters = Object.keys(bodyObject(request["query"]));
  const by = status >= 400 ? ` by ${(rules[0] ?? "").replace(";assumed", "")}` : "";
  const fields = Object.keys(bodyObject(bodyObject(request["body"])["content"]));
  return [
    `${operationId} answers ${status}${by}`,
    ...(parameters.length === 0 ? [] : [`with ${parameters.join(", ")}`]),
    ...(fields.length === 0 ? [] : [`given ${fields.join(", ")}`]),
  ].join(" ");
}

/** Reduces the counts of a page to at most one, because they depend on other traffic. */
function withSmallCounts(answer: Json): Json {
  if (!isJsonObject(answer) || !Array.isArray(answer["data"])) return answer;
  const { meta = null } = answer;
  if (!isJsonObject(meta)) return answer;
  const count = Math.min(answer["data"].length, 1);
  const { offset = 0 } = meta;
  const small = typeof offset === "number" && offset > 9999 ? 9999 : offset;
  return { ...answer, meta: { ...meta, total: count, count, offset: small } };
}

function responseOf(
  recorded: RecordedRequest,
  anonymizer: Anonymizer,
  document: JsonObject,
): JsonObject {
  const { status, response, operationId } = recorded;
  const value = withSmallCounts(anonymizer.answer(bodyJson(response.body)));
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

/** The document's schema for the answer of an operation. */
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
