import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject, parsedJson } from "../../base/values/json.ts";
import type { Anonymizer } from "./anonymizer.ts";
import { queryOf } from "./query-of.ts";
import type { RecordedRequest } from "./recorded-request.ts";

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
export function requestOf(recorded: RecordedRequest, anonymizer: Anonymizer): JsonObject | null {
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
