/** Any value that JSON can carry. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object. Its keys are untrusted and can include `__proto__`. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether `value`, parsed from JSON, is an object (not an array or null). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `value` if it is an object, else an empty one. */
export function objectOrEmpty(value: Json | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {};
}

/** `value` if it is a text, else an empty one. */
export function textOrEmpty(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A text as it is, any other value as JSON; empty for what JSON cannot represent. */
export function textOrJson(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** A copy of `value` as JSON; properties that JSON cannot represent are dropped. */
export function asJson(value: object): Json {
  const copy: Json = JSON.parse(JSON.stringify(value));
  return copy;
}

/** Sorts the keys of every object, whose order says nothing. */
export function sortedKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => sortedKeys(item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, item]) => [name, sortedKeys(item)]),
  );
}

/** Parses JSON; undefined for any other text, as a client or a service may send anything. */
export function parsedJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
