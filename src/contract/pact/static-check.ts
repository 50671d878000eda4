import * as z from "zod";

import type { Json, JsonObject } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json.ts";
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

/** Compares pacts with the OpenAPI document of the emulated API. */
export async function checkStatically(
  pacts: readonly PactFile[],
  document: Json,
): Promise<readonly StaticFinding[]> {
  const comparator = await newComparator(withVersion(keptOpen(document)));
  const findings = await Promise.all(pacts.map((pact) => compared(comparator, pact)));
  return findings.flat();
}

async function compared(comparator: Comparator, pact: PactFile): Promise<readonly StaticFinding[]> {
  const findings: StaticFinding[] = [];
  for await (const { type, code, message, mockDetails } of comparator.compare(pact.document)) {
    if (type === "info") continue;
    findings.push({
      source: pact.source,
      severity: type,
      code,
      interaction: mockDetails?.interactionDescription ?? "",
      place: mockDetails?.location ?? "",
      message,
    });
  }
  return findings;
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

/** The document with each path twice, with and without the version prefix (rule http.version-prefix). */
function withVersion(document: Json): JsonObject {
  if (!isJsonObject(document)) throw new Error("The OpenAPI document is not an object.");
  const { servers: _servers, paths = {}, ...rest } = document;
  if (!isJsonObject(paths)) throw new Error("The OpenAPI document has no paths.");
  const versioned = Object.entries(paths).map(([path, item]) => [`/v1${path}`, item]);
  return { ...rest, paths: { ...paths, ...Object.fromEntries(versioned) } };
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

async function newComparator(document: JsonObject): Promise<Comparator> {
  const loaded: unknown = await import("@pactflow/openapi-pact-comparator").catch(() => {
    throw new MissingPackage(
      "@pactflow/openapi-pact-comparator",
      "The static check needs npm install --save-dev @pactflow/openapi-pact-comparator; --no-static skips it.",
    );
  });
  const { Comparator: Made } = Package.parse(loaded);
  return new Made({ oas: document });
}
