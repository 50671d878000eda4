/** Converts zod schemas to JSON Schema (draft 2020-12, as in OpenAPI 3.1) and collects the named ones. */
import * as z from "zod";

import type { Json, JsonObject } from "../../base/values/json.ts";
import { asJson, isJsonObject } from "../../base/values/json.ts";
import type { Assumptions } from "../../domain/rules/trace.ts";

/** Converts schemas for one document and collects the named ones for its components. */
export interface SchemaWriter {
  /**
   * The JSON Schema of what `schema` accepts ("input") or answers ("output"). A named schema becomes a component.
   * If its input differs from its output, it becomes two, and the input's name ends in `Input`.
   */
  readonly write: (schema: z.ZodType, io: "input" | "output") => JsonObject;
  /** The named schemas so far, sorted by name. */
  readonly components: () => JsonObject;
}

/**
 * Where a schema's `documentedAs` is a function, the document has what it returns for `assumptions`.
 */
export function newSchemaWriter(assumptions: Assumptions = {}): SchemaWriter {
  const draw = (schema: z.ZodType, io: "input" | "output") => drawSchema(schema, io, assumptions);
  const named = new Map<string, Json>();
  return {
    write(schema, io) {
      const made = draw(schema, io);
      const differing = io === "input" ? differingNames(made, draw(schema, "output")) : [];
      for (const [name, definition] of Object.entries(made.definitions)) {
        const own = differing.includes(name) ? `${name}Input` : name;
        const hoisted = hoist(definition, differing);
        refuseClash(own, named.get(own), hoisted);
        named.set(own, hoisted);
      }
      return requireObject(hoist(made.schema, differing));
    },
    components: () =>
      Object.fromEntries([...named].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}

interface DrawnSchema {
  readonly schema: JsonObject;
  /** The named schemas that it refers to. */
  readonly definitions: JsonObject;
}

function drawSchema(
  schema: z.ZodType,
  io: "input" | "output",
  assumptions: Assumptions,
): DrawnSchema {
  const others: Record<string, Json> = {};
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      // To zod, readonly means that a program cannot write the value. To OpenAPI, it means that a client cannot
      // send it.
      if (zodSchema instanceof z.ZodReadonly) delete jsonSchema.readOnly;
      const { documentedAs } = jsonSchema;
      const instead: unknown =
        typeof documentedAs === "function" ? documentedAs(assumptions) : documentedAs;
      if (!(instead instanceof z.ZodType)) return;
      const other = drawSchema(instead, io, assumptions);
      Object.assign(others, other.definitions);
      replace(jsonSchema, other.schema);
    },
  });
  const { $defs = {}, $schema: _draft, ...rest } = requireObject(simplified(asJson(made)));
  return { schema: rest, definitions: { ...others, ...requireObject($defs) } };
}

/** Replaces the schema of a check written in code with its `documentedAs`; its own description stays. */
function replace(jsonSchema: z.core.JSONSchema.BaseSchema, other: JsonObject): void {
  const { description } = jsonSchema;
  for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
  Object.assign(jsonSchema, other, description === undefined ? {} : { description });
}

/** The names of definitions that differ between the two, or that refer to a differing one. */
function differingNames(one: DrawnSchema, other: DrawnSchema): readonly string[] {
  const texts = Object.entries(one.definitions).map(([name, definition]) => ({
    name,
    text: JSON.stringify(definition),
    isSame: JSON.stringify(definition) === JSON.stringify(other.definitions[name]),
  }));
  const found = new Set(texts.filter(({ isSame }) => !isSame).map(({ name }) => name));
  for (let known = -1; known < found.size;) {
    known = found.size;
    for (const { name, text } of texts) {
      if ([...found].some((differing) => text.includes(reference(differing)))) found.add(name);
    }
  }
  return [...found];
}

/** Points references to the components of the document; differing names get the suffix `Input`. */
function hoist(value: Json, differing: readonly string[]): Json {
  let text = JSON.stringify(value);
  for (const name of differing) text = text.replaceAll(reference(name), reference(`${name}Input`));
  const hoisted: Json = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/'));
  return hoisted;
}

