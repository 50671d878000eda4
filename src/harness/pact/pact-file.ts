/** Pact files of specifications 2 to 4, as far as verification needs them. */
import * as z from "zod";

import type { Json, JsonObject } from "../../base/values/json.ts";
import { asJson, isJsonObject, withoutMark } from "../../base/values/json.ts";

/** A parsed pact; `source` is its file or URL, for messages. */
export interface PactFile {
  readonly source: string;
  readonly consumer: string;
  readonly provider: string;
  readonly interactions: readonly PactInteraction[];
  /** The original document. */
  readonly document: JsonObject;
}

/** The parts of an interaction that the proxy and the report need. */
export interface PactInteraction {
  readonly description: string;
  readonly states: readonly string[];
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The value of the header X-API-Key; null without one. */
  readonly apiKey: string | null;
}

/** An invalid or unreadable pact or broker; the message names it. */
export class PactFileError extends Error {}

const HeaderValue = z.union([z.string(), z.array(z.string())]);
const Interaction = z.looseObject({
  description: z.string(),
  providerState: z.string().nullish(),
  providerStates: z.array(z.looseObject({ name: z.string() })).nullish(),
  request: z.looseObject({
    method: z.string().default("GET"),
    path: z.string().default("/"),
    headers: z.record(z.string(), HeaderValue).nullish(),
  }),
  response: z.looseObject({ status: z.int().default(200) }),
});
const Pact = z.looseObject({
  consumer: z.looseObject({ name: z.string() }),
  provider: z.looseObject({ name: z.string() }),
  interactions: z.array(Interaction),
});

/** Parses a pact. Throws `PactFileError` if `text` is not an HTTP pact. */
export function readPact(text: string, source: string): PactFile {
  let document: Json;
  try {
    document = asJson(JSON.parse(withoutMark(text)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PactFileError(`${source} is not JSON: ${reason}`, { cause: error });
  }
  refuseMessages(document, source);
  const parsed = Pact.safeParse(document);
  if (!parsed.success || !isJsonObject(document)) {
    const problems = parsed.success ? "it is not an object" : z.prettifyError(parsed.error);
    throw new PactFileError(`${source} is not a pact of HTTP interactions:\n${problems}`);
  }
  const { consumer, provider, interactions } = parsed.data;
  return {
    source,
    consumer: consumer.name,
    provider: provider.name,
    interactions: interactions.map(interactionOf),
    document,
  };
}

const WithMessages = z.looseObject({
  messages: z.array(z.unknown()).default([]),
  interactions: z.array(z.looseObject({ type: z.string().optional() })).default([]),
});

/** Rejects messages, which are not HTTP: `messages` of specification 3, and interactions of 4 with another type. */
function refuseMessages(document: Json, source: string): void {
  const { data } = WithMessages.safeParse(document);
  const types = data?.interactions.map(({ type = "Synchronous/HTTP" }) => type) ?? [];
  const other = types.find((type) => type !== "Synchronous/HTTP");
  if (other === undefined && (data?.messages.length ?? 0) === 0) return;
  const what = other === undefined ? "messages" : `an interaction of type ${other}`;
  throw new PactFileError(`${source} has ${what}; only HTTP interactions can be verified.`);
}

function interactionOf(interaction: z.infer<typeof Interaction>): PactInteraction {
  const { description, providerState, providerStates, request, response } = interaction;
  const key = Object.entries(request.headers ?? {}).find(
    ([name]) => name.toLowerCase() === "x-api-key",
  )?.[1];
  return {
    description,
    states: providerStates?.map(({ name }) => name) ?? (providerState ? [providerState] : []),
    method: request.method.toUpperCase(),
    path: request.path,
    status: response.status,
    apiKey: Array.isArray(key) ? (key[0] ?? null) : (key ?? null),
  };
}

/** The header with the interaction's number in a replayed request. */
export const interactionHeader = "x-lead-sandbox-interaction";

/** The name of the pact's file for the verifier; names sort by index. */
export function numberedFileName(index: number): string {
  return `${String(index).padStart(4, "0")}.json`;
}

/**
 * A copy of the pact that adds the interaction's number to each description, request and state. Numbers start at
 * `first`.
 */
export function numbered(pact: PactFile, first: number): JsonObject {
  const { interactions } = pact.document;
  if (!Array.isArray(interactions)) throw new Error("A pact has no interactions.");
  const isV4 = specificationOf(pact.document).startsWith("4");
  const marked = interactions.map((interaction: Json, index) => {
    if (!isJsonObject(interaction)) return interaction;
    const number = first + index;
    const { request = {}, ...rest } = withStates(interaction, number);
    const marks = { request: withHeader(request, String(number), isV4) };
    const description = `${number} ${pact.interactions[index]?.description ?? ""}`;
    return { ...rest, description, ...marks };
  });
  return { ...pact.document, interactions: marked };
}

/** Splits a numbered name into its number and name; the number is null without one. */
export function readNumbered(text: string): {
  readonly number: number | null;
  readonly name: string;
} {
  const [, number, name = ""] = /^(\d+) ([^]*)$/.exec(text) ?? [];
  return number === undefined ? { number: null, name: text } : { number: Number(number), name };
}

function withStates(interaction: JsonObject, number: number): JsonObject {
  const { providerState = null, providerStates = null } = interaction;
  if (Array.isArray(providerStates)) {
    return { ...interaction, providerStates: providerStates.map((state) => named(state, number)) };
  }
  if (typeof providerState !== "string" || providerState === "") return interaction;
  return { ...interaction, providerState: `${number} ${providerState}` };
}

function named(state: Json, number: number): Json {
  if (!isJsonObject(state)) return state;
  const { name = "" } = state;
  return typeof name === "string" ? { ...state, name: `${number} ${name}` } : state;
}

function withHeader(request: Json, value: string, isV4: boolean): JsonObject {
  if (!isJsonObject(request)) throw new Error("An interaction has no request.");
  const { headers = {} } = request;
  const before = isJsonObject(headers) ? headers : {};
  return { ...request, headers: { ...before, [interactionHeader]: isV4 ? [value] : value } };
}

/** The specification version of a pact; 2.0.0 by default. */
function specificationOf({ metadata = null }: JsonObject): string {
  const specification = isJsonObject(metadata)
    ? (metadata["pactSpecification"] ?? metadata["pact-specification"] ?? null)
    : null;
  const version = isJsonObject(specification) ? specification["version"] : null;
  return typeof version === "string" ? version : "2.0.0";
}
