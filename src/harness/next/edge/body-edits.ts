/** Carries out changes of the fields of a request. */
import type { Json, JsonObject } from "../../../base/values/json.ts";
import { parsedJson } from "../../../base/values/json.ts";
import type { ChangeKind } from "../change-id.ts";
import { recordSchema } from "../compare-documents.ts";
import type { Change } from "../findings.ts";
import { asDateTime, convertedType, eachValue, exampleOf, isOfType } from "./convert.ts";
import type { EdgeContext, EdgeRequest, Notes, Problem } from "./edge-context.ts";
import type { RecordPlace } from "./records.ts";
import { mapRecords } from "./records.ts";
import { schemaCheck } from "./schema-check.ts";

/** The request with the fields of the present interface. Bodies other than JSON stay as they are. */
export function bodyInTodaysForm(
  sent: EdgeRequest,
  context: EdgeContext,
  notes: Notes,
): EdgeRequest {
  const { operation } = sent;
  const known = context.place(operation);
  if (operation === null || known === null || sent.body === null) return sent;
  const changes = context.fields(operation, "request");
  const body = changes.size === 0 ? undefined : parsedJson(sent.body);
  if (body === undefined) return sent;
  const own = [recordSchema(known.own, { schemas: context.places.own }), known.own.request?.schema];
  const schemas = own.filter((schema) => schema !== undefined && schema !== null);
  const of = { changes, context, notes, operation };
  const mapped = mapRecords(body, schemas, context.places, {
    enter: (object, place) => restoredNames(object, place, of),
    leave: (object, place) => restoredValues(object, place, of),
  });
  if (mapped === body) return sent;
  const headers = new Map(sent.headers);
  headers.delete("content-length");
  return { ...sent, headers, body: JSON.stringify(mapped) };
}

interface RequestEdits {
  readonly changes: ReadonlyMap<string, readonly Change[]>;
  readonly context: EdgeContext;
  readonly notes: Notes;
  readonly operation: string;
}

/** Refuses what the next interface lacks or requires, and puts new names back. */
function restoredNames(object: JsonObject, place: RecordPlace, edits: RequestEdits): JsonObject {
  const fields = new Map(Object.entries(object));
  let isSame = true;
  for (const [change, name] of changesAt(place, edits.changes)) {
    if (change.kind === "field-removed" || change.kind === "field-renamed") {
      isSame = !restoreName(fields, name, change, place, edits) && isSame;
    } else if (change.kind === "field-required" && requires(change, name, place.fields, edits)) {
      if (!fields.has(name)) refuse(edits, change, place, name, "REQUIRED");
      else if (!place.fields.has(name)) isSame = !fields.delete(name) && isSame;
    }
  }
  return isSame ? object : Object.fromEntries(fields);
}

/** A field that is new, and required without an operation, is required where records are made. */
export function requires(
  { operations }: Change,
  name: string,
  fields: Pick<ReadonlySet<string>, "has">,
  { context, operation }: Pick<RequestEdits, "context" | "operation">,
): boolean {
  const isUpdate = context.place(operation)?.own.method === "PATCH";
  return operations.length > 0 || fields.has(name) || !isUpdate;
}

/** Whether the fields were changed. */
function restoreName(
  fields: Map<string, Json>,
  name: string,
  change: Change,
  place: RecordPlace,
  edits: RequestEdits,
): boolean {
  const { context, notes, operation } = edits;
  const { to } = change;
  const next = to === null ? undefined : fields.get(to);
  const isKnown = fields.has(name);
  if (isKnown) {
    notes.met.add(change.id);
    fields.delete(name);
    if (context.refusesOthers(operation, place.record)) {
      refuse(edits, change, place, name, "UNSUPPORTED");
    }
  }
  if (to !== null && next !== undefined) {
    notes.met.add(change.id);
    fields.delete(to);
    fields.set(name, next);
  } else if (to !== null && place.required.has(name)) {
    refuse(edits, change, place, to, "REQUIRED");
  } else if (place.required.has(name)) {
    // What the next interface lacks cannot be required.
    notes.met.add(change.id);
    fields.set(name, exampleOf({ schema: place.schemaOf(name) ?? {} }));
    return true;
  }
  return isKnown || next !== undefined;
}

/** Refuses values that the next interface refuses, and puts the others back. */
function restoredValues(object: JsonObject, place: RecordPlace, edits: RequestEdits): JsonObject {
  const fields = new Map(Object.entries(object));
  let isSame = true;
  for (const [change, name] of changesAt(place, edits.changes)) {
    const value = fields.get(name);
    if (value === undefined) continue;
    const restored = restoring.get(change.kind)?.(value, change) ?? null;
    if (typeof restored === "string") refuse(edits, change, place, name, restored);
    else if (restored !== null) {
      edits.notes.met.add(change.id);
      fields.set(name, restored.value);
      isSame = false;
    }
  }
  return isSame ? object : Object.fromEntries(fields);
}

/** The value in today's form, the code that refuses it, or null where nothing changes. */
type Restored = { readonly value: Json } | Problem["code"] | null;

const restoring: ReadonlyMap<ChangeKind, (value: Json, change: Change) => Restored> = new Map<
  ChangeKind,
  (value: Json, change: Change) => Restored
>([
  ["field-values", allowedValue],
  ["type", typedValue],
  ["format", formattedValue],
  ["value-renamed", namedValue],
]);

function allowedValue(value: Json, { schema }: Change): Restored {
  const check = schema === undefined ? null : schemaCheck(schema);
  const verdict = check?.kind === "usable" ? check.verdict(value) : "valid";
  if (verdict === "valid") return null;
  return verdict === "type" ? "INCORRECT_TYPE" : "INVALID";
}

function typedValue(value: Json, { from, to }: Change): Restored {
  const isNext = to === "any" || (to ?? "").split("|").some((type) => isOfType(value, type));
  if (value === null) return null;
  if (!isNext) return "INCORRECT_TYPE";
  const today = backToType(value, from ?? "");
  return JSON.stringify(today) === JSON.stringify(value) ? null : { value: today };
}

function formattedValue(value: Json, { from, to }: Change): Restored {
  if (from !== "date-time" || value === null) return null;
  const today = asDateTime(value, to ?? "");
  if (today === undefined) return typeof value === "string" ? "INVALID" : "INCORRECT_TYPE";
  return today === value ? null : { value: today };
}

function namedValue(value: Json, { from, to }: Change): Restored {
  const values: readonly Json[] = Array.isArray(value) ? value : [value];
  if (values.includes(from)) return "INVALID";
  if (!values.includes(to)) return null;
  return { value: eachValue(value, (one) => (one === to ? from : one)) };
}

/** A list becomes its first value again. */
function backToType(value: Json, from: string): Json {
  const [first = null] = Array.isArray(value) && !from.includes("array") ? value : [value];
  return convertedType(first, from, undefined);
}

/** The changes of the fields of an object, with the names of the fields. */
export function changesAt(
  { record }: Pick<RecordPlace, "record">,
  changes: ReadonlyMap<string, readonly Change[]>,
): readonly (readonly [Change, string])[] {
  const prefix = `${record}.`;
  return [...changes].flatMap(([subject, list]) => {
    const name = subject.slice(prefix.length);
    if (!subject.startsWith(prefix) || name.includes(".")) return [];
    return list.map((change) => [change, name] as const);
  });
}

function refuse(
  { notes }: RequestEdits,
  { id }: Change,
  { path }: RecordPlace,
  name: string,
  code: Problem["code"],
): void {
  notes.met.add(id);
  notes.problems.push({ field: [...path, name].join("."), code });
}