function reference(name: string): string {
  return `"$ref":"#/$defs/${name}"`;
}

/** Throws if two schemas share a name, or if a recursive schema has none: references would be wrong. */
function refuseClash(name: string, known: Json | undefined, definition: Json): void {
  if (name.startsWith("__")) throw new Error(`A recursive schema needs a name: ${name}.`);
  if (known === undefined || JSON.stringify(known) === JSON.stringify(definition)) return;
  throw new Error(`Two schemas are named ${name}.`);
}

function requireObject(value: Json): JsonObject {
  if (isJsonObject(value)) return value;
  throw new Error("A schema is not an object.");
}

/** A shorter schema that accepts the same values. */
function simplified(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => simplified(item));
  if (!isJsonObject(value)) return value;
  const parts = Object.entries(value).map(([key, part]): [string, Json] => [
    key,
    verbatim.has(key) ? part : isAnything(key, part) ? true : simplified(part),
  ]);
  return withTypes(Object.fromEntries(parts.filter(([key, part]) => !isIdle(key, part, value))));
}

/** Keywords whose values are data, not schemas. */
const verbatim: ReadonlySet<string> = new Set(["const", "default", "enum", "example", "examples"]);

/** Whether the schema allows any additional keys; `true` is clearer than an empty schema. */
function isAnything(key: string, part: Json): boolean {
  return key === "additionalProperties" && isJsonObject(part) && Object.keys(part).length === 0;
}

/**
 * Whether a keyword has no effect: bounds of safe integers, patterns that repeat a format, rules that hold for every
 * object. So is `items: false` of a tuple with a bounded length, and Swagger UI cannot draw it.
 */
function isIdle(key: string, part: Json, of: JsonObject): boolean {
  switch (key) {
    case "maximum":
      return part === Number.MAX_SAFE_INTEGER;
    case "minimum":
      return part === Number.MIN_SAFE_INTEGER;
    case "pattern":
      return typeof of["format"] === "string";
    case "propertyNames":
      return isJsonObject(part) && JSON.stringify(part) === '{"type":"string"}';
    case "properties":
      return isJsonObject(part) && Object.keys(part).length === 0 && of["type"] === "object";
    case "items":
      return part === false && lengthOf(of["prefixItems"]) === of["maxItems"];
    default:
      return false;
  }
}

function lengthOf(list: Json | undefined): number | undefined {
  return Array.isArray(list) ? list.length : undefined;
}

/**
 * Flattens nested alternatives. Writes those that say nothing but a type, and `string or null` with other keywords, as
 * one `type` with several names: generators of clients read that more widely than an `anyOf`.
 */
function withTypes(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const all = anyOf.filter(isJsonObject).flatMap(alternativesOf);
  const others = all.filter((one) => one["type"] !== "null");
  const [some = {}] = others;
  if (all.every(isPlainType) || (all.length === 2 && others.length === 1 && canBeNull(some))) {
    const isClash = all.some((one) => Object.keys(one).some((key) => key in rest));
    const type = all.flatMap((one) => one["type"] ?? []);
    return isClash ? schema : { ...Object.assign({}, ...all), type, ...rest };
  }
  return { ...schema, anyOf: all };
}

function alternativesOf(schema: JsonObject): readonly JsonObject[] {
  const { anyOf, ...rest } = schema;
  return Array.isArray(anyOf) && isEmpty(rest) ? anyOf.filter(isJsonObject) : [schema];
}

/** Whether a schema says nothing but the type: `additionalProperties: true` excludes nothing. */
function isPlainType({ type, additionalProperties = true, ...rest }: JsonObject): boolean {
  return type !== undefined && additionalProperties === true && isEmpty(rest);
}

/** Whether null can be one more type of a schema, because no other keyword excludes it. */
function canBeNull({ type, ...rest }: JsonObject): boolean {
  return typeof type === "string" && type !== "object" && !("const" in rest || "enum" in rest);
}

function isEmpty(object: JsonObject): boolean {
  return Object.keys(object).length === 0;
}
