/** Pact matching rules for a body, from the schema of the answer: the contract is the shape, not the values. */
import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject, objectOrEmpty } from "../../base/values/json.ts";

/** A matching rule in Pact's format. */
type Rule = JsonObject & {
  readonly combine: "AND" | "OR";
  readonly matchers: readonly JsonObject[];
};

/** An example and the matching rules for other bodies. */
export interface MatchedBody {
  readonly example: Json;
  readonly rules: Readonly<Record<string, Rule>>;
}

/** Resolves the references of a schema. */
type Resolve = (schema: Json | undefined) => JsonObject;

/** The matching rules for `value` under `schema`, a JSON Schema in `document`. */
export function matchedBody(
  value: Json,
  schema: Json | undefined,
  document: JsonObject,
): MatchedBody {
  const rules: Record<string, Rule> = {};
  const example = walk({ value, schema, path: "$", rules, resolve: resolver(document) });
  return { example, rules };
}

interface Step {
  readonly value: Json;
  readonly schema: Json | undefined;
  readonly path: string;
  readonly rules: Record<string, Rule>;
  readonly resolve: Resolve;
}

function walk(step: Step): Json {
  const { value, path, rules, resolve } = step;
  const schema = resolve(step.schema);
  if (Array.isArray(value)) {
    const [first]: readonly Json[] = value;
    if (first === undefined) return [];
    rules[path] = both({ match: "type", min: 1 });
    return [walk({ ...step, value: first, schema: schema["items"], path: `${path}[*]` })];
  }
  if (isJsonObject(value)) {
    const properties = resolve(schema["properties"]);
    const isOneOfMany = path.includes("[*]");
    const schemaOf = (name: string) => properties[name] ?? schema["additionalProperties"];
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !isOneOfMany || isInEvery(name, schema, schemaOf(name)))
        .map(([name, item]) => [
          name,
          walk({ ...step, value: item, schema: schemaOf(name), path: path + segment(name) }),
        ]),
    );
  }
  rules[path] = leafRule(value, schema, path);
  return value;
}

/**
 * Whether every item of a list has this member and never as null. Pact's rules for list items must hold for all
 * of them.
 */
function isInEvery(name: string, { required = [] }: JsonObject, member: Json | undefined): boolean {
  if (!Array.isArray(required) || !required.includes(name)) return false;
  if (!isJsonObject(member ?? null)) return false;
  const { type = null, anyOf = [], properties, $ref: reference } = { ...objectOrEmpty(member) };
  if (Array.isArray(type) && type.includes("null")) return false;
  if (Array.isArray(anyOf) && anyOf.length > 0) return false;
  return type !== null ? type !== "object" || properties !== undefined : reference !== undefined;
}

function segment(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name}']`;
}

function leafRule(value: Json, schema: JsonObject, path: string): Rule {
  // An explicit rule: otherwise the rule of a list also applies to its members.
  if (path.endsWith(".code")) return both({ match: "equality" });
  if (path.endsWith(".resourceType") && !path.includes("[*]")) return both({ match: "equality" });
  if (value === null) return either({ match: "null" }, { match: "type" });
  if (typeof value === "boolean") return both({ match: "boolean" });
  if (typeof value === "number") {
    return both({ match: Number.isInteger(value) && isInteger(schema) ? "integer" : "number" });
  }
  const { enum: allowed, format } = schema;
  if (Array.isArray(allowed)) {
    return both({ match: "regex", regex: allowed.map((one) => literal(String(one))).join("|") });
  }
  if (format === "date-time") {
    return both({ match: "datetime", format: "yyyy-MM-dd'T'HH:mm:ss.SSSX" });
  }
  return both({ match: "type" });
}

function isInteger({ type = null }: JsonObject): boolean {
  return type === "integer";
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function both(...matchers: readonly JsonObject[]): Rule {
  return { combine: "AND", matchers };
}

function either(...matchers: readonly JsonObject[]): Rule {
  return { combine: "OR", matchers };
}

/** Follows references, and picks the first alternative that is not null. */
function resolver(document: JsonObject): Resolve {
  const resolve: Resolve = (schema) => {
    if (schema === undefined || !isJsonObject(schema)) return {};
    const { $ref: reference, anyOf } = schema;
    if (typeof reference === "string") return resolve(at(document, reference));
    if (Array.isArray(anyOf)) {
      const some = anyOf.find((one: Json) => isJsonObject(one) && one["type"] !== "null");
      return resolve(some);
    }
    return schema;
  };
  return resolve;
}

function at(document: JsonObject, reference: string): Json {
  let value: Json = document;
  for (const part of reference.replace(/^#\//, "").split("/")) {
    value = isJsonObject(value) ? (value[part] ?? null) : null;
  }
  return value;
}
