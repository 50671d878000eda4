/** Any value that JSON can carry. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object; keys are whatever the sender chose, `__proto__` included. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether `value`, which came out of JSON, is an object and not an array or null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A copy of `value` as JSON has it; what JSON cannot hold is left out. */
export function asJson(value: object): Json {
  const copy: Json = JSON.parse(JSON.stringify(value));
  return copy;
}
