import type { Json, JsonObject } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json.ts";
import type { Anonymizer } from "./anonymizer.ts";
import { queryOf } from "./query-of.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import { jsonOf } from "./recorded-request.ts";

const placeholderKey = "00000000-0000-4000-8000-000000000000";
const keyPattern =
  "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}";

/** A verifier sends the key that a provider state answered. */
const keyOfState = {
  type: "ProviderState",
  expression: "${apiKey}",
  dataType: "STRING",
} satisfies JsonObject;

/** The request of an interaction without anything that only this client would send; null when it cannot be repeated. */
export function requestOf(recorded: RecordedRequest, anonymizer: Anonymizer): JsonObject | null {
  const { method, path, request } = recorded;
  const query = queryOf(recorded, anonymizer);
  if (query === null) return null;
  const key = keyOf(recorded);
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

/** A key with the defect of the one that was sent; null when none was. */
function keyOf({ request, reason = "" }: RecordedRequest): string | null {
  const key = request.headers["x-api-key"];
  if (key === undefined || key === "") return key ?? null;
  return reason.includes("not a UUID") ? "not-a-key" : placeholderKey;
}

/** Literal segments stay and ids are replaced; an invalid segment stays invalid. */
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

/** JSON, JSON by another name, or something else: parameters decide nothing. */
function contentTypeOf(headers: RecordedRequest["request"]["headers"]): string {
  const { "content-type": contentType = "" } = headers;
  const json = /^application\/([\w.+-]+\+)?json\s*(?:;|$)/i.exec(contentType);
  if (json === null) return "text/plain";
  return json[1] === undefined ? "application/json" : "application/vnd.example+json";
}

/** The body without the client's own data. Invalid JSON, or a body of another type, becomes another such text. */
function sentBody(recorded: RecordedRequest, anonymizer: Anonymizer): JsonObject | null {
  const { body: text, headers } = recorded.request;
  if (text === null) return null;
  const contentType = contentTypeOf(headers);
  const value = recorded.reason?.includes("is not JSON") === true ? undefined : jsonOf(text);
  if (value === undefined) return asText('{ "unreadable', contentType);
  const other = anonymizer.body(value);
  if (contentType !== "application/json") return asText(JSON.stringify(other), contentType);
  return isJsonObject(other) ? content(other) : asText("[]", contentType);
}

function asText(text: string, contentType: string): JsonObject {
  return { content: Buffer.from(text).toString("base64"), contentType, encoded: "base64" };
}

/** A JSON body as a pact carries it. */
export function content(body: Json): JsonObject {
  return { content: body, contentType: "application/json", encoded: false };
}
