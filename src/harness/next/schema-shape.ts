/**
 * One form for schemas of OpenAPI 3.0 and 3.1, so that documents with the same meaning compare as equal. References are
 * followed, `allOf` is merged, `anyOf` and `oneOf` become one list of types, and null is a flag.
 */
import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject, objectOrEmpty } from "../../base/values/json.ts";

/** What a schema allows, without texts and examples. */
export interface Shape {
  readonly schema: JsonObject;
  /** The name of its component; null for an inline schema. */
  readonly component: string | null;
  /** Sorted, without null; empty if any type is allowed. */
  readonly types: readonly string[];
  readonly isNullable: boolean;
  readonly format: string | null;
  /** Sorted, without null; null if values are not listed. */
  readonly values: readonly string[] | null;
  /** Limits such as `maxLength`, by name. */
  readonly limits: readonly string[];
  readonly properties: ReadonlyMap<string, JsonObject>;
  readonly required: ReadonlySet<string>;
  readonly items: JsonObject | null;
  /** The schema of properties without a name. */
  readonly others: JsonObject | null;
  readonly refusesOthers: boolean;
  /** Whether it says that other properties are allowed, instead of saying nothing about them. */
  readonly allowsOthers: boolean;
  readonly isReadOnly: boolean;
  readonly isWriteOnly: boolean;
  readonly default: Json | undefined;
  readonly renamedFrom: string | null;
}

export interface Schemas {
  readonly shape: (schema: JsonObject) => Shape;
  /** The object that a reference leads to, or `value` itself. References that lead nowhere or in a circle are empty. */
  readonly resolve: (value: Json | undefined) => JsonObject;
  /** The schema without references and texts, as a line of a list has it. */
  readonly inlined: (schema: JsonObject) => JsonObject;
  /** A number for what a schema allows: schemas of one `newInterning` that allow the same have the same. */
  readonly identity: (schema: JsonObject) => number;
}

/** Numbers texts, for the identities of several documents. */
export function newInterning(): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const number = known.get(text) ?? known.size;
    known.set(text, number);
    return number;
  };
}

const referencesMax = 100;
/** Schemas are compared to this depth, so that circular ones have an identity. */
const depthMax = 8;

export function newSchemas(document: JsonObject, intern: (text: string) => number): Schemas {
  const shapes = new WeakMap<JsonObject, Shape>();
  const identities = new WeakMap<JsonObject, Map<number, number>>();
  const resolve = (value: Json | undefined): JsonObject => followed(document, value).target;
  const shape = (schema: JsonObject): Shape => {
    const known = shapes.get(schema);
    if (known !== undefined) return known;
    const made = shapeOf(document, schema);
    shapes.set(schema, made);
    return made;
  };
  const identityAt = (schema: JsonObject, depth: number): number => {
    const known = identities.get(schema) ?? new Map<number, number>();
    identities.set(schema, known);
    const found = known.get(depth);
    if (found !== undefined) return found;
    const one = shape(schema);
    const inner = (inside: JsonObject | null): number | null =>
      inside === null || depth === 0 ? null : identityAt(inside, depth - 1);
    const named = Array.from(one.properties, ([name, property]) => [name, inner(property)]);
    const number = intern(
      JSON.stringify([
        [one.types, one.isNullable, one.format, one.values, one.limits],
        named.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
        [...one.required].toSorted(),
        [inner(one.items), inner(one.others), one.refusesOthers],
      ]),
    );
    known.set(depth, number);
    return number;
  };
  const inlined = (schema: JsonObject): JsonObject => inlinedSchema(schema, resolve, inlinedMax);
  return { shape, resolve, inlined, identity: (schema) => identityAt(schema, depthMax) };
}

/** Deeper parts of a schema in a list allow anything. */
const inlinedMax = 4;
const texts = new Set(["description", "title", "$ref", "examples", "externalDocs", "$comment"]);

