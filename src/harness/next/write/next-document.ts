/** Writes a list of changes into the present document, for tools that read a document. */
import type { Json, JsonObject } from "../../../base/values/json.ts";
import { isJsonObject, objectOrEmpty, textOrEmpty } from "../../../base/values/json.ts";
import type { KnownOperation } from "../compare-documents.ts";
import { newContext } from "../edge/edge-context.ts";
import { nextRoute, placeParts } from "../edge/route-edits.ts";
import type { Change } from "../findings.ts";
import type { NextInterface } from "../next-interface.ts";
import { basePathOf, methods, pathBelow } from "../openapi-document.ts";
import { newInterning, newSchemas } from "../schema-shape.ts";
import type { BodyWriting } from "./body-schemas.ts";
import { nextOperation, parameterName } from "./operation-edits.ts";

export interface NextDocument {
  readonly document: JsonObject;
  /** The changes that have no place in it. */
  readonly unwritten: readonly Change[];
}

/** The present document with the changes of a list for it. */
export function nextDocument(present: JsonObject, next: NextInterface): NextDocument {
  const { changes } = next;
  const choices = { unknownField: "refused", limit: "refused", offset: "refused" } as const;
  const writing: BodyWriting = {
    context: newContext(next, changes, choices),
    schemas: newSchemas(present, newInterning()),
    hasNullType: !textOrEmpty(present["openapi"]).startsWith("3.0"),
    copies: new Map(),
    names: new Map(),
    written: new Set(),
  };
  const paths = nextPaths(present, next, writing);
  const components = objectOrEmpty(present["components"]);
  const schemas = {
    ...objectOrEmpty(components["schemas"]),
    ...Object.fromEntries(writing.copies),
  };
  const document: JsonObject = {
    ...present,
    ...withKey(present, changes, writing),
    servers: [{ url: nextBasePath(present, changes, writing) }],
    paths,
  };
  return {
    document: { ...document, components: { ...objectOrEmpty(document["components"]), schemas } },
    unwritten: changes.filter(({ id }) => !writing.written.has(id)),
  };
}

/** All operations have the same base path. */
function nextBasePath(
  present: JsonObject,
  changes: readonly Change[],
  { written }: BodyWriting,
): string {
  const change = changes.find(
    ({ kind, operations }) => kind === "base-path" && operations.length === 0,
  );
  if (change !== undefined) written.add(change.id);
  return change?.to ?? (basePathOf(present).path || "/");
}

/** All operations have the same key, which is the first that the document requires. */
function withKey(
  { components }: JsonObject,
  changes: readonly Change[],
  { written }: BodyWriting,
): JsonObject {
  const change = changes.find(({ kind, operations }) => kind === "auth" && operations.length === 0);
  const [place = "", name = ""] = placeParts(change?.to ?? "");
  if (change === undefined || !["header", "query", "cookie"].includes(place)) return {};
  written.add(change.id);
  const key = { type: "apiKey", in: place, name };
  return {
    components: { ...objectOrEmpty(components), securitySchemes: { next: key } },
    security: [{ next: [] }],
  };
}

function nextPaths(
  present: JsonObject,
  { changes, places }: NextInterface,
  writing: BodyWriting,
): JsonObject {
  const { inPaths } = basePathOf(present);
  const paths = new Map<string, Map<string, Json>>();
  const add = (path: string, method: string, operation: Json): void => {
    const item = paths.get(path) ?? new Map<string, Json>();
    paths.set(path, item.set(method.toLowerCase(), operation));
  };
  for (const [key, value] of Object.entries(objectOrEmpty(present["paths"]))) {
    const path = pathBelow(key, inPaths);
    const item = writing.schemas.resolve(value);
    for (const method of methods) {
      const operation = item[method];
      if (!isJsonObject(operation)) continue;
      const parameters = parametersIn([item, operation], writing);
      const found = places.known.find(
        ({ from }) => from.path === path && from.method === method.toUpperCase(),
      );
      const next =
        found === undefined
          ? { route: { path, method }, operation: { ...operation, parameters } }
          : nextPlaced({ ...operation, parameters }, found, writing);
      if (next !== null) add(next.route.path, next.route.method, next.operation);
    }
  }
  for (const { id, subject } of changes.filter(({ kind }) => kind === "operation-added")) {
    const [method = "", path = ""] = subject.split(" ");
    if (!methods.includes(method.toLowerCase()) || !path.startsWith("/")) continue;
    writing.written.add(id);
    add(path, method, { responses: {} });
  }
  return Object.fromEntries(Array.from(paths, ([path, item]) => [path, Object.fromEntries(item)]));
}

/** The parameters of an operation: those of its path, and its own, which override them. */
function parametersIn(
  owners: readonly JsonObject[],
  { schemas }: BodyWriting,
): readonly JsonObject[] {
  const all = owners.flatMap(({ parameters }) => (Array.isArray(parameters) ? parameters : []));
  const named = all.map((one) => schemas.resolve(one));
  return [...new Map(named.map((one) => [parameterName(one), one])).values()];
}

/** The operation at its next path and method; null if it is gone. */
function nextPlaced(
  operation: JsonObject,
  known: KnownOperation,
  writing: BodyWriting,
): {
  readonly route: Pick<ReturnType<typeof nextRoute>, "path" | "method">;
  readonly operation: JsonObject;
} | null {
  const { context, written } = writing;
  const [removed] = context.changes(known.id, "operation-removed");
  if (removed !== undefined) {
    written.add(removed.id);
    return null;
  }
  const route = nextRoute(known, context);
  for (const { id, kind } of route.changes) if (kind !== "base-path") written.add(id);
  const next = nextOperation(operation, known, writing);
  return { route, operation: withNamesOf(route.path, known.from.path, next) };
}

/** The operation with the names that its parameters have in another path. */
function withNamesOf(path: string, before: string, operation: JsonObject): JsonObject {
  const { parameters } = operation;
  if (path === before || !Array.isArray(parameters)) return operation;
  const [names, old] = [namesIn(path), namesIn(before)];
  const renamed = parameters.map((one: Json) => {
    const parameter = objectOrEmpty(one);
    const { name = "" } = parameter;
    const at = parameter["in"] === "path" ? old.indexOf(textOrEmpty(name)) : -1;
    return { ...parameter, name: names[at] ?? name };
  });
  return { ...operation, parameters: renamed };
}

function namesIn(path: string): readonly string[] {
  return Array.from(path.matchAll(/\{([^{}]*)\}/g), ([, name = ""]) => name);
}
