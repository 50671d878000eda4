/** Writes changes of fields into the schemas of bodies. Components are copied, because other operations may keep them. */
import type { Json, JsonObject } from "../../../base/values/json.ts";
import { isJsonObject, objectOrEmpty } from "../../../base/values/json.ts";
import type { Direction } from "../change-id.ts";
import { ownDirection } from "../change-id.ts";
import { listed } from "../compare-fields.ts";
import { changesAt } from "../edge/body-edits.ts";
import type { EdgeContext } from "../edge/edge-context.ts";
import { recordName } from "../edge/records.ts";
import type { Change } from "../findings.ts";
import type { Shape } from "../schema-shape.ts";
import type { FieldChange } from "./field-edits.ts";
import { isAddition, withFields } from "./field-edits.ts";
import type { Writing } from "./value-edits.ts";

/** The copies of components, and the changes that were written. */
export interface BodyWriting extends Writing {
  readonly context: EdgeContext;
  /** By name. */
  readonly copies: Map<string, JsonObject>;
  /** The names of copies by what they are copies of. */
  readonly names: Map<string, string>;
  /** The ids of the changes that were written. */
  readonly written: Set<string>;
}

/** The body of an operation, in a direction. */
export interface BodyPlace {
  readonly operation: string;
  readonly direction: Direction;
  /** The sandbox's schemas for it, which name the records. */
  readonly own: readonly JsonObject[];
}

interface Walk extends BodyWriting, Omit<BodyPlace, "own"> {
  readonly changes: ReadonlyMap<string, readonly Change[]>;
}

interface Position {
  readonly own: readonly JsonObject[];
  readonly subject: string;
  /** New fields, for the first part of a schema that has properties; null at the beginning of a schema. */
  readonly additions: Set<FieldChange> | null;
}

export function nextBodySchema(
  schema: JsonObject,
  { own, ...place }: BodyPlace,
  writing: BodyWriting,
): JsonObject {
  const { operation, direction } = place;
  const isSent = ({ kind }: Change): boolean => (ownDirection(kind) ?? direction) === direction;
  const changes = new Map(
    [...writing.context.fields(operation, direction)]
      .map(([subject, list]) => [subject, list.filter(isSent)] as const)
      .filter(([, list]) => list.length > 0),
  );
  if (changes.size === 0) return schema;
  return visit(schema, { own, subject: "", additions: null }, { ...writing, ...place, changes });
}

/** Copies a component once for each place that it has, so that circular ones have an end. */
function visit(value: Json, at: Position, walk: Walk): JsonObject {
  const { operation, direction, context, names, copies, schemas } = walk;
  const schema = objectOrEmpty(value);
  if (schema["$ref"] === undefined || at.additions !== null) return visitTarget(schema, at, walk);
  const identities = at.own.map((one) => context.places.own.identity(one));
  const key = JSON.stringify([operation, direction, schema["$ref"], identities, at.subject]);
  const known = names.get(key);
  if (known !== undefined) return { $ref: known };
  const name = `Next${names.size + 1}`;
  const $ref = `#/components/schemas/${name}`;
  names.set(key, $ref);
  copies.set(name, visitTarget(schemas.resolve(schema), at, walk));
  return { $ref };
}

function visitTarget(value: JsonObject, at: Position, walk: Walk): JsonObject {
  const { context, schemas, changes } = walk;
  const schema = schemas.resolve(value);
  const shapes = at.own.map(context.places.own.shape);
  const objects = shapes.filter(({ items }) => items === null);
  const record = recordName(context.places.subjects, at.subject, objects);
  const shape = schemas.shape(schema);
  const here = shape.items === null ? changesAt({ record }, changes) : [];
  const additions =
    at.additions ??
    new Set(here.filter(([{ kind }, name]) => isAddition(kind) && !shape.properties.has(name)));
  const place = { shapes, subject: at.subject, record, additions };
  const parts = Object.entries(schema).map(
    ([name, part]) => [name, visitPart(name, part, place, walk)] as const,
  );
  const rewritten = Object.fromEntries(parts);
  const isLast = at.additions === null && additions.size > 0 && !hasChoices(schema);
  if (schema["properties"] === undefined && !isLast) return rewritten;
  return withFields(rewritten, { here, additions, known: shape.properties }, walk);
}

interface PartPlace {
  readonly shapes: readonly Shape[];
  readonly subject: string;
  readonly record: string;
  readonly additions: Set<FieldChange>;
}

function visitPart(name: string, part: Json, place: PartPlace, walk: Walk): Json {
  const { shapes, subject, record, additions } = place;
  const own = shapes.map(({ schema }) => schema);
  if (name === "allOf" && Array.isArray(part)) {
    return part.map((one: Json) => visit(one, { own, subject, additions }, walk));
  }
  if ((name === "anyOf" || name === "oneOf") && Array.isArray(part)) {
    const alternative = () => ({ own, subject, additions: new Set(additions) });
    return part.map((one: Json) => visit(one, alternative(), walk));
  }
  const inside = (field: Json, inner: readonly JsonObject[], innerSubject: string): JsonObject =>
    visit(field, { own: inner, subject: innerSubject, additions: null }, walk);
  if (name === "properties" && isJsonObject(part)) {
    return Object.fromEntries(
      Object.entries(part).map(([field, one]) => {
        const inner = shapes.flatMap((shape) =>
          listed(shape.properties.get(field) ?? shape.others),
        );
        return [field, inside(one, inner, `${record}.${field}`)];
      }),
    );
  }
  if (name === "items" && isJsonObject(part)) {
    return inside(
      part,
      shapes.flatMap((shape) => listed(shape.items)),
      subject,
    );
  }
  if (name !== "additionalProperties" || !isJsonObject(part)) return part;
  return inside(
    part,
    shapes.flatMap((shape) => listed(shape.others)),
    record,
  );
}

function hasChoices({ anyOf, oneOf }: JsonObject): boolean {
  return anyOf !== undefined || oneOf !== undefined;
}
