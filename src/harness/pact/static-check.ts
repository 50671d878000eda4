import * as z from "zod";

import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject } from "../../base/values/json.ts";
import type { PactFile } from "./pact-file.ts";
import { MissingPackage } from "./verifier.ts";

/** A difference between a pact and the OpenAPI document, whether or not a run shows it. */
export interface StaticFinding {
  readonly source: string;
  readonly severity: "error" | "warning";
  readonly code: string;
  readonly interaction: string;
  /** The path within the pact. */
  readonly place: string;
  readonly message: string;
}

/**
 * Compares the pacts with the OpenAPI document of the emulated API. `documentOf` returns the document of the choices
 * that the interaction with that number met.
 */
export async function checkStatically(
  pacts: readonly PactFile[],
  documentOf: (number: number) => Json,
  newComparator: ComparatorMaker,
): Promise<readonly StaticFinding[]> {
  const comparators = new Map<Json, Comparator>();
  const comparatorOf = (document: Json): Comparator => {
    const made = comparators.get(document) ?? newComparator(withVersion(keptOpen(document)));
    comparators.set(document, made);
    return made;
  };
  let first = 0;
  const findings = pacts.map(async (pact) => {
    const numbers = pact.interactions.map((_, index) => first + index);
    first += pact.interactions.length;
    const documents = numbers.map(documentOf);
    const each = [...new Set(documents)].map((document) =>
      compared(comparatorOf(document), pact, (index) => documents[index] === document),
    );
    const found = await Promise.all(each);
    return found.flat().toSorted((one, other) => one.index - other.index);
  });
  return (await Promise.all(findings)).flat().map(({ finding }) => finding);
}

interface Indexed {
  /** The index of the interaction in its pact. */
  readonly index: number;
  readonly finding: StaticFinding;
}

/** The findings about those interactions of a pact that `isMeant` selects by their index. */
async function compared(
  comparator: Comparator,
  pact: PactFile,
  isMeant: (index: number) => boolean,
): Promise<readonly Indexed[]> {
  const found: Indexed[] = [];
  for await (const { type, code, message, mockDetails } of comparator.compare(pact.document)) {
    const place = mockDetails?.location ?? "";
    const index = Number(/^\[root\]\.interactions\[(\d+)\]/.exec(place)?.[1] ?? 0);
    if (type === "info" || !isMeant(index)) continue;
    const interaction = mockDetails?.interactionDescription ?? "";
    const { source } = pact;
    found.push({ index, finding: { source, severity: type, code, interaction, place, message } });
  }
  return found;
}

/**
 * Replaces `additionalProperties: true` with `{}`, because the comparator would turn it into false, and the JSON of a
 * query parameter with a string, because it reads only schemas.
 */
function keptOpen(value: Json): Json {
  if (Array.isArray(value)) return value.map(keptOpen);
  if (!isJsonObject(value)) return value;
  const { content, ...parameter } = value;
  if (value["in"] === "query" && content !== undefined) {
    return { ...parameter, schema: { type: "string" } };
  }
  const entries = Object.entries(value).map(([name, item]): [string, Json] => [
    name,
    name === "additionalProperties" && item === true ? {} : keptOpen(item),
  ]);
  return Object.fromEntries(entries);
}

/** The document with each path below every prefix that the workspace accepts. */
function withVersion(document: Json): JsonObject {
  if (!isJsonObject(document)) throw new Error("The OpenAPI document is not an object.");
  const { servers: _servers, paths = {}, ...rest } = document;
  if (!isJsonObject(paths)) throw new Error("The OpenAPI document has no paths.");
  const all = prefixesOf(document).flatMap((prefix) =>
    Object.entries(paths).map(([path, item]) => [prefix + path, item]),
  );
  return { ...rest, paths: Object.fromEntries(all) };
}

/** The prefixes under the choices that the document names (rules http.version-prefix, http.version.other). */
function prefixesOf({ info = null }: JsonObject): readonly string[] {
  const { "x-assumptions": chosen = null } = isJsonObject(info) ? info : {};
  const assumptions: JsonObject = isJsonObject(chosen) ? chosen : {};
  return [
    "/v1",
    ...(assumptions["http.version-prefix"] === "required" ? [] : [""]),
    ...(assumptions["http.version.other"] === "accepted" ? ["/v{version}"] : []),
  ];
}

/** The part of the package in use; its own types do not resolve. */
interface Comparator {
  readonly compare: (pact: JsonObject) => AsyncIterable<Finding>;
}

interface Finding {
  readonly type: "error" | "warning" | "info";
  readonly code: string;
  readonly message: string;
  readonly mockDetails?: {
    readonly interactionDescription?: string | null;
    readonly location: string;
  };
}

const Package = z.looseObject({
  Comparator: z.custom<new (options: { readonly oas: JsonObject }) => Comparator>(
    (value) => typeof value === "function",
  ),
});

/** Creates a comparator with an OpenAPI document. */
export type ComparatorMaker = (document: JsonObject) => Comparator;

/** Throws `MissingPackage` if the package is not installed. */
export async function loadComparator(): Promise<ComparatorMaker> {
  const loaded: unknown = await import("@pactflow/openapi-pact-comparator").catch(() => {
    throw new MissingPackage(
      "@pactflow/openapi-pact-comparator",
      "The static check needs npm install --save-dev @pactflow/openapi-pact-comparator; --no-static skips it.",
    );
  });
  const { Comparator: Made } = Package.parse(loaded);
  return (document) => new Made({ oas: document });
}
