/** Puts an answer into the form of the next interface. */
import type { Json, JsonObject } from "../../../base/values/json.ts";
import { isJsonObject, parsedJson, textOrJson } from "../../../base/values/json.ts";
import { Date } from "../../../base/values/native-timers.ts";
import type { ChangeKind } from "../change-id.ts";
import type { Change } from "../findings.ts";
import type { ApiAnswer } from "../openapi-document.ts";
import { changesAt } from "./body-edits.ts";
import { convertedFormat, convertedType, eachValue, exampleOf } from "./convert.ts";
import type { EdgeAnswer, EdgeContext, EdgeRequest } from "./edge-context.ts";
import type { RecordPlace } from "./records.ts";
import { mapRecords } from "./records.ts";
import { isMediaType } from "./route-edits.ts";

/** The answer in the next form. Bodies other than JSON keep their content. */
export function answerInNextForm(
  { operation }: EdgeRequest,
  answer: EdgeAnswer,
  context: EdgeContext,
  met: Set<string>,
): EdgeAnswer {
  const known = context.place(operation);
  if (operation === null || known === null) return answer;
  const schema = answerSchema(known.own.answers, answer.status);
  const changes = context.fields(operation, "answer");
  const body = answer.body === null || changes.size === 0 ? undefined : parsedJson(answer.body);
  const isRead = known.own.method === "GET";
  const mapped =
    body === undefined
      ? undefined
      : mapRecords(body, schema === null ? [] : [schema], context.places, {
          leave: (object, place) => nextRecord(object, place, changes, isRead, met),
        });
  const headers = nextHeaders(operation, answer, context, met);
  const text = mapped === undefined || mapped === body ? answer.body : JSON.stringify(mapped);
  if (text !== answer.body) headers.delete("content-length");
  return { ...nextStatus(operation, answer.status, context, met), headers, body: text };
}

function answerSchema(answers: ReadonlyMap<string, ApiAnswer>, status: number): JsonObject | null {
  const found =
    answers.get(String(status)) ??
    answers.get(`${Math.floor(status / 100)}XX`) ??
    answers.get("DEFAULT");
  return found?.schema ?? null;
}

function nextStatus(
  operation: string,
  status: number,
  context: EdgeContext,
  met: Set<string>,
): { readonly status: number } {
  const change = context
    .changes(operation, "status", "status-added")
    .find(({ kind, subject }) => matchesStatus(kind === "status" ? subject : "2XX", status));
  const to = Number(change?.to ?? change?.subject);
  if (change === undefined || !Number.isInteger(to)) return { status };
  met.add(change.id);
  return { status: to };
}

/** Whether a status is the subject of a change, such as `201` and `4xx`. */
export function matchesStatus(subject: string, status: number): boolean {
  const text = String(status);
  return subject === text || subject.toLowerCase() === `${text.slice(0, 1)}xx`;
}

function nextHeaders(
  operation: string,
  { status, headers: today, body }: EdgeAnswer,
  { changes }: EdgeContext,
  met: Set<string>,
): Map<string, string> {
  const headers = new Map(today);
  const type = today.get("content-type") ?? "";
  for (const { id, subject, from, to } of changes(operation, "answer-type")) {
    const isMet = matchesStatus(subject, status) && isMediaType(type, from ?? "");
    if (!isMet || body === null || body === "") continue;
    met.add(id);
    headers.set("content-type", type.replace(/^[^;]*/, to ?? ""));
  }
  for (const { id, subject } of changes(operation, "header-removed")) {
    if (headers.delete(subject.toLowerCase())) met.add(id);
  }
  for (const { id, subject, to, example } of changes(operation, "header-added")) {
    met.add(id);
    headers.set(subject.toLowerCase(), to ?? (typeof example === "string" ? example : "example"));
  }
  for (const { id, sunset } of changes(operation, "deprecated")) {
    met.add(id);
    headers.set("deprecation", "true");
    const moment = new Date(sunset ?? "");
    if (!Number.isNaN(moment.getTime())) headers.set("sunset", moment.toUTCString());
  }
  return headers;
}

function nextRecord(
  object: JsonObject,
  place: RecordPlace,
  changes: ReadonlyMap<string, readonly Change[]>,
  isRead: boolean,
  met: Set<string>,
): JsonObject {
  const fields = new Map(Object.entries(object));
  const here = changesAt(place, changes);
  let isSame = true;
  const note = ({ id }: Change): void => {
    met.add(id);
    isSame = false;
  };
  for (const [change, name] of here) {
    const value = fields.get(name);
    const next =
      value === undefined
        ? undefined
        : nextValue({ value, isRead, isLastOfList: place.isLastOfList }, change);
    if (next === undefined || next === value) continue;
    note(change);
    if (next === gone) fields.delete(name);
    else fields.set(name, next);
  }
  const renamed = new Map(
    here.flatMap(([change, name]) => (names(change) ? [[name, change]] : [])),
  );
  const named = [...fields].flatMap(([name, value]) => {
    const change = renamed.get(name);
    if (change === undefined) return [[name, value] as const];
    note(change);
    if (change.to === null) return [];
    return [[change.to, change.kind === "field-restructured" ? asList(value) : value] as const];
  });
  for (const [change, name] of here) {
    if (change.kind !== "field-added" || fields.has(name)) continue;
    note(change);
    named.push([name, exampleOf(change)]);
  }
  return isSame ? object : Object.fromEntries(named);
}

function names({ kind }: Change): boolean {
  return kind === "field-removed" || kind === "field-renamed" || kind === "field-restructured";
}

/** Stands for a field that is left out. */
const gone = Symbol("gone");

interface AnswerValue {
  readonly value: Json;
  readonly isRead: boolean;
  readonly isLastOfList: boolean;
}

type NextValue = Json | typeof gone | undefined;

/** What becomes of a value, by kind; undefined for what stays. */
const converting: ReadonlyMap<ChangeKind, (at: AnswerValue, change: Change) => NextValue> = new Map<
  ChangeKind,
  (at: AnswerValue, change: Change) => NextValue
>([
  ["absent-not-null", ({ value }) => (value === null ? gone : undefined)],
  ["maybe-absent", ({ isRead }) => (isRead ? gone : undefined)],
  ["maybe-null", ({ isRead }) => (isRead ? null : undefined)],
  [
    "value-added",
    ({ value, isLastOfList }, { to }) =>
      isLastOfList && value !== null ? eachValue(value, () => to) : undefined,
  ],
  [
    "value-renamed",
    ({ value }, { from, to }) => eachValue(value, (one) => (textOrJson(one) === from ? to : one)),
  ],
  [
    "type",
    ({ value }, { to, example }) =>
      value === null ? undefined : convertedType(value, to ?? "", example),
  ],
  [
    "format",
    ({ value }, { to, example }) =>
      value === null
        ? undefined
        : eachValue(value, (one) => convertedFormat(one, to ?? "", example)),
  ],
]);

function nextValue(at: AnswerValue, change: Change): NextValue {
  const next = converting.get(change.kind)?.(at, change);
  return typeof next === "symbol" || next === undefined ? next : changed(at.value, next);
}

/** The new value; undefined if it is the old one. */
function changed(before: Json, after: Json): Json | undefined {
  return JSON.stringify(before) === JSON.stringify(after) ? undefined : after;
}

/** A map of lists as one list, whose items name the key. */
function asList(value: Json): Json {
  if (!isJsonObject(value)) return value;
  return Object.entries(value).flatMap(([field, list]) =>
    (Array.isArray(list) ? list : [list]).map((item: Json) =>
      isJsonObject(item) ? { field, ...item } : { field, value: item },
    ),
  );
}
