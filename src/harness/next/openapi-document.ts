/** Reads an OpenAPI document, 3.0 or 3.1, JSON or YAML, into its operations. */
import { isScalar, LineCounter, parseDocument, visit } from "yaml";

import type { Json, JsonObject } from "../../base/values/json.ts";
import { isJsonObject, objectOrEmpty, parsedJson, textOrEmpty } from "../../base/values/json.ts";
import { quotedShort } from "./change-id.ts";
import { headerName, statusName } from "./change-parts.ts";
import type { Schemas } from "./schema-shape.ts";
import { newSchemas } from "./schema-shape.ts";

/** An invalid file; the message names it and says what to do. */
export class NextFileError extends Error {}

export interface ApiParameter {
  readonly isRequired: boolean;
  readonly schema: JsonObject;
  readonly renamedFrom: string | null;
}

export interface ApiBody {
  readonly mediaType: string | null;
  readonly schema: JsonObject | null;
}

export interface ApiAnswer extends ApiBody {
  readonly headers: ReadonlyMap<string, JsonObject>;
}

export interface ApiOperation {
  /** Its operationId, else its method and path. */
  readonly id: string;
  readonly method: string;
  /** Below the base path. */
  readonly path: string;
  /** By place and name, such as `query.limit`. Those of the path have no fixed name, and are left out. */
  readonly parameters: ReadonlyMap<string, ApiParameter>;
  readonly request: ApiBody | null;
  /** By status, such as `201` and `4XX`. */
  readonly answers: ReadonlyMap<string, ApiAnswer>;
  readonly isDeprecated: boolean;
  readonly sunset: string | null;
}

export interface ApiDocument {
  readonly file: string;
  readonly title: string;
  readonly version: string;
  readonly basePath: string;
  /** Where the key stands, such as `header.X-API-Key`; null without one. */
  readonly keyPlace: string | null;
  readonly operations: readonly ApiOperation[];
  readonly schemas: Schemas;
}

/**
 * Parses JSON or YAML. Throws `NextFileError` for anything else, and for YAML whose aliases expand to too much or lead
 * in a circle.
 */
export function parseJsonOrYaml(text: string, file: string): Json {
  const json = parsedJson(text);
  if (json !== undefined) return json;
  try {
    const value = parsedYaml(text);
    // Aliases may lead in a circle, which JSON cannot.
    const copy: Json = JSON.parse(JSON.stringify(value ?? null));
    return copy;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    throw new NextFileError(
      `${file} is neither JSON nor YAML that can be read: ${reason.replace(/[.:]$/, "")}. Expected an OpenAPI document or a list of changes.`,
      { cause: error },
    );
  }
}

/** Parses YAML, and checks its keys itself: the package compares each key of a map with all keys before it. */
function parsedYaml(text: string): unknown {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { uniqueKeys: false, lineCounter, logLevel: "error" });
  const [error] = document.errors;
  if (error !== undefined) throw error;
  visit(document, {
    Map(_place, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (keys.has(key.value)) {
          const { line, col } = lineCounter.linePos(key.range?.[0] ?? 0);
          throw new Error(`Map keys must be unique at line ${line}, column ${col}`);
        }
        keys.add(key.value);
      }
    },
  });
  return document.toJS({ maxAliasCount: 100 });
}

/** Whether a value is meant as an OpenAPI document. */
export function isOpenApi(value: Json): value is JsonObject {
  return isJsonObject(value) && (value["openapi"] !== undefined || value["swagger"] !== undefined);
}

/** Reads the operations of `document`. Throws `NextFileError` for other versions than 3.0 and 3.1. */
export function readOpenApi(
  document: JsonObject,
  file: string,
  intern: (text: string) => number,
): ApiDocument {
  const said = textOrEmpty(document["openapi"]);
  if (!/^3\.[01](?:\.|$)/.test(said)) {
    throw new NextFileError(
      `${file} is not an OpenAPI document of version 3.0 or 3.1: openapi is ${quotedShort(document["openapi"] ?? null)}. Convert it, or write a list of changes.`,
    );
  }
  const schemas = newSchemas(document, intern);
  const items = Object.entries(objectOrEmpty(document["paths"]));
  const base = basePathOf(document);
  const info = objectOrEmpty(document["info"]);
  return {
    file,
    title: textOrEmpty(info["title"]),
    version: textOrEmpty(info["version"]),
    basePath: base.path === "" ? "/" : base.path,
    keyPlace: keyPlaceOf(document, schemas),
    operations: items.flatMap(([path, item]) =>
      operationsAt(pathBelow(path, base.inPaths), item, schemas),
    ),
    schemas,
  };
}

/** A path without the first `length` characters, which belong to the base path. */
export function pathBelow(path: string, length: number): string {
  return `/${path.slice(length).replace(/^\/|\/$/g, "")}`;
}

/** The document with paths below its base path, such as `/leads`. */
export function belowBasePath(document: JsonObject): {
  readonly document: JsonObject;
  readonly basePath: string;
} {
  const { path, inPaths } = basePathOf(document);
  const paths = Object.entries(objectOrEmpty(document["paths"])).map(
    ([one, item]) => [pathBelow(one, inPaths), item] as const,
  );
  return { document: { ...document, paths: Object.fromEntries(paths) }, basePath: path };
}

