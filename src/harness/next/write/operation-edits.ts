/** Writes changes of parameters, statuses, headers and content types into an operation. */
import type { Json, JsonObject } from "../../../base/values/json.ts";
import { isJsonObject, objectOrEmpty, parsedJson, textOrEmpty } from "../../../base/values/json.ts";
import type { KnownOperation } from "../compare-documents.ts";
import { recordSchema } from "../compare-documents.ts";
import { matchesStatus } from "../edge/answer-edits.ts";
import { isMediaType, placeParts } from "../edge/route-edits.ts";
import type { Change } from "../findings.ts";
import type { BodyWriting } from "./body-schemas.ts";
import { nextBodySchema } from "./body-schemas.ts";

/** The operation in the next interface; its `parameters` are those of its path, too. */
export function nextOperation(
  operation: JsonObject,
  known: KnownOperation,
  writing: BodyWriting,
): JsonObject {
  const { requestBody, responses } = operation;
  return {
    ...operation,
    ...deprecation(known, writing),
    parameters: nextParameters(operation["parameters"], known, writing),
    ...(requestBody === undefined ? {} : { requestBody: nextRequest(requestBody, known, writing) }),
    ...(responses === undefined ? {} : { responses: nextAnswers(responses, known, writing) }),
  };
}

function deprecation({ id }: KnownOperation, { context, written }: BodyWriting): JsonObject {
  const [change] = context.changes(id, "deprecated");
  if (change === undefined) return {};
  written.add(change.id);
  const { sunset } = change;
  return { deprecated: true, ...(sunset === undefined ? {} : { "x-sunset": sunset }) };
}

function nextParameters(
  value: Json | undefined,
  known: KnownOperation,
  writing: BodyWriting,
): Json {
  const { context, schemas, written } = writing;
  const parameters = (Array.isArray(value) ? value : []).map((one: Json) => schemas.resolve(one));
  const changes = context.changes(
    known.id,
    ...(["parameter-values", "default", "parameter-required", "parameter-added"] as const),
    ...(["parameter-removed", "parameter-renamed"] as const),
  );
  return changes.reduce<readonly JsonObject[]>((list, change) => {
    const isMeant = (one: JsonObject) =>
      parameterName(one).toLowerCase() === change.subject.toLowerCase();
    const isNew = change.kind === "parameter-required" || change.kind === "parameter-added";
    if (!list.some(isMeant) && !isNew) return list;
    written.add(change.id);
    if (list.some(isMeant)) {
      return list.flatMap((one) => (isMeant(one) ? nextParameter(one, change) : [one]));
    }
    const [place = "", name = ""] = placeParts(change.subject);
    const required = change.kind === "parameter-required";
    return [...list, { name, in: place, required, schema: change.schema ?? {} }];
  }, parameters);
}

/** The place and the name of a parameter, such as `query.limit`. */
export function parameterName(parameter: JsonObject): string {
  return `${textOrEmpty(parameter["in"])}.${textOrEmpty(parameter["name"])}`;
}

function nextParameter(parameter: JsonObject, change: Change): readonly JsonObject[] {
  const { kind, to, schema } = change;
  if (kind === "parameter-removed") return [];
  if (kind === "parameter-renamed") return [{ ...parameter, name: to ?? "" }];
  if (kind === "parameter-required") return [{ ...parameter, required: true }];
  const own = objectOrEmpty(parameter["schema"]);
  const { content: _content, ...rest } = parameter;
  if (kind === "parameter-values") return [{ ...rest, schema: schema ?? own }];
  if (kind !== "default") return [parameter];
  return [{ ...parameter, schema: { ...own, default: parsedJson(to ?? "") ?? to } }];
}

function nextRequest(value: Json, known: KnownOperation, writing: BodyWriting): Json {
  const { context, schemas, written } = writing;
  const { id, own } = known;
  const body = schemas.resolve(value);
  const records = [recordSchema(own, { schemas: context.places.own }), own.request?.schema];
  const place = { operation: id, direction: "request" as const, own: records.flatMap(present) };
  const content = Object.entries(objectOrEmpty(body["content"])).map(([type, one]) => {
    const change = context
      .changes(id, "request-type")
      .find(({ subject }) => isMediaType(type, subject));
    if (change !== undefined) written.add(change.id);
    return [change?.to ?? type, nextContent(one, place, writing)] as const;
  });
  return { ...body, content: Object.fromEntries(content) };
}

function present(schema: JsonObject | null | undefined): readonly JsonObject[] {
  return schema === null || schema === undefined ? [] : [schema];
}

function nextContent(
  content: Json,
  place: Parameters<typeof nextBodySchema>[1],
  writing: BodyWriting,
): Json {
  const { schema } = objectOrEmpty(content);
  if (!isJsonObject(schema)) return content;
  return { ...objectOrEmpty(content), schema: nextBodySchema(schema, place, writing) };
}

function nextAnswers(value: Json, known: KnownOperation, writing: BodyWriting): Json {
  const { context, schemas, written } = writing;
  const { id, own } = known;
  const answers = Object.entries(objectOrEmpty(value)).map(([status, answer]) => {
    const change = context
      .changes(id, "status")
      .find(({ subject }) => subject.toLowerCase() === status.toLowerCase());
    if (change !== undefined) written.add(change.id);
    const schema = own.answers.get(status.toUpperCase())?.schema;
    const place = { operation: id, direction: "answer" as const, own: present(schema) };
    const next = nextAnswer(schemas.resolve(answer), status, place, writing);
    return [change?.to ?? status, next, change !== undefined] as const;
  });
  const added = context.changes(id, "status-added").map((change) => {
    written.add(change.id);
    return [change.subject, { description: "New" }] as const;
  });
  // A status that another one became says more than the one that was there before.
  const inOrder = answers.toSorted((one, other) => Number(one[2]) - Number(other[2]));
  return Object.fromEntries([
    ...added,
    ...inOrder.map(([status, next]) => [status, next] as const),
  ]);
}

function nextAnswer(
  answer: JsonObject,
  status: string,
  place: Parameters<typeof nextBodySchema>[1],
  writing: BodyWriting,
): JsonObject {
  const { context, written } = writing;
  const { content, headers } = answer;
  const types = context.changes(place.operation, "answer-type");
  const contents = Object.entries(objectOrEmpty(content)).map(([type, one]) => {
    const change = types.find(
      ({ subject, from }) =>
        (subject.toLowerCase() === status.toLowerCase() ||
          matchesStatus(subject, Number(status))) &&
        isMediaType(type, from ?? ""),
    );
    if (change !== undefined) written.add(change.id);
    return [change?.to ?? type, nextContent(one, place, writing)] as const;
  });
  const next = nextHeaders(objectOrEmpty(headers), place.operation, writing);
  return {
    ...answer,
    ...(content === undefined ? {} : { content: Object.fromEntries(contents) }),
    ...(next.length === 0 && headers === undefined ? {} : { headers: Object.fromEntries(next) }),
  };
}

function nextHeaders(
  headers: JsonObject,
  operation: string,
  { context, written }: BodyWriting,
): readonly (readonly [string, Json])[] {
  const removed = context.changes(operation, "header-removed");
  const kept = Object.entries(headers).filter(([name]) => {
    const change = removed.find(({ subject }) => subject.toLowerCase() === name.toLowerCase());
    if (change !== undefined) written.add(change.id);
    return change === undefined;
  });
  const added = context.changes(operation, "header-added").map(({ id, subject }) => {
    written.add(id);
    return [subject, { schema: { type: "string" } }] as const;
  });
  return [...kept, ...added];
}