function inlinedSchema(value: JsonObject, resolve: Schemas["resolve"], depth: number): JsonObject {
  const kept = Object.entries({ ...resolve(value), ...value }).filter(([name]) => !texts.has(name));
  const inside = (part: Json): Json => {
    if (Array.isArray(part)) return part.map(inside);
    if (!isJsonObject(part)) return part;
    return depth === 0 ? {} : inlinedSchema(part, resolve, depth - 1);
  };
  const named = (part: Json): Json =>
    Object.fromEntries(
      Object.entries(objectOrEmpty(part)).map(([name, one]) => [name, inside(one)]),
    );
  return Object.fromEntries(
    kept.map(([name, part]) => [name, name === "properties" ? named(part) : inside(part)]),
  );
}

function followed(
  document: JsonObject,
  value: Json | undefined,
): { readonly target: JsonObject; readonly component: string | null } {
  let target = objectOrEmpty(value);
  let component: string | null = null;
  for (let count = 0; typeof target["$ref"] === "string"; count += 1) {
    const reference = target["$ref"];
    if (count === referencesMax || !reference.startsWith("#/")) return { target: {}, component };
    const names = reference.slice(2).split("/").map(unescaped);
    component = names.at(-1) ?? null;
    let place: Json | undefined = document;
    for (const name of names) {
      place = Array.isArray(place)
        ? place[Number(name)]
        : isJsonObject(place) && Object.hasOwn(place, name)
          ? place[name]
          : undefined;
    }
    target = objectOrEmpty(place);
  }
  return { target, component };
}

function unescaped(name: string): string {
  const pointer = name.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}

/** The parts of a schema: one for each alternative, with `allOf` merged. */
function alternativesOf(document: JsonObject, schema: JsonObject): readonly JsonObject[] {
  const seen = new Set<JsonObject>();
  const merged = (value: Json, above: JsonObject): readonly JsonObject[] => {
    const { target } = followed(document, value);
    if (seen.size >= partsMax || seen.has(target)) return [above];
    seen.add(target);
    const { allOf, anyOf, oneOf, ...own } = target;
    const isReference = isJsonObject(value) && value["$ref"] !== undefined;
    // OpenAPI 3.1 allows keywords next to a reference.
    let parts: readonly JsonObject[] = [joined(joined(above, own), isReference ? value : {})];
    for (const part of listOf(allOf)) parts = parts.flatMap((one) => merged(part, one));
    for (const choices of [anyOf, oneOf]) {
      if (Array.isArray(choices) && choices.length > 0) {
        parts = parts.flatMap((one) => choices.flatMap((choice) => merged(choice, one)));
      }
    }
    seen.delete(target);
    return parts.slice(0, partsMax);
  };
  return merged(schema, {});
}

/** The most alternatives of one schema that are read. */
const partsMax = 64;