/** The base path of the first server, and the version with which each path begins. */
export function basePathOf(document: JsonObject): {
  readonly path: string;
  /** How many of its characters each path of the document has. */
  readonly inPaths: number;
} {
  const paths = Object.keys(objectOrEmpty(document["paths"]));
  const { servers } = document;
  const server = objectOrEmpty(Array.isArray(servers) ? servers[0] : undefined);
  const variables = objectOrEmpty(server["variables"]);
  const url = textOrEmpty(server["url"]).replaceAll(/\{([^{}]*)\}/g, (_all, name: string) =>
    textOrEmpty(objectOrEmpty(variables[name])["default"]),
  );
  const path = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, "").replace(/\/+$/, "");
  const [, first] = /^(\/v\d+)\//.exec(paths[0] ?? "") ?? [];
  if (first === undefined || !paths.every((one) => one.startsWith(`${first}/`))) {
    return { path, inPaths: 0 };
  }
  return { path: path + first, inPaths: first.length };
}

function keyPlaceOf(document: JsonObject, schemas: Schemas): string | null {
  const schemes = objectOrEmpty(objectOrEmpty(document["components"])["securitySchemes"]);
  const required = Array.isArray(document["security"]) ? document["security"] : [];
  const names = [
    ...required.flatMap((one) => Object.keys(objectOrEmpty(one))),
    ...Object.keys(schemes),
  ];
  const scheme = schemas.resolve(schemes[names[0] ?? ""]);
  if (scheme["type"] === "apiKey")
    return `${textOrEmpty(scheme["in"])}.${textOrEmpty(scheme["name"])}`;
  return scheme["type"] === undefined ? null : "header.Authorization";
}

/** The methods that a path can have, as a document names them. */
export const methods: readonly string[] = [
  "get",
  "put",
  "post",
  "delete",
  "patch",
  "head",
  "options",
  "trace",
];

function operationsAt(path: string, value: Json, schemas: Schemas): readonly ApiOperation[] {
  const item = schemas.resolve(value);
  return methods.flatMap((name) => {
    const operation = item[name];
    if (operation === undefined || !isJsonObject(operation)) return [];
    const method = name.toUpperCase();
    return [
      {
        id: textOrEmpty(operation["operationId"]) || `${method} ${path}`,
        method,
        path,
        parameters: parametersOf([item["parameters"], operation["parameters"]], schemas),
        request:
          operation["requestBody"] === undefined
            ? null
            : bodyOf(schemas.resolve(operation["requestBody"]), schemas),
        answers: new Map(
          Object.entries(objectOrEmpty(operation["responses"]))
            .filter(([status]) => statusName.test(status))
            .map(([status, answer]) => [
              status.toUpperCase(),
              answerOf(schemas.resolve(answer), schemas),
            ]),
        ),
        isDeprecated: operation["deprecated"] === true,
        sunset: textOrEmpty(operation["x-sunset"]) || null,
      },
    ];
  });
}

function parametersOf(
  lists: readonly (Json | undefined)[],
  schemas: Schemas,
): ApiOperation["parameters"] {
  const listed = lists.flatMap((list) => (Array.isArray(list) ? list : []));
  return new Map(
    listed
      .map((value) => schemas.resolve(value))
      .filter((parameter) => parameter["in"] !== "path")
      .map((parameter) => [
        `${textOrEmpty(parameter["in"])}.${textOrEmpty(parameter["name"])}`,
        {
          isRequired: parameter["required"] === true,
          schema: parameterSchema(parameter, schemas),
          renamedFrom: textOrEmpty(parameter["x-renamed-from"]) || null,
        },
      ]),
  );
}

/** The schema of a parameter; of the value that it holds as JSON. */
function parameterSchema(parameter: JsonObject, schemas: Schemas): JsonObject {
  const { schema } = parameter;
  if (!isJsonObject(schema)) return bodyOf(parameter, schemas).schema ?? {};
  const { contentSchema = null } = schema;
  return isJsonObject(contentSchema) ? contentSchema : schema;
}

/** The body in JSON, else the first form that is listed. */
function bodyOf(value: JsonObject, schemas: Schemas): ApiBody {
  const contents = Object.entries(objectOrEmpty(value["content"]));
  const [mediaType, content] =
    contents.find(([type]) => /\bjson\b/i.test(type)) ?? contents[0] ?? [];
  if (mediaType === undefined) return { mediaType: null, schema: null };
  const { schema } = schemas.resolve(content);
  return {
    mediaType: mediaType.split(";")[0]?.trim().toLowerCase() ?? null,
    schema: isJsonObject(schema) ? schema : null,
  };
}

function answerOf(value: JsonObject, schemas: Schemas): ApiAnswer {
  const headers = Object.entries(objectOrEmpty(value["headers"])).filter(([name]) =>
    headerName.test(name),
  );
  return {
    ...bodyOf(value, schemas),
    headers: new Map(headers.map(([name, header]) => [name, schemas.resolve(header)])),
  };
}
