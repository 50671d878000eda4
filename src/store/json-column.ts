import type { Json } from "../domain/json.ts";

/** The JSON that a column of ours holds. */
export function fromJson(text: string): Json {
  const value: Json = JSON.parse(text);
  return value;
}

/** A column that holds a list of strings. */
export function jsonStrings(text: string): readonly string[] {
  const value = fromJson(text);
  return Array.isArray(value) ? value.map(String) : [];
}
