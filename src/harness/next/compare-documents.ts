/** Finds the changes between two documents, each once, however many operations and schemas it shows in. */
import type { JsonObject } from "../../base/values/json.ts";
import { changeIdText, quotedShort } from "./change-id.ts";
import { compareAnswers } from "./compare-answers.ts";
import { compareBodies } from "./compare-fields.ts";
import { compareParameters } from "./compare-parameters.ts";
import type { Change, Findings } from "./findings.ts";
import { newFindings } from "./findings.ts";
import type { ApiDocument, ApiOperation } from "./openapi-document.ts";
import { NextFileError } from "./openapi-document.ts";
import type { Pair, Pairing } from "./pair-operations.ts";
import { pairOperations, pathForm } from "./pair-operations.ts";

/** The sandbox's own document, the provider's present one and its next one. */
export interface Documents {
  readonly own: ApiDocument;
  readonly from: ApiDocument;
  readonly next: ApiDocument;
}

/** An operation that the sandbox has, in each document. */
export interface KnownOperation {
  /** The operationId, as the sandbox has it. */
  readonly id: string;
  readonly own: ApiOperation;
  readonly from: ApiOperation;
  /** Null if the next document lacks it. */
  readonly next: ApiOperation | null;
}

/** What two documents differ in. */
export interface Comparison {
  readonly changes: readonly Change[];
  /** How many operations of `from` the sandbox lacks; they are left out. */
  readonly unknownOperations: number;
  /** What the operations have, by name; the value has their operationIds. */
  readonly subjects: Findings["subjects"];
  /** The operationIds, as the sandbox has them. */
  readonly operations: readonly string[];
  readonly known: readonly KnownOperation[];
}

/** Compares two documents. Throws `NextFileError` if one of them has no operation of the sandbox. */
export function compareDocuments(documents: Documents): Comparison {
  const { own, from, next } = documents;
  const known = new Map(pairOperations(from, own).pairs.map((pair) => [pair.from, pair.next]));
  const { pairs, removed, added } = pairOperations(from, next);
  const relevant = pairs.filter((pair) => known.has(pair.from));
  requireOperations(from, known.size, own);
  requireOperations(next, relevant.length, own);
  const idOf = (operation: ApiOperation): string => known.get(operation)?.id ?? operation.id;
  const ids = [...known.keys()].map(idOf);
  const findings = newFindings(ids);
  comparePlaces(documents, findings, ids);
  compareOperations(
    { pairs: relevant, removed: removed.filter((one) => known.has(one)), added },
    findings,
    idOf,
  );
  for (const pair of relevant) {
    const ofSandbox = known.get(pair.from);
    if (ofSandbox !== undefined) comparePair(pair, ofSandbox, documents, findings);
  }
  return {
    changes: withoutRepetition(findings.changes()),
    unknownOperations: from.operations.length - known.size,
    subjects: findings.subjects,
    operations: ids,
    known: Array.from(known, ([before, ofSandbox]) => ({
      id: ofSandbox.id,
      own: ofSandbox,
      from: before,
      next: relevant.find((pair) => pair.from === before)?.next ?? null,
    })),
  };
}

function requireOperations(
  { file, title, operations }: ApiDocument,
  count: number,
  own: ApiDocument,
): void {
  if (count > 0) return;
  throw new NextFileError(
    `${file}, with the title ${quotedShort(title)}, is of another API: 0 of its ${operations.length} operations match the ${own.operations.length} of the sandbox, by method and path or by operationId. Give a document of the Lead API.`,
  );
}

/** The base path and the place of the key. */
function comparePlaces(
  { from, next }: Documents,
  findings: Findings,
  ids: readonly string[],
): void {
  for (const id of ids) {
    if (from.basePath !== next.basePath) {
      findings.add(id, { kind: "base-path", subject: from.basePath, to: next.basePath });
    }
    if (from.keyPlace !== null && next.keyPlace !== null && from.keyPlace !== next.keyPlace) {
      findings.add(id, { kind: "auth", subject: from.keyPlace, to: next.keyPlace });
    }
  }
}

