import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject, parsedJson } from "../../base/values/json.ts";
import type { Anonymizer } from "../../domain/hiding/anonymizer.ts";
import { masked } from "../../domain/hiding/masked.ts";
import type { ListedResource } from "../../domain/model/fields.ts";
import { listFields } from "../../domain/model/fields.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import { bodyJson, bodyObject } from "./recorded-request.ts";

const placeholderKey = "00000000-0000-4000-8000-000000000000";
const keyPattern =
  "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}";

/** Makes the verifier send the key that a provider state returned. */
const keyOfState = {
  type: "ProviderState",
  expression: "${apiKey}",
  dataType: "STRING",
} satisfies JsonObject;

/** The anonymized request of an interaction; null when it cannot be repeated. */
export function anonymousRequest(
  recorded: RecordedRequest,
  anonymizer: Anonymizer,
): JsonObject | null {
  const { method, path, request } = recorded;
  const query = queryOf(recorded, anonymizer);
  if (query === null) return null;
  const key = keyWithSameDefect(recorded);
  const sent = sentBody(recorded, anonymizer);
  return {
    method,
    path: path.split("/").map(pathSegment(anonymizer)).join("/"),
    ...(Object.keys(query).length === 0 ? {} : { query }),
    headers: {
      ...(key === null ? {} : { "X-API-Key": [key] }),
      ...(sent === null ? {} : { "Content-Type": [contentTypeOf(request.headers)] }),
    },
    ...(sent === null ? {} : { body: sent }),
    ...(key === placeholderKey
      ? {
          matchingRules: {
            header: {
              "X-API-Key": { combine: "AND", matchers: [{ match: "regex", regex: keyPattern }] },
            },
          },
          generators: { header: { "X-API-Key": keyOfState } },
        }
      : {}),
  };
}

/** A key with the same defect as the sent one; null without a key. */
function keyWithSameDefect({ request, reason = "" }: RecordedRequest): string | null {
  const key = request.headers["x-api-key"];
  if (key === undefined || key === "") return key ?? null;
  return reason.includes("not a UUID") ? "not-a-key" : placeholderKey;
}

/** Keeps literal segments, replaces ids, and keeps an invalid segment invalid. */
function pathSegment({ id, isWord }: Anonymizer): (segment: string) => string {
  return (segment) => {
    if (segment === "" || isWord(segment) || /^v\d{1,3}$/.test(segment)) return segment;
    try {
      return encodeURIComponent(id(decodeURIComponent(segment)));
    } catch {
      return "%FF";
    }
  };
}

/**
 * A content type with the same effect: JSON, a vendor type of JSON, or another type. Its parameters have no
 * effect.
 */
function contentTypeOf(headers: RecordedRequest["request"]["headers"]): string {
  const { "content-type": contentType = "" } = headers;
  const json = /^application\/([\w.+-]+\+)?json\s*(?:;|$)/i.exec(contentType);
  if (json === null) return "text/plain";
  return json[1] === undefined ? "application/json" : "application/vnd.example+json";
}

/** The anonymized body. Invalid JSON stays invalid, and a body of another type keeps that type. */
function sentBody(recorded: RecordedRequest, anonymizer: Anonymizer): JsonObject | null {
  const { body: text, headers } = recorded.request;
  if (text === null) return null;
  const contentType = contentTypeOf(headers);
  const value = recorded.reason?.includes("is not JSON") === true ? undefined : parsedJson(text);
  if (value === undefined) return asText('{ "unreadable', contentType);
  const other = anonymizer.body(value);
  if (contentType !== "application/json") return asText(JSON.stringify(other), contentType);
  return isJsonObject(other) ? content(other) : asText("[]", contentType);
}

function asText(text: string, contentType: string): JsonObject {
  return { content: Buffer.from(text).toString("base64"), contentType, encoded: "base64" };
}

/** A JSON body in Pact's format. */
export function content(body: Json): JsonObject {
  return { content: body, contentType: "application/json", encoded: false };
}

/** Values by parameter; null when the answer depends on a time that no provider state can restore. */
function queryOf(
  recorded: RecordedRequest,
  anonymizer: Anonymizer,
): Readonly<Record<string, readonly string[]>> | null {
  const parameters = Map.groupBy(new URLSearchParams(recorded.query), ([name]) => name);
  const filtered = filterOutcome(recorded);
  const query: Record<string, readonly string[]> = {};
  for (const [name, pairs] of parameters) {
    const values = pairs.map(([, value]) =>
      name === "filter"
        ? filterText(value, filtered, anonymizer)
        : parameterText(name, value, anonymizer),
    );
    if (values.some((value) => value === null)) return null;
    query[anonymizer.name(name)] = values.filter((value) => value !== null);
  }
  return query;
}

