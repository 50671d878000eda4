/** Interactions in the one form that the comparator always reads: headers and query as lists, bodies as their values. */
import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject, parsedJson } from "../../base/values/json.ts";
import type { PactInteraction } from "./pact-interaction.ts";
import { objectIn, textOf } from "./pact-interaction.ts";

/** A part of an interaction that the static check cannot judge. */
export interface Unjudged {
  /** The path within the interaction. */
  readonly place: string;
  readonly reason: string;
}

/** A pact of this interaction alone, with `status` as its status, and what is left out of it. */
export function staticForm(
  interaction: PactInteraction,
  specification: number,
  status: number,
): { readonly pact: JsonObject; readonly unjudged: readonly Unjudged[] } {
  const { description, method, document } = interaction;
  const [path = "", ...search] = interaction.path.split("?");
  const request = objectIn(document, "request");
  const response = objectIn(document, "response");
  const { query = search.length > 0 ? search.join("?") : null } = request;
  const { parameters, unjudged } = readQuery(query);
  const form = {
    description,
    request: { method, path, query: parameters, ...message(request, specification) },
    response: { status, ...message(response, specification) },
  };
  const metadata = { pactSpecification: { version: "3.0.0" } };
  return { pact: { metadata, interactions: [form] }, unjudged };
}

function message(side: JsonObject, specification: number): JsonObject {
  const headers = Object.entries(objectIn(side, "headers")).map(([name, value]): [string, Json] => [
    name,
    (Array.isArray(value) ? value : [value]).map(textOf),
  ]);
  const body = bodyOf(side, specification);
  return { headers: Object.fromEntries(headers), ...(body === undefined ? {} : { body }) };
}

/** A query as text or lists of texts. Any other value has no form that verifiers agree on. */
function readQuery(query: Json): {
  readonly parameters: Json;
  readonly unjudged: readonly Unjudged[];
} {
  if (!isJsonObject(query)) {
    return { parameters: typeof query === "string" ? query : null, unjudged: [] };
  }
  const read = Object.entries(query).map(([name, value]) => {
    const all = Array.isArray(value) ? value : [value];
    return { name, all, texts: all.filter((one) => typeof one === "string") };
  });
  return {
    parameters: Object.fromEntries(
      read.filter(({ texts }) => texts.length > 0).map(({ name, texts }) => [name, texts]),
    ),
    unjudged: read
      .filter(({ all, texts }) => texts.length < all.length)
      .map(({ name, all }) => {
        const odd = all.find((one) => typeof one !== "string") ?? null;
        const what = odd === null ? "has no value" : `has the value ${JSON.stringify(odd)}`;
        return { place: `request.query.${name}`, reason: `the query parameter "${name}" ${what}` };
      }),
  };
}

/** The value of a body; undefined without one. Specification 4 says how its content is encoded. */
function bodyOf(side: JsonObject, specification: number): Json | undefined {
  const { body = null } = side;
  const type = contentTypeOf(side);
  if (body === null || body === "") return undefined;
  if (specification < 4) return typeof body === "string" ? valueIn(body, type) : body;
  if (!isJsonObject(body) || !("content" in body)) return body;
  const { content = null, encoded = false } = body;
  if (content === null || content === "") return undefined;
  if (typeof content !== "string") return content;
  const { contentType = null } = body;
  const own = typeof contentType === "string" ? contentType : type;
  if (textOf(encoded).toLowerCase() === "base64") {
    return valueIn(Buffer.from(content, "base64").toString("utf8"), own);
  }
  // A string that is not encoded is a value of JSON itself.
  if (encoded === false && own !== null && isJson(own)) return content;
  return valueIn(content, own);
}

function contentTypeOf(side: JsonObject): string | null {
  const value = Object.entries(objectIn(side, "headers")).find(
    ([name]) => name.toLowerCase() === "content-type",
  )?.[1];
  if (value === undefined) return null;
  return textOf(Array.isArray(value) ? (value[0] ?? "") : value);
}

/** The value that a text of JSON has; any other text is its own value. */
function valueIn(text: string, contentType: string | null): Json {
  if (contentType !== null && !isJson(contentType)) return text;
  return parsedJson(text) ?? text;
}

function isJson(contentType: string): boolean {
  return /^[^;]*[/+]json\s*(?:;|$)/i.test(contentType);
}
