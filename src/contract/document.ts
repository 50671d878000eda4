/** Assembling an OpenAPI 3.1 document from operations. */
import type * as z from "zod";

import type { Json, JsonObject } from "../domain/json.ts";
import type { Operation } from "../http/operation.ts";
import type { SchemaWriter } from "./json-schema.ts";

/** An operation with the place it has in a document. */
export interface DocumentedOperation {
  readonly path: string;
  readonly method: string;
  readonly description: JsonObject;
  /** Of the path, where they are other than the document's. */
  readonly servers?: readonly JsonObject[];
}

/** `paths` with the operations of one path together, in the order in which they come. */
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

/** The parameters of an operation: those of its path, and those of its query. */
export function parametersOf(operation: Operation, schemas: SchemaWriter): readonly JsonObject[] {
  const names = Array.from(operation.path.matchAll(/\{(\w+)\}/g), ([, name]) => name ?? "");
  return [
    ...names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    ...Object.entries(operation.query.shape).map(([name, schema]) =>
      queryParameter(name, schema, schemas),
    ),
  ];
}

function queryParameter(name: string, schema: z.core.$ZodType, schemas: SchemaWriter): JsonObject {
  return { name, in: "query", required: false, schema: schemas.write(asSchema(schema), "input") };
}

/** The members of a shape are zod's own classes: the type of a shape just does not say so. */
function asSchema(schema: z.core.$ZodType): z.ZodType {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return schema as z.ZodType;
}

/** A JSON body, as `content` of a request or an answer. */
export function jsonContent(schema: Json): JsonObject {
  return { "application/json": { schema } };
}
