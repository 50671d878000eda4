/** Rewrites answers and requests that are JSON. */
import type { Json, JsonObject } from "../../../base/values/json.ts";
import { isJsonObject, parsedJson } from "../../../base/values/json.ts";
import type { Answer } from "../../../network/http/answer.ts";
import type { VariedRequest } from "./variation.ts";

/** Applies `rewrite` to the body of an answer, and reports an effect if the body changes. */
export function rewritten(
  answer: Answer,
  rewrite: (body: JsonObject) => Json,
  { onEffect }: Pick<VariedRequest, "onEffect">,
): Answer {
  const body = bodyOf(answer);
  if (body === null) return answer;
  const text = JSON.stringify(rewrite(body));
  if (text === answer.body) return answer;
  onEffect();
  return { ...answer, body: text };
}

/** The JSON object in an answer, or null. */
export function bodyOf({ body }: Pick<Answer, "body">): JsonObject | null {
  const value = body === null ? null : parsedJson(body);
  return isJsonObject(value) ? value : null;
}

/** Applies `change` to every object in `value`, innermost first. */
export function everyObject(value: Json, change: (object: JsonObject) => JsonObject): Json {
  if (Array.isArray(value)) return value.map((item) => everyObject(item, change));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, everyObject(item, change)]);
  return change(Object.fromEntries(entries));
}

/** The records in an answer: one, those of a page, or none for an error. */
export function recordsIn(body: JsonObject): readonly JsonObject[] {
  return [body["data"] ?? []].flat().filter(isJsonObject);
}

/** Applies `change` to every record in `data`. */
export function everyRecord(body: JsonObject, change: (record: JsonObject) => JsonObject): Json {
  const { data } = body;
  if (Array.isArray(data)) {
    return { ...body, data: data.map((item) => (isJsonObject(item) ? change(item) : item)) };
  }
  return isJsonObject(data) ? { ...body, data: change(data) } : body;
}

/** Removes parameters from a query; null if it has none of them. */
export function withoutParameters(query: string, names: readonly string[]): string | null {
  const parameters = new URLSearchParams(query);
  if (!names.some((name) => parameters.has(name))) return null;
  for (const name of names) parameters.delete(name);
  return parameters.toString();
}

export function withParameter(query: string, name: string, value: string): string {
  const parameters = new URLSearchParams(query);
  parameters.set(name, value);
  return parameters.toString();
}
