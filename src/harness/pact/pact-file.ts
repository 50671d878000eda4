/** Pact files of every specification, as far as verification needs them. */
import type { Json, JsonObject } from "../../base/values/json.ts";
import { asJson, isJsonObject } from "../../base/values/json.ts";
import type { PactInteraction } from "./pact-interaction.ts";
import { objectIn, pactInteraction, textOf } from "./pact-interaction.ts";

/** A parsed pact; `source` is its file or URL, for messages. */
export interface PactFile {
  readonly source: string;
  readonly consumer: string;
  readonly provider: string;
  /** The interactions to verify, which are those over HTTP. */
  readonly interactions: readonly PactInteraction[];
  /** What is not verified. */
  readonly skipped: readonly SkippedPart[];
  /** The major version of its specification, which decides how bodies are written. */
  readonly specification: number;
  readonly document: JsonObject;
}

/** Interactions that are not verified, and why. */
export interface SkippedPart {
  readonly kind: "message" | "interaction" | "change";
  readonly count: number;
  /** One sentence. */
  readonly reason: string;
}

/** An invalid or unreadable pact or broker; the message names it. */
export class PactFileError extends Error {}

/** Parses a pact. Throws `PactFileError` if `text` is not one. */
export function readPact(text: string, source: string): PactFile {
  const document = pactDocument(text, source);
  const specification = specificationOf(document);
  const all = listIn(document, "interactions").map((one, index) =>
    pactInteraction(isJsonObject(one) ? one : {}, index),
  );
  const http = all.filter((one) => typeOf(one, specification) === httpType);
  const plugins = specification < 4 ? [] : pluginsIn(document);
  return {
    source,
    consumer: nameIn(document, "consumer"),
    provider: nameIn(document, "provider"),
    interactions: plugins.length === 0 ? http : [],
    skipped: [
      ...skippedTypes(all, specification, listIn(document, "messages").length),
      ...skippedForPlugins(http, plugins),
    ],
    specification,
    document,
  };
}

function pactDocument(text: string, source: string): JsonObject {
  let document: Json;
  try {
    document = asJson(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PactFileError(`${source} is not JSON: ${reason}`, { cause: error });
  }
  const members = ["consumer", "provider", "interactions", "messages"];
  if (isJsonObject(document) && members.some((name) => Object.hasOwn(document, name))) {
    return document;
  }
  throw new PactFileError(
    `${source} is not a pact of HTTP interactions: it has none of the members ${members.join(", ")}.`,
  );
}

function listIn(document: JsonObject, name: string): readonly Json[] {
  const value = document[name];
  return Array.isArray(value) ? value : [];
}

function nameIn(document: JsonObject, role: "consumer" | "provider"): string {
  const { name = null } = objectIn(document, role);
  return name === null ? `unknown ${role}` : textOf(name);
}

/** Versions such as `4.0`, and the key `pact-specification` of older libraries. Without a version, it is 3. */
function specificationOf(document: JsonObject): number {
  const metadata = objectIn(document, "metadata");
  const version =
    objectIn(metadata, "pactSpecification")["version"] ??
    objectIn(metadata, "pact-specification")["version"] ??
    "3";
  const major = Number.parseInt(textOf(version), 10);
  return major >= 1 && major <= 4 ? major : 3;
}

const httpType = "synchronous/http";
const messageTypes: ReadonlySet<string> = new Set([
  "asynchronous/messages",
  "synchronous/messages",
]);

/** The type in lower case. Before specification 4, interactions have none and are HTTP. */
function typeOf({ document }: PactInteraction, specification: number): string {
  const { type = null } = document;
  const known = type === null || type === "" ? httpType : textOf(type).toLowerCase();
  return specification < 4 && !messageTypes.has(known) ? httpType : known;
}

/** Messages, also those of specification 3, and types that no specification has. */
function skippedTypes(
  all: readonly PactInteraction[],
  specification: number,
  messages: number,
): readonly SkippedPart[] {
  const types = all.map((one) => typeOf(one, specification)).filter((type) => type !== httpType);
  const unknown = types.filter((type) => !messageTypes.has(type));
  const count = messages + types.length - unknown.length;
  return [
    ...(count === 0
      ? []
      : [{ kind: "message" as const, count, reason: "Only interactions over HTTP are verified." }]),
    ...Array.from(
      Map.groupBy(unknown, (type) => type),
      ([type, of]) => ({
        kind: "interaction" as const,
        count: of.length,
        reason: `The type ${JSON.stringify(type)} is unknown. Expected "Synchronous/HTTP".`,
      }),
    ),
  ];
}

/** The plugins that the verifier would load. */
function pluginsIn(document: JsonObject): readonly string[] {
  return listIn(objectIn(document, "metadata"), "plugins").flatMap((plugin) => {
    if (!isJsonObject(plugin)) return [];
    const { name, version } = plugin;
    return typeof name === "string" && typeof version === "string" ? [`${name} ${version}`] : [];
  });
}

function skippedForPlugins(
  http: readonly PactInteraction[],
  plugins: readonly string[],
): readonly SkippedPart[] {
  if (plugins.length === 0) return [];
  const noun = plugins.length === 1 ? "plugin" : "plugins";
  const reason = `The pact needs the ${noun} ${plugins.join(", ")}, which verify does not run.`;
  return [{ kind: "interaction", count: http.length, reason }];
}
