/** Compares what two documents say about the bodies of one operation, field by field. */
import type { JsonObject } from "../../base/values/json.ts";
import type { Direction } from "./change-id.ts";
import type { Findings } from "./findings.ts";
import { closedNote } from "./findings.ts";
import { renamedPairs } from "./renamed-pairs.ts";
import type { Schemas, Shape } from "./schema-shape.ts";

/** The body of one operation, in one direction. */
export interface BodyContext {
  readonly operation: string;
  readonly direction: Direction;
  readonly findings: Findings;
  /** The schemas of the sandbox's own document, and of both documents. */
  readonly schemas: { readonly own: Schemas; readonly from: Schemas; readonly next: Schemas };
}

/** One place in both documents. `own` are the sandbox's schemas for it, which name the record. */
export interface Place {
  readonly own: readonly JsonObject[];
  readonly from: JsonObject;
  readonly next: JsonObject;
  /** The record or field; empty at the top. */
  readonly subject: string;
}

/** Deeper fields are not read: what the interface sends is far from it. */
const depthMax = 24;

export function compareBodies(place: Place, context: BodyContext): void {
  const seen = new Set<string>();
  const { from, next } = context.schemas;
  const visit = (at: Place, depth: number): void => {
    const record = recordName(at, context);
    const subject = record ?? at.subject;
    if (record !== null && at.subject !== "") {
      context.findings.note(context.operation, `record-of:${at.subject}:${record}`);
    }
    const key = JSON.stringify([from.identity(at.from), next.identity(at.next), subject]);
    if (seen.has(key) || depth > depthMax) return;
    seen.add(key);
    const [ours, theirs] = [from.shape(at.from), next.shape(at.next)];
    context.findings.note(context.operation, recordNote(context.direction, subject));
    if (theirs.refusesOthers || theirs.allowsOthers) {
      const note = othersNote(context.direction, subject, theirs.refusesOthers);
      context.findings.note(context.operation, note);
    }
    if (ours.component !== null && record !== null) {
      context.findings.note(context.operation, `alias:${ours.component}:${record}`);
    }
    // What has another type was noted as such.
    if (theirs.properties.size === 0 && !theirs.types.includes("object")) {
      if (ours.types.includes("object")) return;
    }
    for (const inner of comparedObject({ ...at, subject }, ours, theirs, context))
      visit(inner, depth + 1);
    const [items, nextItems] = [ours.items ?? ours.others, theirs.items ?? theirs.others];
    if (items !== null && nextItems !== null) {
      compareValues({ subject, from: from.shape(items), next: next.shape(nextItems) }, context);
      const own = at.own.flatMap((schema) => {
        const shape = context.schemas.own.shape(schema);
        return listed(shape.items ?? shape.others);
      });
      visit({ own, from: items, next: nextItems, subject }, depth + 1);
    }
  };
  visit(place, 0);
}

/** A schema as a list, empty without one. */
export function listed(schema: JsonObject | null | undefined): readonly JsonObject[] {
  return schema === null || schema === undefined ? [] : [schema];
}

/** The name under which operations that have a record are noted. */
export function recordNote(direction: Direction, record: string): string {
  return `record:${direction}:${record}`;
}

/** The name under which operations that have a field are noted. */
export function fieldNote(direction: Direction, field: string): string {
  return `field:${direction}:${field}`;
}

/** The name under which operations are noted whose next document refuses, or allows, unknown fields of a record. */
export function othersNote(direction: Direction, record: string, isRefused: boolean): string {
  return `others-${isRefused ? "refused" : "allowed"}:${direction}:${record}`;
}

function recordName({ own, from, subject }: Place, { schemas }: BodyContext): string | null {
  const names = own
    .map((schema) => schemas.own.shape(schema))
    .filter(({ items }) => items === null);
  const name = names.map(({ component }) => component).find((one) => one !== null);
  const shape = schemas.from.shape(from);
  return (
    name ?? (shape.items === null ? shape.component : null) ?? (subject === "" ? "Body" : null)
  );
}