function compareOperations(
  { pairs, removed, added }: Pairing,
  findings: Findings,
  idOf: (operation: ApiOperation) => string,
): void {
  for (const operation of removed)
    addPlace(findings, idOf(operation), "operation-removed", nameOf(operation));
  for (const { from, next } of pairs) {
    const id = idOf(from);
    if (pathForm(from.path) !== pathForm(next.path)) {
      addPlace(findings, id, "moved", nameOf(from), { to: nameOf(next) });
    } else if (from.method !== next.method) {
      addPlace(findings, id, "method", from.path, { from: from.method, to: next.method });
    }
    if (next.isDeprecated && !from.isDeprecated) {
      const sunset = next.sunset === null ? {} : { sunset: next.sunset };
      addPlace(findings, id, "deprecated", id, sunset);
    }
  }
  for (const operation of added) {
    addPlace(findings, nameOf(operation), "operation-added", nameOf(operation));
  }
}

/** Adds a change of one operation, which its subject names. */
function addPlace(
  findings: Findings,
  operation: string,
  kind: "operation-removed" | "moved" | "method" | "deprecated" | "operation-added",
  subject: string,
  more: { readonly from?: string; readonly to?: string; readonly sunset?: string } = {},
): void {
  const among = `operation:${operation}`;
  findings.note(operation, among);
  findings.add(operation, { kind, subject, among, ...more });
}

function nameOf({ method, path }: ApiOperation): string {
  return `${method} ${path}`;
}

function comparePair(
  pair: Pair,
  ofSandbox: ApiOperation,
  { own, from, next }: Documents,
  findings: Findings,
): void {
  const schemas = { own: own.schemas, from: from.schemas, next: next.schemas };
  const { id: operation } = ofSandbox;
  compareParameters(pair, operation, findings, schemas);
  const [request, nextRequest] = [pair.from.request, pair.next.request];
  if (request !== null && nextRequest !== null) {
    compareRequestTypes([request.mediaType, nextRequest.mediaType], operation, findings);
    if (request.schema !== null && nextRequest.schema !== null) {
      const ownSchemas = [recordSchema(ofSandbox, own), ofSandbox.request?.schema];
      compareBodies(
        {
          own: ownSchemas.filter((schema) => schema !== undefined && schema !== null),
          from: request.schema,
          next: nextRequest.schema,
          subject: "",
        },
        { operation, direction: "request", findings, schemas },
      );
    }
  }
  for (const answers of compareAnswers(pair, operation, findings, schemas)) {
    if (answers.from.schema === null || answers.next.schema === null) continue;
    const ownSchema = ofSandbox.answers.get(answers.status)?.schema ?? null;
    compareBodies(
      {
        own: ownSchema === null ? [] : [ownSchema],
        from: answers.from.schema,
        next: answers.next.schema,
        subject: "",
      },
      { operation, direction: "answer", findings, schemas },
    );
  }
}

function compareRequestTypes(
  [from, to]: readonly [string | null, string | null],
  operation: string,
  findings: Findings,
): void {
  if (from === null || to === null) return;
  const among = `request-type:${from}`;
  findings.note(operation, among);
  if (from !== to) findings.add(operation, { kind: "request-type", subject: from, to, among });
}

/** The record that an operation of the sandbox answers: what it is sent are forms of the same record. */
export function recordSchema(
  { answers }: ApiOperation,
  { schemas }: Pick<ApiDocument, "schemas">,
): JsonObject | undefined {
  const [, answer] =
    [...answers].find(([status, one]) => status.startsWith("2") && one.schema !== null) ?? [];
  if (answer === undefined || answer.schema === null) return undefined;
  const data = schemas.shape(answer.schema).properties.get("data");
  return data === undefined ? answer.schema : (schemas.shape(data).items ?? data);
}

/** A field that is new in answers and optional in requests is one change. */
function withoutRepetition(changes: readonly Change[]): readonly Change[] {
  const optional = new Set(
    changes.filter(({ kind }) => kind === "field-optional").map(({ subject }) => subject),
  );
  const both = new Set(
    changes
      .filter(({ kind, subject }) => kind === "field-added" && optional.has(subject))
      .map(({ subject }) => subject),
  );
  return changes
    .filter(({ kind, subject }) => kind !== "field-optional" || !both.has(subject))
    .map((change) => {
      if (change.kind !== "field-added" || !both.has(change.subject)) return change;
      const parts = { ...change, direction: null };
      return { ...parts, id: changeIdText(parts) };
    });
}
