import * as z from "zod";

import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject } from "../../base/values/json.ts";
import type { Replayed, Unit } from "./replay.ts";
import { staticForm } from "./static-form.ts";
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
 * Compares replayed interactions with the OpenAPI documents of the emulated API that they met, each by itself: what
 * the comparator cannot judge is a warning for that interaction.
 */
export async function checkStatically(
  replayed: readonly Replayed[],
  newComparator: ComparatorMaker,
): Promise<readonly StaticFinding[]> {
  const comparators = new Map<Json, Comparator>();
  const comparatorOf = (document: Json): Comparator => {
    const made = comparators.get(document) ?? comparatorFor(document, newComparator);
    comparators.set(document, made);
    return made;
  };
  const findings = replayed.map(({ unit, document, answer }) =>
    compared(comparatorOf(document), unit, answer?.status ?? null),
  );
  return (await Promise.all(findings)).flat();
}

/** A comparator with a document, whose paths are accepted below each of `prefixes`. */
export function comparatorFor(
  document: Json,
  newComparator: ComparatorMaker,
  prefixes: readonly string[] = prefixesOf(document),
): Comparator {
  return newComparator(withPrefixes(keptOpen(document), prefixes));
}

/** Compares an interaction with a document; `answered` is the status of a real answer, if there was one. */
export async function compared(
  comparator: Comparator,
  { pact: { source, specification }, interaction }: Unit,
  answered: number | null,
): Promise<readonly StaticFinding[]> {
  const { index, description, hasStatusRule } = interaction;
  const status = hasStatusRule ? (answered ?? interaction.status) : interaction.status;
  const root = `[root].interactions[${index}]`;
  const { pact, unjudged } = staticForm(interaction, specification, status);
  const unjudgedAt = (place: string, reason: string): StaticFinding => ({
    source,
    severity: "warning",
    code: "interaction.not-judged",
    interaction: description,
    place,
    message: `Not judged in ${source}: ${reason}`,
  });
  const found = unjudged.map(({ place, reason }) => unjudgedAt(`${root}.${place}`, reason));
  try {
    for await (const { type, code, message, mockDetails } of comparator.compare(pact)) {
      if (type === "info" || isExpectedRefusal(code, status)) continue;
      const place = (mockDetails?.location ?? root).replace("[root].interactions[0]", () => root);
      found.push({ source, severity: type, code, interaction: description, place, message });
    }
  } catch (error) {
    found.push(unjudgedAt(root, error instanceof Error ? error.message : String(error)));
  }
  return found;
}

/** Whether an interaction expects what unknown paths and methods are answered (rules http.path.unknown, http.method.unknown). */
function isExpectedRefusal(code: string, status: number): boolean {
  return code === "request.path-or-method.unknown" && (status === 404 || status === 405);
}

/** Replaces `additionalProperties: true` with `{}`, because the comparator would turn it into false. */
function keptOpen(value: Json): Json {
  if (Array.isArray(value)) return value.map(keptOpen);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, item]): [string, Json] => [
    name,
    name === "additionalProperties" && item === true ? {} : keptOpen(item),
  ]);
  return Object.fromEntries(entries);
}

/** The document with each path below every prefix. */
function withPrefixes(document: Json, prefixes: readonly string[]): JsonObject {
  if (!isJsonObject(document)) throw new Error("The OpenAPI document is not an object.");
  const { servers: _servers, paths = {}, ...rest } = document;
  if (!isJsonObject(paths)) throw new Error("The OpenAPI document has no paths.");
  const all = prefixes.flatMap((prefix) =>
    Object.entries(paths).map(([path, item]) => [prefix + path, item]),
  );
  return { ...rest, paths: Object.fromEntries(all) };
}

/** The prefixes under the choices that the document names (rules http.version-prefix, http.version.other). */
function prefixesOf(document: Json): readonly string[] {
  const { info = null } = isJsonObject(document) ? document : {};
  const { "x-assumptions": chosen = null } = isJsonObject(info) ? info : {};
  const assumptions: JsonObject = isJsonObject(chosen) ? chosen : {};
  return [
    "/v1",
    ...(assumptions["http.version-prefix"] === "required" ? [] : [""]),
    ...(assumptions["http.version.other"] === "accepted" ? ["/v{version}"] : []),
  ];
}

/** The part of the package in use; its own types do not resolve. */
export interface Comparator {
  readonly compare: (pact: JsonObject) => AsyncIterable<Finding>;
}

interface Finding {
  readonly type: "error" | "warning" | "info";
  readonly code: string;
  readonly message: string;
  readonly mockDetails?: {
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