/** Compares the properties of an object; returns those that both have, to be compared in turn. */
function comparedObject(
  at: Place,
  ours: Shape,
  theirs: Shape,
  context: BodyContext,
): readonly Place[] {
  const { direction, operation, findings, schemas } = context;
  const [before, after] = [
    fieldsOf(ours, schemas.from, direction),
    fieldsOf(theirs, schemas.next, direction),
  ];
  const gone = new Map([...before].filter(([name]) => !after.has(name)));
  const fresh = new Map([...after].filter(([name]) => !before.has(name)));
  const renamed = renamedPairs(gone, fresh, {
    identities: [schemas.from.identity, schemas.next.identity],
    renamedFrom: (_name, schema) => schemas.next.shape(schema).renamedFrom,
  });
  const restructured = restructuredPair(gone, fresh, renamed, context);
  const note = (name: string): string => fieldNote(direction, `${at.subject}.${name}`);
  for (const name of before.keys()) findings.note(operation, note(name));
  const places: Place[] = [];
  for (const [name, schema] of before) {
    const subject = `${at.subject}.${name}`;
    const difference = { subject, direction, among: note(name) };
    const nextName = renamed.get(name) ?? name;
    const nextSchema = after.get(nextName);
    if (restructured !== null && restructured.from === name) {
      findings.add(operation, { ...difference, kind: "field-restructured", to: restructured.to });
    } else if (nextSchema === undefined) {
      findings.add(operation, { ...difference, kind: "field-removed" });
    } else {
      if (nextName !== name) {
        findings.add(operation, { ...difference, kind: "field-renamed", to: nextName });
      }
      const isRequired = [ours.required.has(name), theirs.required.has(nextName)] as const;
      const own = at.own.flatMap((one) => listed(schemas.own.shape(one).properties.get(name)));
      const place = { own, from: schema, next: nextSchema, subject };
      compareField(place, isRequired, context);
      places.push(place);
    }
  }
  const known = new Set([...renamed.values(), restructured?.to]);
  for (const [name, schema] of fresh) {
    if (!known.has(name))
      addField(`${at.subject}.${name}`, schema, theirs.required.has(name), at.subject, context);
  }
  return places;
}

function compareField(
  { subject, from, next }: Place,
  isRequired: readonly [boolean, boolean],
  context: BodyContext,
): void {
  const { schemas } = context;
  const pair = { subject, from: schemas.from.shape(from), next: schemas.next.shape(next) };
  comparePresence(pair, isRequired, context);
  compareValues(pair, context);
}

/** The properties that are sent in a direction. */
function fieldsOf(
  shape: Shape,
  schemas: Schemas,
  direction: Direction,
): ReadonlyMap<string, JsonObject> {
  return new Map(
    [...shape.properties].filter(([, schema]) => {
      const { isReadOnly, isWriteOnly } = schemas.shape(schema);
      return direction === "request" ? !isReadOnly : !isWriteOnly;
    }),
  );
}

/** A map of lists that became a list. */
function restructuredPair(
  gone: ReadonlyMap<string, JsonObject>,
  fresh: ReadonlyMap<string, JsonObject>,
  renamed: ReadonlyMap<string, string>,
  { direction, schemas }: BodyContext,
): { readonly from: string; readonly to: string } | null {
  const maps = [...gone].filter(([name, schema]) => {
    const { others } = schemas.from.shape(schema);
    return (
      !renamed.has(name) && others !== null && schemas.from.shape(others).types.join("") === "array"
    );
  });
  const lists = [...fresh].filter(
    ([, schema]) => schemas.next.shape(schema).types.join("") === "array",
  );
  const [[from] = [], [to] = []] = [maps[0], lists[0]];
  const isOnly = maps.length === 1 && lists.length === 1 && direction === "answer";
  return isOnly && from !== undefined && to !== undefined ? { from, to } : null;
}

