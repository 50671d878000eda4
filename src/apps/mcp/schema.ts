/** JSON Schemas as every host takes them: without references and alternatives. */
import * as z from "zod";

import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject } from "../../base/values/json.ts";

/** The JSON Schema of what `shape` accepts. */
export function schemaOf(shape: z.ZodType): JsonObject {
  const { $schema: _draft, ...schema }: Record<string, Json> = JSON.parse(
    JSON.stringify(z.toJSONSchema(shape, { io: "input", unrepresentable: "any" })),
  );
  return schema;
}

/** An object whose properties have no alternatives. Their descriptions stay. */
export function withoutAlternatives(schema: JsonObject): JsonObject {
  const { properties } = schema;
  if (!isJsonObject(properties)) return schema;
  const own = Object.entries(properties).map(([name, property]) => {
    if (!isJsonObject(property) || property["anyOf"] === undefined)
      return [name, property] as const;
    const { description } = property;
    return [
      name,
      { ...flat(property), ...(description === undefined ? {} : { description }) },
    ] as const;
  });
  return { ...schema, properties: Object.fromEntries(own) };
}

const keptKeywords = ["type", "enum", "minimum", "maximum", "maxLength", "items"] as const;

/** A schema without alternatives, descriptions and patterns: not every host takes those. */
export function flat(schema: JsonObject): JsonObject {
  const { anyOf } = schema;
  if (Array.isArray(anyOf)) return anyOf.filter(isJsonObject).map(flat).reduce(either);
  const entries = keptKeywords
    .map((name) => [name, schema[name]] as const)
    .filter(([, value = null]) => value !== null && !isBeyond(value))
    .map(([name, value = null]) => [name, isJsonObject(value) ? flat(value) : value] as const);
  return Object.fromEntries(entries.filter(([name, value]) => name !== "items" || !isEmpty(value)));
}

/** zod documents the bounds of safe integers. */
function isBeyond(value: Json): boolean {
  return Math.abs(Number(value)) >= Number.MAX_SAFE_INTEGER;
}

function isEmpty(value: Json): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/** The schema of what either one accepts. Limits of numbers stay, as they concern no other type. */
export function either(one: JsonObject, other: JsonObject): JsonObject {
  if (JSON.stringify(one) === JSON.stringify(other)) return one;
  const types = [...new Set([one["type"], other["type"]].flat())].filter(
    (type) => type !== undefined,
  );
  const { enum: _values, ...rest } = { ...one, ...other };
  const [only] = types;
  return { ...rest, type: types.length === 1 ? (only ?? "string") : types };
}