function parameterText(name: string, value: string, anonymizer: Anonymizer): string {
  if (name === "limit" || name === "offset") return integerText(value, anonymizer.isRefused(name));
  if (!anonymizer.isWord(name)) return anonymizer.isWord(value) ? value : "value";
  return withoutWordsOf(value, anonymizer);
}

/** Keeps a small integer, which is not personal. A large one could be a phone number, so only its length stays. */
function integerText(value: string, isRefused: boolean): string {
  const [, sign = "", digits = ""] = /^(-?)(\d+)$/.exec(value) ?? [];
  if (digits === "") return masked(value);
  if (digits.length <= 4) return value;
  return sign + (isRefused ? "9".repeat(digits.length) : `1${"0".repeat(digits.length - 1)}`);
}

/** Masks all words except documented ones. The text is a list of names, or invalid JSON. */
function withoutWordsOf(text: string, { isWord }: Anonymizer): string {
  if (isWord(text)) return text;
  return text.replaceAll(/[^\s,"'[\](){}:]+/g, (part) => (isWord(part) ? part : masked(part)));
}

/** The effect of a filter: the fields of its resource, and whether any record matched. */
interface FilterOutcome {
  readonly fields: Readonly<Record<string, string>>;
  /** Null when the answer has no list. */
  readonly matched: boolean | null;
}

function filterOutcome({ path, status, response }: RecordedRequest): FilterOutcome {
  const resource = path.split("/").findLast((segment) => isListed(segment)) ?? "";
  const data = bodyObject(bodyJson(response.body))["data"] ?? null;
  return {
    fields: isListed(resource) ? listFields[resource] : {},
    matched: status === 200 && Array.isArray(data) ? data.length > 0 : null,
  };
}

function isListed(name: string): name is ListedResource {
  return Object.hasOwn(listFields, name);
}

function filterText(text: string, outcome: FilterOutcome, anonymizer: Anonymizer): string | null {
  const filter = parsedJson(text);
  if (filter === undefined || !isJsonObject(filter)) return withoutWordsOf(text, anonymizer);
  const terms = Object.entries(filter).map(([field, wanted]) => {
    const conditions = isJsonObject(wanted) ? Object.entries(wanted) : [["$eq", wanted] as const];
    const others = conditions.map(
      ([operator, value]) =>
        [
          anonymizer.name(operator),
          operand({ field, operator, value, outcome, anonymizer }),
        ] as const,
    );
    const [[, only] = ["", null]] = others;
    const other = isJsonObject(wanted) ? Object.fromEntries(others) : only;
    return others.some(([, value]) => value === undefined) ? null : [anonymizer.name(field), other];
  });
  if (terms.includes(null)) return null;
  return JSON.stringify(Object.fromEntries(terms.filter((term) => term !== null)));
}

interface Condition {
  readonly field: string;
  readonly operator: string;
  readonly value: Json;
  readonly outcome: FilterOutcome;
  readonly anonymizer: Anonymizer;
}

/** A value that matches the same records; undefined if no such value exists. */
function operand(condition: Condition): Json | undefined {
  const { field, operator, value, outcome, anonymizer } = condition;
  const { fields, matched } = outcome;
  const type = Object.hasOwn(fields, field) ? fields[field] : undefined;
  const same = (): Json => anonymizer.value(value, field, `filter.${field}`);
  if (value === null || matched === null || type === undefined) return same();
  if (/^\$[lg]te?$/.test(operator)) {
    const [least, most] = extremesOf(typeof value === "number" ? "number" : type);
    return operator.startsWith("$l") === matched ? most : least;
  }
  if (type !== "timestamp") return same();
  return matched && operator !== "$ne" ? undefined : same();
}

/** Values below and above every value of a field, by its type. */
function extremesOf(type: string): readonly [Json, Json] {
  if (type === "timestamp") return ["1970-01-01T00:00:00.000Z", "2999-12-31T00:00:00.000Z"];
  return type === "number" ? [-1, 1_000_000_000_000] : ["", "~"];
}
