/**
 * Extracts evidence from an answer: its outcome and the subject of the rule, without the service's ids, times and
 * texts.
 */
import type { Json, JsonObject } from "../../../base/values/json.ts";
import { isJsonObject } from "../../../base/values/json.ts";
import type { Reply } from "./exchange.ts";
import type { Answered, Target } from "./target.ts";
import { recordOf } from "./target.ts";

/** Whether a request succeeded. Other rules cover the exact success status. */
export function isGranted({ status }: Reply): boolean {
  return status >= 200 && status < 300;
}

/** The status; all success statuses are equal. */
export function statusSeen(reply: Reply): Json {
  return isGranted(reply) ? "success" : reply.status;
}

/** The outcome of a request with the error codes by field, such as `limit: INVALID`. */
export function outcome(target: Target, reply: Answered): JsonObject {
  return { status: statusSeen(reply), fields: codesIn(target, reply, fieldCodes) };
}

/** The same without field names, for probes that ignore how nested fields are named. */
export function outcomeByCode(target: Target, reply: Answered): JsonObject {
  return { status: statusSeen(reply), codes: codesIn(target, reply, allCodes) };
}

/** The same with some fields of the returned record. */
export function outcomeWith(target: Target, reply: Answered, names: readonly string[]): JsonObject {
  const record = recordOf(reply);
  const shown = Object.fromEntries(names.map((name) => [name, record[name] ?? null]));
  return { ...outcome(target, reply), ...(isGranted(reply) ? shown : {}) };
}

/** Whether the service returned what was sent; objects may have additional members. */
export function isEchoed(sent: Json, came: Json | undefined): boolean {
  if (Array.isArray(sent)) {
    const items = Array.isArray(came) ? came : [];
    return items.length === sent.length && sent.every((item, at) => isEchoed(item, items[at]));
  }
  if (!isJsonObject(sent)) return sent === came;
  if (!isJsonObject(came)) return false;
  return Object.entries(sent).every(([name, value]) => isEchoed(value, came[name]));
}

/** Whether a refusal has a message, as it must. */
export function hasMessage({ json }: Reply): boolean {
  return isJsonObject(json) && typeof json["message"] === "string";
}

/** Whether a refusal must name the invalid fields, or is an alternative to one that must. */
export function isAboutFields({ status }: Reply): boolean {
  return [400, 409, 422].includes(status);
}

/** The records of a list; null if the answer is not a list. */
export function rowsOf({ json }: Reply): readonly JsonObject[] | null {
  const data = isJsonObject(json) ? json["data"] : null;
  if (!Array.isArray(data)) return null;
  return data.map((row: unknown) => (isJsonObject(row) ? row : {}));
}

export function metaOf({ json }: Reply): JsonObject {
  const meta = isJsonObject(json) ? json["meta"] : null;
  return isJsonObject(meta) ? meta : {};
}

/** Every error code of a refusal, by field. */
export function fieldsOf({ json }: Reply): JsonObject | null {
  const fields = isJsonObject(json) ? json["fields"] : null;
  return isJsonObject(fields) ? fields : null;
}

function codesIn(
  target: Target,
  reply: Answered,
  codesOf: (fields: JsonObject) => readonly string[],
): string[] | null {
  if (isAboutFields(reply)) target.dependOn("error.envelope");
  const fields = fieldsOf(reply);
  if (fields === null) return null;
  target.dependOn("error.codes");
  return [...codesOf(fields)];
}

function fieldCodes(fields: JsonObject): readonly string[] {
  return Object.entries(fields)
    .map(([name, problems]) => `${name}: ${codes(problems).join(", ")}`)
    .toSorted();
}

/** The error codes of a refusal, without field names. */
export function allCodes(fields: JsonObject): readonly string[] {
  return Object.values(fields).flatMap(codes);
}

function codes(problems: unknown): readonly string[] {
  if (!Array.isArray(problems)) return [];
  return problems.map((one: unknown) => {
    const code = isJsonObject(one) ? one["code"] : null;
    return typeof code === "string" ? code : "";
  });
}
