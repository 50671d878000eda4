/** The rules and operations of the emulated API, as answers name them. */
import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject } from "../../base/values/json.ts";
import type { SandboxClient } from "../../library/client/sandbox-client.ts";

export interface Rule {
  readonly id: string;
  readonly clause: string;
  readonly standing: string;
  readonly statement: string;
  /** The page of the provider that shows it. */
  readonly source?: string | undefined;
  readonly operations?: readonly string[] | undefined;
  readonly default?: string | undefined;
  readonly alternatives?: readonly string[] | undefined;
}

export interface CataloguedOperation {
  readonly id: string;
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly summary: string;
  /** As the OpenAPI document describes it. */
  readonly description: JsonObject;
}

export interface Catalogue {
  readonly rules: readonly Rule[];
  readonly operations: readonly CataloguedOperation[];
  readonly document: JsonObject;
}

/** Reads the catalogue of a sandbox once; a failed attempt is repeated at the next call. */
export function newCatalogue(client: SandboxClient): () => Promise<Catalogue> {
  let reading: Promise<Catalogue> | null = null;
  return () => {
    reading ??= readCatalogue(client).catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  };
}

async function readCatalogue(client: SandboxClient): Promise<Catalogue> {
  const [{ data: rules }, document] = await Promise.all([
    client.rules(),
    client.documents.emulated(),
  ]);
  const whole: unknown = document;
  if (!isJsonObject(whole)) throw new Error("The OpenAPI document is not an object.");
  return { rules, operations: operationsIn(whole), document: whole };
}

function operationsIn(document: JsonObject): readonly CataloguedOperation[] {
  return Object.entries(member(document, "paths")).flatMap(([path, item]) =>
    Object.entries(isJsonObject(item) ? item : {}).flatMap(([method, description]) => {
      if (!isJsonObject(description)) return [];
      const { operationId, summary } = description;
      if (typeof operationId !== "string") return [];
      const text = typeof summary === "string" ? summary : "";
      return [{ id: operationId, method: method.toUpperCase(), path, summary: text, description }];
    }),
  );
}

/** A member that is an object; an empty one if it is not. */
export function member(value: Json | undefined, name: string): JsonObject {
  const found = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return isJsonObject(found) ? found : {};
}

/** What a `$ref` of the document points to; any other value itself. */
export function resolved(document: JsonObject, value: Json | undefined): JsonObject {
  if (!isJsonObject(value)) return {};
  const { $ref } = value;
  if (typeof $ref !== "string") return value;
  let found: JsonObject = document;
  for (const name of $ref.replace(/^#\//, "").split("/")) found = member(found, name);
  return found;
}

/** The numeric statuses of an operation with the rules that lead to each. */
export function statusesOf(
  { document }: Pick<Catalogue, "document">,
  { description }: CataloguedOperation,
): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, readonly string[]>();
  for (const [status, answer] of Object.entries(member(description, "responses"))) {
    const code = status === "5XX" ? 500 : Number(status);
    if (!Number.isInteger(code)) continue;
    const rules = resolved(document, answer)["x-rules"];
    found.set(code, Array.isArray(rules) ? rules.map(String) : []);
  }
  return found;
}
