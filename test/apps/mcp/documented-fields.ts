import document from "../../../contracts/openapi/control-api.json" with { type: "json" };
import { isJsonObject } from "../../../src/base/values/json.ts";
import type { JsonObject } from "../../../src/base/values/json.ts";

interface Documented {
  readonly schema: JsonObject;
  readonly isRequired: boolean;
}

/** The parameters in braces, and the fields of the body by their path, as the control document has them. */
export function documentedFields(operationId: string): ReadonlyMap<string, Documented> {
  const found = new Map<string, Documented>();
  for (const [path, item] of Object.entries(document.paths)) {
    const operation: unknown = Object.values(item).find(
      (one: unknown) => isJsonObject(one) && one["operationId"] === operationId,
    );
    if (!isJsonObject(operation)) continue;
    for (const [name] of path.matchAll(/\{\w+\}/g)) {
      found.set(name, { schema: { type: "string" }, isRequired: true });
    }
    const body: unknown = Object(operation["requestBody"]).content?.["application/json"]?.schema;
    addFields(found, body, "");
  }
  return found;
}

function addFields(found: Map<string, Documented>, schema: unknown, prefix: string): void {
  if (!isJsonObject(schema)) return;
  const { properties, required } = schema;
  for (const [name, property] of Object.entries(isJsonObject(properties) ? properties : {})) {
    if (!isJsonObject(property)) continue;
    const isRequired = Array.isArray(required) && required.includes(name);
    found.set(prefix + name, { schema: merged(property), isRequired });
    addFields(found, property, `${prefix}${name}.`);
  }
}

/** The types of all alternatives, as a flat list of fields has them. */
function merged(schema: JsonObject): JsonObject {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const all = anyOf.filter(isJsonObject);
  return { ...Object.assign({}, ...all), type: all.map(({ type }) => type ?? null) };
}
