import type { Json, JsonObject } from "../domain/json.ts";
import { isJsonObject } from "../domain/json.ts";

/** JSON as a column keeps it; null is the column's null. */
export function toJson(value: Json): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** The JSON that a column of ours holds. */
export function fromJson(text: string | null): Json {
  const value: Json = text === null ? null : JSON.parse(text);
  return value;
}

/** A column that holds an object or nothing. */
export function jsonObject(text: string | null): JsonObject | null {
  const value = fromJson(text);
  return isJsonObject(value) ? value : null;
}

/** A column that holds a list of strings. */
export function jsonStrings(text: string): readonly string[] {
  const value = fromJson(text);
  return Array.isArray(value) ? value.map(String) : [];
}
