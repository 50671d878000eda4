import { distance } from "fastest-levenshtein";

import type { ChangeId, ChangeKind } from "./change-id.ts";
import { ChangeIdError, isFieldKind, quotedShort } from "./change-id.ts";
import type { Comparison } from "./compare-documents.ts";
import { fieldNote, recordNote } from "./compare-fields.ts";
import type { ApiDocument } from "./openapi-document.ts";
import { pathForm } from "./pair-operations.ts";

/** What the present document has: its subjects and operations. */
export interface Known extends Pick<Comparison, "subjects" | "operations"> {
  readonly document: ApiDocument;
}

/**
 * The change with the subject's usual name: `LeadCreate` is the record `Lead`. Throws `ChangeIdError` for a subject or
 * an operation that the present document lacks, with the nearest.
 */
export function requireKnown(change: ChangeId, known: Known): ChangeId {
  const { operations } = known;
  for (const operation of change.operations) {
    if (!operations.includes(operation)) throw unknown("operation", operation, operations);
  }
  if (isFieldKind(change.kind)) return knownField(change, known);
  const subjects = subjectsByKind.get(change.kind)?.(known) ?? null;
  if (subjects === null || subjects.includes(change.subject)) return knownMethod(change, known);
  const alike = subjects.find(
    (one) => pathForm(one).toLowerCase() === pathForm(change.subject).toLowerCase(),
  );
  if (alike !== undefined) return knownMethod({ ...change, subject: alike }, known);
  throw unknown(`subject of ${change.kind}`, change.subject, subjects);
}

/** A change of a method, whose path has the old one; others as they are. */
function knownMethod(change: ChangeId, known: Known): ChangeId {
  const { kind, subject, from } = change;
  const names = operationNames(known);
  if (kind !== "method" || names.includes(`${from} ${subject}`)) return change;
  throw unknown("operation", `${from} ${subject}`, names);
}

const operationNames = ({ document }: Known): readonly string[] =>
  document.operations.map(({ method, path }) => `${method} ${path}`);
const parameterNames = (known: Known): readonly string[] =>
  noted(known, "parameter:").filter((name) => !name.endsWith(":optional"));

/** The subjects of each kind that is about something in the present document. */
const subjectsByKind: ReadonlyMap<ChangeKind, (known: Known) => readonly string[]> = new Map<
  ChangeKind,
  (known: Known) => readonly string[]
>([
  ["operation-removed", operationNames],
  ["moved", operationNames],
  ["method", ({ document }) => [...new Set(document.operations.map(({ path }) => path))]],
  ["base-path", ({ document }) => [document.basePath]],
  ["auth", ({ document }) => (document.keyPlace === null ? [] : [document.keyPlace])],
  ["parameter-removed", parameterNames],
  ["parameter-renamed", parameterNames],
  ["parameter-values", parameterNames],
  ["default", parameterNames],
  ["status", (known) => noted(known, "status:")],
  ["request-type", (known) => noted(known, "request-type:")],
  ["header-removed", (known) => noted(known, "header:")],
  ["deprecated", ({ operations }) => operations],
]);

function noted({ subjects }: Known, prefix: string): readonly string[] {
  return [...subjects.keys()]
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));
}

/** A field, by its record and the names below it: `Lead.phone.number` is a field of the record `Phone`. */
function knownField(change: ChangeId, known: Known): ChangeId {
  const { subjects } = known;
  const directions =
    change.direction === null ? (["request", "answer"] as const) : [change.direction];
  const [first = "", ...names] = change.subject.split(".");
  const alias = [...subjects.keys()].find((key) => key.startsWith(`alias:${first}:`));
  const record = alias?.slice(`alias:${first}:`.length) ?? first;
  const has = (field: string): boolean =>
    directions.some((direction) => subjects.has(fieldNote(direction, field)));
  const hasRecord = (name: string): boolean =>
    directions.some((direction) => subjects.has(recordNote(direction, name)));
  const isNew = ["field-added", "field-required", "field-optional"].includes(change.kind);
  let place = record;
  for (const [index, name] of names.entries()) {
    const field = `${place}.${name}`;
    const isLast = index === names.length - 1;
    if (!has(field) && !(isLast && isNew && hasRecord(place))) break;
    if (isLast) return { ...change, subject: field };
    const inner = [...subjects.keys()].find((key) => key.startsWith(`record-of:${field}:`));
    place = inner?.slice(`record-of:${field}:`.length) ?? field;
  }
  const fields = directions.flatMap((direction) => noted(known, fieldNote(direction, "")));
  throw unknown("field", change.subject, [...new Set(fields)]);
}

const listedMax = 12;

function unknown(what: string, name: string, known: readonly string[]): ChangeIdError {
  const near = known.toSorted((a, b) => distance(name, a) - distance(name, b));
  const [nearest] = near;
  const listed = near.slice(0, listedMax).join(", ");
  const rest = known.length > listedMax ? ` and ${known.length - listedMax} more` : "";
  return new ChangeIdError(
    nearest === undefined
      ? `Unknown ${what}: ${quotedShort(name)}. The present document has none.`
      : `Unknown ${what}: ${quotedShort(name)}. The nearest is ${nearest}. Known: ${listed}${rest}.`,
  );
}
