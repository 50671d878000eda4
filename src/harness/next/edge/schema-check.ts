/** Validates values against the schemas of changes, which come from outside: compiling and matching have a time limit. */
import type { ValidateFunction } from "ajv";
import formats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";

import type { Json, JsonObject } from "../../../base/values/json.ts";
import { isJsonObject } from "../../../base/values/json.ts";
import { within } from "../../../base/values/time-limit.ts";

/** What a schema says about a value; `type` for another type. */
export type SchemaVerdict = "valid" | "type" | "value";

/** A schema that values can be validated against, or the reason why not. */
export type SchemaCheck =
  | { readonly kind: "usable"; readonly verdict: (value: Json) => SchemaVerdict }
  | { readonly kind: "unusable"; readonly reason: string };

const schemaBytesMax = 65_536;
const compileMs = 1_000;
const validateMs = 200;

const checks = new WeakMap<JsonObject, SchemaCheck>();

/** Compiles a schema of OpenAPI 3.0 or 3.1, once. A value that takes more than 200 ms is valid. */
export function schemaCheck(schema: JsonObject): SchemaCheck {
  const known = checks.get(schema) ?? compiled(schema);
  checks.set(schema, known);
  return known;
}

function compiled(schema: JsonObject): SchemaCheck {
  const { length } = JSON.stringify(schema);
  if (length > schemaBytesMax) {
    return { kind: "unusable", reason: `it has ${length} characters` };
  }
  const check = compiledWith(schema, true);
  return check.kind === "unusable" ? compiledWith(schema, false) : check;
}

/** Patterns such as `[\w\-]` are valid only without Unicode, and `\p{L}` only with it. */
function compiledWith(schema: JsonObject, unicodeRegExp: boolean): SchemaCheck {
  try {
    const options = { strict: false, logger: false } as const;
    const limits = { inlineRefs: false, code: { optimize: false } } as const;
    const ajv = new Ajv2020({
      ...options,
      ...limits,
      unicodeRegExp,
      meta: false,
      validateSchema: false,
    });
    formats.default(ajv);
    const [validate] = within(compileMs, () => ajv.compile(modern(schema)));
    if (validate === undefined) {
      return { kind: "unusable", reason: `compiling it takes more than ${compileMs} ms` };
    }
    return { kind: "usable", verdict: (value) => verdictOn(validate, value) };
  } catch (error) {
    return { kind: "unusable", reason: error instanceof Error ? error.message : String(error) };
  }
}

function verdictOn(validate: ValidateFunction, value: Json): SchemaVerdict {
  const [isValid = true] = within(validateMs, (): boolean => validate(value));
  if (isValid) return "valid";
  return validate.errors?.some(({ keyword }) => keyword === "type") === true ? "type" : "value";
}

/** OpenAPI 3.0 has `nullable`, and limits that are true or false. */
function modern(schema: JsonObject): JsonObject {
  const { nullable, minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  const inner = Object.fromEntries(
    Object.entries(rest).map(([name, part]) => [name, modernPart(part)]),
  );
  const bounds = [
    ["minimum", "exclusiveMinimum", minimum, exclusiveMinimum],
    ["maximum", "exclusiveMaximum", maximum, exclusiveMaximum],
  ] as const;
  const limits = bounds.flatMap(([name, exclusive, limit, other]) => [
    ...(limit === undefined ? [] : [[other === true ? exclusive : name, limit] as const]),
    ...(typeof other === "number" ? [[exclusive, other] as const] : []),
  ]);
  const written = { ...inner, ...Object.fromEntries(limits) };
  return nullable === true ? { anyOf: [written, { type: "null" }] } : written;
}

function modernPart(part: Json): Json {
  if (Array.isArray(part)) return part.map(modernPart);
  return isJsonObject(part) ? modern(part) : part;
}
