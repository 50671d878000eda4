import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject, objectOrEmpty } from "../../base/values/json.ts";
import { listFields } from "../../domain/model/fields.ts";
import { filterOperators } from "../../domain/model/list-query.ts";

/**
 * Words that the OpenAPI document does not enumerate: from `order`, `filter` and boolean parameters, and the name
 * of the body in errors.
 */
const wordsWithinTexts = ["ASC", "DESC", "true", "false", "includes", "body", ...filterOperators];

/**
 * The words that are the same for every client: names of fields and parameters, enum values, literal path
 * segments. Examples are excluded.
 */
export function documentedWords(document: JsonObject): ReadonlySet<string> {
  const words = new Set<string>(wordsWithinTexts);
  for (const fields of Object.values(listFields)) {
    for (const name of Object.keys(fields)) words.add(name);
  }
  for (const path of Object.keys(objectOrEmpty(document["paths"]))) {
    for (const segment of path.split("/")) words.add(segment);
  }
  addWords(document, words);
  return words;
}

/** The field names and enum values in a JSON Schema. */
export function schemaWords(schema: Json): readonly string[] {
  const words = new Set<string>();
  addWords(schema, words);
  return [...words];
}

function addWords(value: Json, words: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) addWords(item, words);
  if (!isJsonObject(value)) return;
  const { in: place = null, name = null, properties = null, enum: allowed = null } = value;
  for (const property of Object.keys(objectOrEmpty(properties))) words.add(property);
  const { "x-extensible-enum": known = null } = value;
  for (const one of [allowed, known, value["const"] ?? null].flat()) {
    if (typeof one === "string") words.add(one);
  }
  if (typeof place === "string" && typeof name === "string") words.add(name);
  for (const [key, item] of Object.entries(value)) {
    if (key !== "example" && key !== "examples") addWords(item, words);
  }
}
