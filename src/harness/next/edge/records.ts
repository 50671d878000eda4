/** Finds the records in a body by the sandbox's own schemas, under the names that changes have for them. */
import type { Json, JsonObject } from "../../../base/values/json.ts";
import { isJsonObject } from "../../../base/values/json.ts";
import { listed } from "../compare-fields.ts";
import type { NextInterface } from "../next-interface.ts";
import type { Schemas, Shape } from "../schema-shape.ts";

/** The position of an object in a body. */
export interface RecordPlace {
  /** Its record, such as `Lead`, or the field that it is, such as `Lead.phone`. */
  readonly record: string;
  readonly path: readonly string[];
  /** The names of its fields in today's schema. */
  readonly fields: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  /** Today's schema of a field, with its references followed; null for an unknown one. */
  readonly schemaOf: (name: string) => JsonObject | null;
  /** Whether it belongs to the last record of a list. */
  readonly isLastOfList: boolean;
}

/** Rewrites the objects of a body: `enter` before the objects inside, `leave` after them. */
export interface RecordVisitor {
  readonly enter?: (object: JsonObject, place: RecordPlace) => JsonObject;
  readonly leave: (object: JsonObject, place: RecordPlace) => JsonObject;
}

interface Position {
  readonly own: readonly JsonObject[];
  readonly subject: string;
  readonly path: readonly string[];
  /** Null outside lists. */
  readonly isLast: boolean | null;
}

/** Deeper parts of a body are left alone. */
const depthMax = 24;

/** The body with its records rewritten; the same value if none was. The last of `own` is the schema of the body. */
export function mapRecords(
  body: Json,
  own: readonly JsonObject[],
  { own: schemas, subjects }: NextInterface["places"],
  visitor: RecordVisitor,
): Json {
  const visit = (value: Json, position: Position): Json => {
    const shapes = position.own.map(schemas.shape);
    if (Array.isArray(value)) {
      const items = shapes.flatMap(({ items: schema }) => listed(schema));
      const inList = position.isLast ?? (position.path.length <= 1 ? true : null);
      const mapped = value.map((one: Json, index) =>
        visit(one, {
          ...position,
          own: items,
          path: [...position.path, String(index)],
          isLast: inList && index === value.length - 1,
        }),
      );
      return mapped.every((one, index) => one === value[index]) ? value : mapped;
    }
    if (!isJsonObject(value) || position.path.length > depthMax) return value;
    const record = recordName(
      subjects,
      position.subject,
      shapes.filter(({ items }) => items === null),
    );
    const place = placeIn(shapes.at(-1), record, position, schemas);
    const entered = visitor.enter?.(value, place) ?? value;
    const mapped = Object.entries(entered).map(([name, one]) => {
      const inner = shapes.flatMap((shape) => listed(shape.properties.get(name) ?? shape.others));
      const path = [...position.path, name];
      const subject = `${record}.${name}`;
      return [name, visit(one, { ...position, own: inner, subject, path })] as const;
    });
    const isSame = mapped.every(([name, one]) => one === entered[name]);
    return visitor.leave(isSame ? entered : Object.fromEntries(mapped), place);
  };
  return visit(body, { own, subject: "", path: [], isLast: null });
}

function placeIn(
  shape: Shape | undefined,
  record: string,
  { path, isLast }: Position,
  { resolve }: Schemas,
): RecordPlace {
  return {
    record,
    path,
    fields: new Set(shape?.properties.keys()),
    required: shape?.required ?? new Set<string>(),
    schemaOf(name) {
      const [schema] = listed(shape?.properties.get(name) ?? null);
      return schema === undefined ? null : resolve(schema);
    },
    isLastOfList: isLast === true,
  };
}

/** The component of a schema, the record that a present document calls it, or the field that it is. */
export function recordName(
  subjects: NextInterface["places"]["subjects"],
  subject: string,
  shapes: readonly { readonly component: string | null }[],
): string {
  const component = shapes.map((shape) => shape.component).find((name) => name !== null);
  if (component !== null && component !== undefined) return component;
  if (subject === "") return "Body";
  const prefix = `record-of:${subject}:`;
  const noted = [...subjects.keys()].find((key) => key.startsWith(prefix));
  return noted?.slice(prefix.length) ?? subject;
}
