/** Assembles an OpenAPI 3.1 document from operations. */
import * as z from "zod";

import type { Json, JsonObject } from "../../base/values/json.ts";
import type { Operation } from "../../network/http/operation.ts";
import type { Examples } from "./examples.ts";
import { exampleOf } from "./examples.ts";
import type { SchemaWriter } from "./json-schema.ts";

/** An operation and its place in a document. */
export interface DocumentedOperation {
  readonly path: string;
  readonly method: string;
  readonly description: JsonObject;
  /** The servers of the path, if they differ from the document's. */
  readonly servers?: readonly JsonObject[];
}

/** What the operations of one document share. */
export interface Drafting {
  readonly schemas: SchemaWriter;
  readonly examples: Examples;
}

/** Groups operations by path and keeps their order. */
export function pathsOf(operations: readonly DocumentedOperation[]): JsonObject {
  return Object.fromEntries(
    [...Map.groupBy(operations, ({ path }) => path)].map(([path, of]) => [
      path,
      {
        ...(of[0]?.servers === undefined ? {} : { servers: of[0].servers }),
        ...Object.fromEntries(of.map((one) => [one.method.toLowerCase(), one.description])),
      },
    ]),
  );
}

export function parametersOf(operation: Operation, drafting: Drafting): readonly JsonObject[] {
  const names = Array.from(operation.path.matchAll(/\{(\w+)\}/g), ([, name]) => name ?? "");
  return [
    ...names.map((name) => pathParameter(name, operation, drafting)),
    ...Object.entries(operation.query.shape).map(([name, schema]) =>
      queryParameter(name, asSchema(schema), drafting),
    ),
  ];
}

function pathParameter(name: string, { id, path }: Operation, { examples }: Drafting): JsonObject {
  const example = exampleOf(examples, id)?.path?.[name];
  return {
    name,
    in: "path",
    required: true,
    description: described(name, path),
    schema: { type: "string" },
    ...(example === undefined ? {} : { example }),
  };
}

/** `{leadId}` is the id of a Lead. A plain `{id}` or `{name}` belongs to the path segment before it. */
function described(name: string, path: string): string {
  const segments = path.split("/");
  const before = segments[segments.findIndex((segment) => segment.startsWith("{")) - 1] ?? "";
  if (name === "id") return `The id of one of the ${before}`;
  const thing = /^(\w+)Id$/.exec(name)?.[1];
  if (thing === undefined) return `The name of one of the ${before}`;
  const resource = thing.slice(0, 1).toUpperCase() + thing.slice(1);
  return `The id of the ${resources.has(resource) ? resource : thing}`;
}

/** Resources that the interface capitalizes. */
const resources: ReadonlySet<string> = new Set([
  "ClientProfile",
  "Firm",
  "FirmMember",
  "Lead",
  "Plan",
  "ReferralCode",
]);

function queryParameter(name: string, schema: z.ZodType, { schemas }: Drafting): JsonObject {
  const written = schemas.write(schema, "input");
  const { description, parameterMediaType, example, ...drawn } = written;
  const parameter = {
    name,
    in: "query",
    required: false,
    ...(description === undefined ? {} : { description }),
  };
  if (parameterMediaType !== undefined) {
    // A string, not `content`: generators of clients leave out a parameter with `content`, or do not write it as JSON.
    return {
      ...parameter,
      ...(example === undefined ? {} : { example: JSON.stringify(example) }),
      schema: {
        type: "string",
        contentMediaType: parameterMediaType,
        contentSchema: drawn,
      },
    };
  }
  return {
    ...parameter,
    ...(example === undefined ? {} : { example }),
    // One comma-separated parameter, not one per item.
    ...(drawn["type"] === "array" ? { style: "form", explode: false } : {}),
    schema: drawn,
  };
}

/** Every member of a shape is a `z.ZodType`, but the type of a shape is wider. */
function asSchema(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new Error("A parameter has no schema.");
}

/** The request body of an operation and its example; empty if the operation takes none. */
export function requestBodyOf(
  { id, body, bodyType }: Operation,
  { schemas, examples }: Drafting,
): { readonly requestBody?: JsonObject } {
  if (body === undefined) return {};
  if (bodyType !== undefined) {
    return { requestBody: { required: true, content: { [bodyType]: {} } } };
  }
  const content = jsonContent(schemas.write(body, "input"), exampleOf(examples, id)?.body);
  return { requestBody: { required: !body.safeParse(undefined).success, content } };
}

/** A JSON body as the `content` of a request or an answer. */
export function jsonContent(schema: Json, example?: Json): JsonObject {
  return { "application/json": { schema, ...(example === undefined ? {} : { example }) } };
}
