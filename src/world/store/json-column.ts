import type { Json } from "../../base/values/json.ts";

/** Parses the JSON of a column. */
export function fromJson(text: string): Json {
  const value: Json = JSON.parse(text);
  return value;
}

/** Parses a column with a list of strings. */
export function jsonStrings(text: string): readonly string[] {
  const value = fromJson(text);
  return Array.isArray(value) ? value.map(String) : [];
}
