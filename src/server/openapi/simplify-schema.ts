/** Simplifies JSON Schema: removes keywords without effect, so that documents are readable. */
import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject } from "../../base/values/json.ts";

/** A shorter schema that accepts the same values. */
export function simplified(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => simplified(item));
  if (!isJsonObject(value)) return value;
  const parts = Object.entries(value).map(([key, part]): [string, Json] => [
    key,
    verbatim.has(key) ? part : isAnything(key, part) ? true : simplified(part),
  ]);
  return nullable(Object.fromEntries(parts.filter(([key, part]) => !isIdle(key, part, value))));
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
 * Writes `string or null` as one `type` with two names, if that is equivalent to two alternatives. Flattens
 * nested alternatives.
 */
function nullable(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [some, none]: Json[] = anyOf;
  if (!isJsonObject(some) || JSON.stringify(none) !== '{"type":"null"}') return schema;
  const alternatives = some["anyOf"];
  if (Array.isArray(alternatives) && Object.keys(some).length === 1) {
    return { ...rest, anyOf: [...alternatives, none] };
  }
  const { type } = some;
  if (typeof type !== "string" || type === "object") return schema;
  if ("const" in some || "enum" in some || Object.keys(some).some((key) => key in rest)) {
    return schema;
  }
  return { ...some, type: [type, "null"], ...rest };
}