function addField(
  subject: string,
  schema: JsonObject,
  isRequired: boolean,
  record: string,
  { direction, operation, findings, schemas }: BodyContext,
): void {
  const among = recordNote(direction, record);
  if (direction === "answer") {
    const inlined = schemas.next.inlined(schema);
    return findings.add(operation, {
      kind: "field-added",
      subject,
      direction,
      schema: inlined,
      among,
    });
  }
  findings.note(operation, fieldNote(direction, subject));
  findings.add(operation, {
    kind: isRequired ? "field-required" : "field-optional",
    subject,
    direction,
    among: fieldNote(direction, subject),
  });
}

interface FieldPair {
  readonly subject: string;
  readonly from: Shape;
  readonly next: Shape;
}

function comparePresence(
  { subject, from, next }: FieldPair,
  [was, is]: readonly [boolean, boolean],
  { direction, operation, findings }: BodyContext,
): void {
  const difference = { subject, direction, among: fieldNote(direction, subject) };
  if (direction === "request") {
    // Where it is required already, the change says nothing new.
    const among = `${was ? "required" : "optional"}:${subject}`;
    findings.note(operation, among);
    if (was === is) return;
    findings.add(operation, {
      ...difference,
      kind: is ? "field-required" : "field-optional",
      among,
    });
  } else if (from.isNullable && !next.isNullable && !is) {
    findings.add(operation, { ...difference, kind: "absent-not-null" });
  } else if (was && !is) {
    findings.add(operation, { ...difference, kind: "maybe-absent" });
  }
}

function compareValues({ subject, from, next }: FieldPair, context: BodyContext): void {
  const { direction, operation, findings, schemas } = context;
  const difference = { subject, direction, among: fieldNote(direction, subject) };
  const [before, after] = [typeText(from), typeText(next)];
  const isMoment =
    from.format === "date-time" && next.format !== null && next.format !== from.format;
  if (isMoment || (before === after && bothFormats(from, next))) {
    const [one, other] = [from.format ?? "", next.format ?? ""];
    return findings.add(operation, { ...difference, kind: "format", from: one, to: other });
  }
  if (before !== after) {
    return findings.add(operation, { ...difference, kind: "type", from: before, to: after });
  }
  if (direction === "answer" && !from.isNullable && next.isNullable) {
    findings.add(operation, { ...difference, kind: "maybe-null" });
  }
  const { gone, fresh } = listedValues(from, next);
  if (from.values !== null) findings.note(operation, closedNote(direction, subject));
  const [old = "", value = ""] = [gone[0], fresh[0]];
  const isRenamed = gone.length === 1 && fresh.length === 1;
  if (isRenamed)
    findings.add(operation, { ...difference, kind: "value-renamed", from: old, to: value });
  else for (const to of fresh) findings.add(operation, { ...difference, kind: "value-added", to });
  const takesOthers =
    from.limits.join() !== next.limits.join() ||
    (from.isNullable && !next.isNullable) ||
    from.format !== next.format ||
    (from.values === null) !== (next.values === null) ||
    (!isRenamed && gone.length > 0);
  if (direction === "request" && takesOthers) {
    findings.add(operation, {
      ...difference,
      kind: "field-values",
      schema: schemas.next.inlined(next.schema),
    });
  }
}

function typeText({ types }: Shape): string {
  return types.length === 0 ? "any" : types.join("|");
}

function bothFormats(from: Shape, next: Shape): boolean {
  return from.format !== null && next.format !== null && from.format !== next.format;
}

function listedValues(
  from: Shape,
  next: Shape,
): { readonly gone: readonly string[]; readonly fresh: readonly string[] } {
  if (from.values === null || next.values === null) return { gone: [], fresh: [] };
  const [before, after] = [from.values, next.values];
  return {
    gone: before.filter((value) => !after.includes(value)),
    fresh: after.filter((value) => !before.includes(value)),
  };
}
