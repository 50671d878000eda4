/** Writes changes of the values of a field into its schema. */
import type { Json, JsonObject } from "../../../base/values/json.ts";
import { isJsonObject, parsedJson, textOrJson } from "../../../base/values/json.ts";
import type { ChangeKind } from "../change-id.ts";
import type { Change } from "../findings.ts";
import type { Schemas } from "../schema-shape.ts";

/** What writing needs to know of a document. */
export interface Writing {
  readonly schemas: Schemas;
  /** Whether null is a type, as from OpenAPI 3.1 on. */
  readonly hasNullType: boolean;
}

type Edit = (schema: JsonObject, change: Change, writing: Writing) => JsonObject | null;

/** The schema of a field under a change; undefined for another kind, null where the schema leaves no place for it. */
export function editedValue(
  schema: JsonObject,
  change: Change,
  writing: Writing,
): JsonObject | null | undefined {
  return edits.get(change.kind)?.(schema, change, writing);
}

const edits: ReadonlyMap<ChangeKind, Edit> = new Map<ChangeKind, Edit>([
  ["field-values", (_schema, change) => change.schema ?? null],
  [
    "type",
    (schema, change, writing) => inList(schema, change.from ?? "", writing, retyped(change)),
  ],
  ["format", (schema, change, writing) => inList(schema, "string", writing, reformatted(change))],
  [
    "absent-not-null",
    (schema, _change, { schemas }) =>
      schemas.shape(schema).isNullable ? withoutNull(schemas.inlined(schema)) : null,
  ],
  ["maybe-null", (schema, _change, writing) => withNull(schema, writing)],
  [
    "value-renamed",
    (schema, { from, to }, { schemas }) =>
      withValues(schemas.inlined(schema), (values) =>
        values.map((value) => (textOrJson(value) === from ? asListed(to ?? "", values) : value)),
      ),
  ],
  [
    "value-added",
    (schema, { to }, { schemas }) =>
      withValues(schemas.inlined(schema), (values) => [...values, asListed(to ?? "", values)]),
  ],
  ["field-restructured", (schema, _change, { schemas }) => asList(schema, schemas)],
]);

/** Edits the items of a list instead of the list, if only they have the type `from`. */
function inList(
  schema: JsonObject,
  from: string,
  writing: Writing,
  edit: (schema: JsonObject, writing: Writing) => JsonObject,
): JsonObject {
  const { types, items } = writing.schemas.shape(schema);
  const isOfItems = items !== null && types.includes("array") && !from.includes("array");
  if (isOfItems) return { ...writing.schemas.inlined(schema), items: edit(items, writing) };
  return edit(schema, writing);
}

function retyped({ to }: Change): (schema: JsonObject, writing: Writing) => JsonObject {
  const types = to === null || to === "any" ? [] : to.split("|");
  const [first] = types;
  const next: JsonObject =
    first === undefined
      ? {}
      : types.length === 1
        ? { type: first }
        : { anyOf: types.map((type) => ({ type })) };
  return keepingNull(() => next);
}

function reformatted({ to }: Change): (schema: JsonObject, writing: Writing) => JsonObject {
  const format = to ?? "";
  const isNumber = /milli|-?ms$|int64|unix|epoch|second/i.test(format);
  return keepingNull((schema, { schemas }) =>
    isNumber ? { type: "integer", format } : { ...withoutNull(schemas.inlined(schema)), format },
  );
}

function keepingNull(
  edit: (schema: JsonObject, writing: Writing) => JsonObject,
): (schema: JsonObject, writing: Writing) => JsonObject {
  return (schema, writing) => {
    const edited = edit(schema, writing);
    const isNullable = writing.schemas.shape(schema).isNullable && Object.keys(edited).length > 0;
    return isNullable ? withNull(edited, writing) : edited;
  };
}

function withNull(schema: JsonObject, { schemas, hasNullType }: Writing): JsonObject {
  return hasNullType
    ? { anyOf: [schema, { type: "null" }] }
    : { ...schemas.inlined(schema), nullable: true };
}

function withoutNull({ nullable: _nullable, ...schema }: JsonObject): JsonObject {
  const entries = Object.entries(schema).map(([name, part]): readonly [string, Json] => {
    if (!Array.isArray(part)) return [name, part];
    if (name === "type") {
      const types = part.filter((type) => type !== "null");
      return [name, types.length === 1 ? (types[0] ?? null) : types];
    }
    if (name === "enum") return [name, part.filter((value) => value !== null)];
    if (!choices.has(name)) return [name, part];
    const rest = part.filter((one) => !isJsonObject(one) || one["type"] !== "null");
    return [name, rest.map((one) => (isJsonObject(one) ? withoutNull(one) : one))];
  });
  return Object.fromEntries(entries);
}

const choices: ReadonlySet<string> = new Set(["anyOf", "oneOf", "allOf"]);
const valueNames: ReadonlySet<string> = new Set(["enum", "x-extensible-enum"]);

/** The schema with its lists of values edited; null if it has none. */
function withValues(
  schema: JsonObject,
  edit: (values: readonly Json[]) => readonly Json[],
): JsonObject | null {
  let isEdited = false;
  const visit = (part: Json): Json => {
    if (!isJsonObject(part)) return part;
    const entries = Object.entries(part).map(([name, inner]): readonly [string, Json] => {
      const values = name === "const" ? [inner] : Array.isArray(inner) ? inner : [];
      if ((name === "const" || valueNames.has(name)) && values.some((value) => value !== null)) {
        isEdited = true;
        return [name === "const" ? "enum" : name, [...new Set(edit(values))]];
      }
      if (choices.has(name)) return [name, values.map(visit)];
      return [name, name === "items" ? visit(inner) : inner];
    });
    return Object.fromEntries(entries);
  };
  const edited = visit(schema);
  return isEdited && isJsonObject(edited) ? edited : null;
}

/** A value in the type of the listed ones. */
function asListed(value: string, listed: readonly Json[]): Json {
  return listed.some((one) => typeof one === "string") ? value : (parsedJson(value) ?? value);
}

/** A map of lists as one list, whose items name the key. */
function asList(schema: JsonObject, schemas: Schemas): JsonObject | null {
  const { others } = schemas.shape(schema);
  if (others === null) return null;
  const item = schemas.shape(others).items ?? others;
  const { properties } = schemas.inlined(item);
  const own = isJsonObject(properties) ? properties : {};
  const named = { field: { type: "string" }, ...own };
  return { type: "array", items: { type: "object", properties: named } };
}
