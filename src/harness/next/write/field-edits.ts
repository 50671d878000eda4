/** Writes changes of fields into the schema of an object. */
import type { Json, JsonObject } from "../../../base/values/json.ts";
import { objectOrEmpty } from "../../../base/values/json.ts";
import type { ChangeKind, Direction } from "../change-id.ts";
import { requires } from "../edge/body-edits.ts";
import type { EdgeContext } from "../edge/edge-context.ts";
import type { Change } from "../findings.ts";
import type { Writing } from "./value-edits.ts";
import { editedValue } from "./value-edits.ts";

export type FieldChange = readonly [Change, string];

export interface ObjectChanges {
  readonly here: readonly FieldChange[];
  /** New fields that are not written yet. */
  readonly additions: Set<FieldChange>;
  readonly known: ReadonlyMap<string, JsonObject>;
}

interface FieldWriting extends Writing {
  readonly operation: string;
  readonly direction: Direction;
  readonly context: EdgeContext;
  readonly written: Set<string>;
}

/** Whether a change adds the field if it is new. */
export function isAddition(kind: ChangeKind): boolean {
  return kind === "field-added" || kind === "field-required" || kind === "field-optional";
}

/** The schema of an object, or of a part of one, with changed fields. `additions` are written and taken out. */
export function withFields(
  schema: JsonObject,
  { here, additions, known }: ObjectChanges,
  writing: FieldWriting,
): JsonObject {
  const properties = new Map(Object.entries(objectOrEmpty(schema["properties"])));
  const { required: listed } = schema;
  const required = new Set(Array.isArray(listed) ? listed.map(String) : []);
  const fields = { properties, required };
  for (const [change, name] of additions) {
    if (change.kind === "field-required" && !requires(change, name, known, writing)) continue;
    properties.set(name, { ...change.schema });
    writing.written.add(change.id);
  }
  for (const change of here) {
    const field = properties.get(change[1]);
    if (field === undefined) continue;
    if (editedValueOf(change, fields, known, writing)) writing.written.add(change[0].id);
  }
  // Names last, because the other changes know the field by its present one.
  for (const [change, name] of here) {
    if (properties.has(name) && writesName(change, name, fields)) writing.written.add(change.id);
  }
  additions.clear();
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    ...(required.size === 0 && listed === undefined ? {} : { required: [...required] }),
  };
}

interface Fields {
  readonly properties: Map<string, Json>;
  readonly required: Set<string>;
}

function editedValueOf(
  [change, name]: FieldChange,
  { properties, required }: Fields,
  known: ObjectChanges["known"],
  writing: FieldWriting,
): boolean {
  const { kind } = change;
  if (kind === "field-required") {
    const isMeant = requires(change, name, known, writing);
    if (isMeant) required.add(name);
    return isMeant;
  }
  if (kind === "field-optional" || kind === "maybe-absent") required.delete(name);
  if (isAddition(kind) || kind === "maybe-absent") return true;
  // The schema as the document has it, which references can be followed in.
  const edited = editedValue(known.get(name) ?? {}, change, writing);
  if (edited === undefined || edited === null) return false;
  properties.set(name, edited);
  if (kind === "absent-not-null") required.delete(name);
  return true;
}

/** Whether the change removes or renames the field. */
function writesName({ kind, to }: Change, name: string, { properties, required }: Fields): boolean {
  if (!["field-removed", "field-renamed", "field-restructured"].includes(kind)) return false;
  const field = properties.get(name);
  const wasRequired = required.delete(name);
  properties.delete(name);
  if (to === null || field === undefined) return true;
  properties.set(to, field);
  if (wasRequired) required.add(to);
  return true;
}