/** Both at once: properties and required names of both, else what `own` says. */
function joined(above: JsonObject, own: JsonObject): JsonObject {
  const properties = { ...objectOrEmpty(above["properties"]), ...objectOrEmpty(own["properties"]) };
  const required = [...listOf(above["required"]), ...listOf(own["required"])];
  return {
    ...above,
    ...own,
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
  };
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function shapeOf(document: JsonObject, schema: JsonObject): Shape {
  const parts = alternativesOf(document, schema);
  const solid = parts.filter((part) => !isNull(part));
  const { component } = followed(document, singleReference(schema));
  const objects = solid.filter((part) => part["properties"] !== undefined);
  const types = new Set(solid.flatMap(typesOf));
  const values = solid.map(valuesOf);
  const first = solid[0] ?? {};
  return {
    schema,
    component,
    types: solid.some((part) => typesOf(part).length === 0) ? [] : [...types].toSorted(),
    isNullable: parts.some(isNullable),
    format: solid.length === 1 && typeof first["format"] === "string" ? first["format"] : null,
    values:
      values.includes(null) || values.length === 0
        ? null
        : [...new Set(values.flatMap((list) => list ?? []))].toSorted(),
    limits: solid.length === 1 ? limitsOf(first) : solid.flatMap(limitsOf).toSorted(),
    properties: new Map(
      objects.flatMap((part) =>
        Object.entries(objectOrEmpty(part["properties"])).map(([name, property]) => [
          name,
          objectOrEmpty(property),
        ]),
      ),
    ),
    required: requiredIn(objects),
    items: solid.map((part) => part["items"]).find(isJsonObject) ?? null,
    others: solid.map((part) => part["additionalProperties"]).find(isJsonObject) ?? null,
    refusesOthers: solid.some((part) => part["additionalProperties"] === false),
    allowsOthers: solid.some(
      ({ additionalProperties: others }) => others === true || isJsonObject(others),
    ),
    isReadOnly: solid.some((part) => part["readOnly"] === true),
    isWriteOnly: solid.some((part) => part["writeOnly"] === true),
    default: solid.map((part) => part["default"]).find((value) => value !== undefined),
    renamedFrom: solid.map((part) => part["x-renamed-from"]).find(isText) ?? null,
  };
}

/** The one schema that is not null: `{ anyOf: [{ $ref }, { type: "null" }] }` has the name of its reference. */
function singleReference(schema: JsonObject): Json {
  if (schema["$ref"] !== undefined) return schema;
  const choices = [schema["anyOf"], schema["oneOf"], schema["allOf"]].flatMap(listOf);
  const named = choices.filter((part) => isJsonObject(part) && part["$ref"] !== undefined);
  return named.length === 1 && named[0] !== undefined ? named[0] : {};
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function requiredIn(objects: readonly JsonObject[]): ReadonlySet<string> {
  const [first, ...rest] = objects.map((part) => new Set(listOf(part["required"]).filter(isText)));
  return new Set([...(first ?? [])].filter((name) => rest.every((other) => other.has(name))));
}

function typesOf(part: JsonObject): readonly string[] {
  const { type } = part;
  const listed = (Array.isArray(type) ? type : [type]).filter(isText);
  if (listed.length > 0) return listed.filter((one) => one !== "null");
  if (part["properties"] !== undefined) return ["object"];
  if (part["items"] !== undefined) return ["array"];
  const values = listOf(part["enum"] ?? constant(part)).filter((value) => value !== null);
  return [...new Set(values.map((value) => typeof value))];
}

function constant(part: JsonObject): Json | undefined {
  return part["const"] === undefined ? undefined : [part["const"]];
}

function valuesOf(part: JsonObject): readonly string[] | null {
  const values = part["enum"] ?? constant(part) ?? part["x-extensible-enum"];
  return Array.isArray(values)
    ? values
        .filter((value) => value !== null)
        .map((value) => (isText(value) ? value : JSON.stringify(value)))
    : null;
}

function isNull(part: JsonObject): boolean {
  const { type } = part;
  const values = part["enum"] ?? constant(part);
  return (
    type === "null" ||
    (Array.isArray(type) && type.length > 0 && type.every((one) => one === "null")) ||
    (Array.isArray(values) && values.length > 0 && values.every((value) => value === null))
  );
}

function isNullable(part: JsonObject): boolean {
  return isNull(part) || part["nullable"] === true || listOf(part["type"]).includes("null");
}

const limitNames = [
  ..."minLength maxLength pattern multipleOf minItems maxItems uniqueItems".split(" "),
  ..."minProperties maxProperties".split(" "),
];

/** The limits of one alternative; `exclusiveMinimum: true` of OpenAPI 3.0 is written as in 3.1. */
function limitsOf(part: JsonObject): readonly string[] {
  const found = limitNames.flatMap((name) =>
    part[name] === undefined ? [] : [`${name} ${JSON.stringify(part[name])}`],
  );
  for (const [name, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    const [limit, other] = [part[name], part[exclusive]];
    if (limit !== undefined)
      found.push(`${other === true ? exclusive : name} ${JSON.stringify(limit)}`);
    if (typeof other === "number") found.push(`${exclusive} ${other}`);
  }
  return found;
}
