import type { Json, JsonObject } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json.ts";
import type { Pseudonyms } from "./pseudonyms.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import { bodyJson, bodyObject, jsonOf } from "./recorded-request.ts";

const placeholderKey = "00000000-0000-4000-8000-000000000000";
const keyPattern =
  "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}";

/** A verifier sends the key that a provider state answered. */
const keyOfState = {
  type: "ProviderState",
  expression: "${apiKey}",
  dataType: "STRING",
} satisfies JsonObject;

/** The request of an interaction: its key is a placeholder, its people are others. */
export function requestOf(recorded: RecordedRequest, pseudonyms: Pseudonyms): JsonObject {
  const { method, path, query, request, reason = "" } = recorded;
  const sendsKey = request.headers["x-api-key"] !== undefined;
  const isMalformed = reason.includes("not a UUID");
  const parameters = Map.groupBy(new URLSearchParams(query), ([name]) => name);
  const sent = sentBody(recorded, pseudonyms);
  return {
    method,
    path: path.split("/").map(pathSegment(pseudonyms)).join("/"),
    ...(parameters.size === 0
      ? {}
      : {
          query: Object.fromEntries(
            Array.from(parameters, ([name, pairs]) => [
              name,
              pairs.map(([, value]) => pseudonyms.ofText(value)),
            ]),
          ),
        }),
    headers: {
      ...(sendsKey ? { "X-API-Key": [isMalformed ? "not-a-key" : placeholderKey] } : {}),
      ...(sent === null ? {} : { "Content-Type": [contentTypeOf(recorded)] }),
    },
    ...(sent === null ? {} : { body: sent }),
    ...(sendsKey && !isMalformed
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

/** An id says nothing of a person; what has an at sign in it is none. */
function pathSegment(pseudonyms: Pseudonyms): (segment: string) => string {
  return (segment) =>
    /@|%40/i.test(segment)
      ? encodeURIComponent(pseudonyms.ofText(segment.replaceAll(/%40/gi, "@")))
      : segment;
}

function contentTypeOf({ request }: RecordedRequest): string {
  return request.headers["content-type"] ?? "application/json";
}

/** The body as it was sent; one that is no JSON object, or not said to be JSON, by another one that is none. */
function sentBody(recorded: RecordedRequest, pseudonyms: Pseudonyms): JsonObject | null {
  const { body: text } = recorded.request;
  if (text === null) return null;
  const contentType = contentTypeOf(recorded);
  const value = jsonOf(text);
  if (value === undefined) return asText('{ "unreadable', contentType);
  const other = pseudonyms.ofBody(value, refusedPaths(recorded));
  if (!/^application\/json\b/i.test(contentType)) return asText(JSON.stringify(other), contentType);
  return isJsonObject(other) ? content(other) : asText("[]", contentType);
}

function asText(text: string, contentType: string): JsonObject {
  return { content: Buffer.from(text).toString("base64"), contentType, encoded: "base64" };
}

/** Where a value was refused for what it is: there it is the point of the interaction, and stays. */
function refusedPaths({ status, response }: RecordedRequest): ReadonlySet<string> {
  const fields = status === 422 ? bodyObject(bodyObject(bodyJson(response.body))["fields"]) : {};
  const paths = Object.entries(fields).filter(([, errors]) => isAboutValue(errors));
  return new Set(paths.map(([path]) => path));
}

function isAboutValue(errors: Json): boolean {
  return Array.isArray(errors) && errors.some((error) => bodyObject(error)["code"] === "INVALID");
}

/** A JSON body as a pact carries it. */
export function content(body: Json): JsonObject {
  return { content: body, contentType: "application/json", encoded: false };
}
