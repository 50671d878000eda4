import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject } from "../../base/values/json.ts";

/** The parts of an interaction that the proxy and the report need. */
export interface PactInteraction {
  /** Its index in the document, and the interaction as written. */
  readonly index: number;
  readonly document: JsonObject;
  readonly description: string;
  readonly states: readonly string[];
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Whether a matching rule decides about the status, which then is an example. */
  readonly hasStatusRule: boolean;
  /** The value of the header X-API-Key; null without one. */
  readonly apiKey: string | null;
}

/** Reads an interaction as Pact's own verifier does: what is missing has a default, and any value has a text. */
export function pactInteraction(document: JsonObject, index: number): PactInteraction {
  const request = objectIn(document, "request");
  const response = objectIn(document, "response");
  const key = Object.entries(objectIn(request, "headers")).find(
    ([name]) => name.toLowerCase() === "x-api-key",
  )?.[1];
  const status = Number(textOf(response["status"] ?? 200));
  return {
    index,
    document,
    description: textOf(document["description"] ?? `Interaction ${index}`),
    states: statesIn(document).map(stateName),
    method: textOf(request["method"] ?? "GET").toUpperCase(),
    path: textOf(request["path"] ?? "/"),
    status: Number.isInteger(status) ? status : 200,
    hasStatusRule: hasStatusRule(objectIn(response, "matchingRules")),
    apiKey: key === undefined ? null : textOf(Array.isArray(key) ? (key[0] ?? "") : key),
  };
}

/** The states as written: a list, or the single one of older specifications. */
export function statesIn(document: JsonObject): readonly Json[] {
  const { providerStates = null } = document;
  if (Array.isArray(providerStates)) return providerStates;
  const single = document["providerState"] ?? document["provider_state"] ?? "";
  return single === "" ? [] : [single];
}

export function stateName(state: Json): string {
  return textOf(isJsonObject(state) ? (state["name"] ?? "") : state);
}

/** The object in a member; an empty one for anything else. */
export function objectIn(document: JsonObject, name: string): JsonObject {
  const value = document[name];
  return isJsonObject(value) ? value : {};
}

/** A text as it is, and any other value as JSON. */
export function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Specification 2 has a path for each rule; 3 and 4 have a list of matchers, sometimes below a path. */
function hasStatusRule({ status = null, ...byPath }: JsonObject): boolean {
  if (isJsonObject(byPath["$.status"] ?? null)) return true;
  if (!isJsonObject(status)) return false;
  return [status, ...Object.values(status)].some(
    (one) => isJsonObject(one) && Array.isArray(one["matchers"]) && one["matchers"].length > 0,
  );
}
