import type { JsonObject } from "../domain/json.ts";
import type { Operation } from "../http/operation.ts";
import type { DocumentedOperation } from "./document.ts";
import { jsonContent, parametersOf, pathsOf } from "./document.ts";
import type { SchemaWriter } from "./json-schema.ts";
import { newSchemaWriter } from "./json-schema.ts";

/** An operation of the tester's plane, as far as a document tells of it. */
export interface DocumentedControlOperation extends Operation {
  readonly level: "server" | "workspace";
  readonly mediaType?: string;
}

const prefix = "/_sandbox";
const serverLevel = [{ url: prefix, description: "The sandbox" }];
/** Every path of a workspace exists twice: the default workspace needs no id. */
const workspaceLevel = [
  { url: prefix, description: "The workspace named default" },
  {
    url: `${prefix}/workspaces/{workspace}`,
    description: "Any workspace",
    variables: { workspace: { default: "default", description: "The id of a workspace" } },
  },
];

/** The tester's plane as an OpenAPI 3.1 document. */
export function controlDocument(
  operations: readonly DocumentedControlOperation[],
  { version }: { readonly version: string },
): JsonObject {
  const schemas = newSchemaWriter();
  const paths = pathsOf(operations.map((operation) => documented(operation, schemas)));
  return {
    openapi: "3.1.1",
    info: {
      title: "Control API",
      version,
      summary: "The tester's plane of the sandbox",
      description:
        "Everything that a tester can do to a sandbox. Answers are `{ data }`, lists `{ data, meta }`. " +
        "Never metered, never faulted, never in the journal.",
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: serverLevel,
    tags: Array.from(new Set(operations.map(tagOf)), (name) => ({
      name,
      description: `Calls about ${name}`,
    })),
    security: [{}, { token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "Needed where LEAD_SANDBOX_CONTROL_TOKEN is set",
        },
      },
      schemas: { ...schemas.components(), ControlError: controlError },
    },
  };
}

function documented(
  operation: DocumentedControlOperation,
  schemas: SchemaWriter,
): DocumentedOperation {
  const { id, summary, level, method, path, status, body } = operation;
  const codes = [401, 403, 404, 422, ...(method === "GET" ? [] : [409]), ...(body ? [413] : [])];
  return {
    path,
    method,
    servers: level === "server" ? serverLevel : workspaceLevel,
    description: {
      operationId: id,
      summary,
      tags: [tagOf(operation)],
      parameters: [...parametersOf(operation, schemas)],
      ...(body === undefined
        ? {}
        : { requestBody: { content: jsonContent(schemas.write(body, "input")) } }),
      responses: {
        [String(status)]: success(operation, schemas),
        ...Object.fromEntries(codes.map((code) => [String(code), refusal(code)])),
      },
    },
  };
}

function success(operation: DocumentedControlOperation, schemas: SchemaWriter): JsonObject {
  const { answer, mediaType } = operation;
  const description = "Success";
  if (answer !== null) {
    return { description, content: jsonContent(schemas.write(answer, "output")) };
  }
  return { description, content: { [mediaType ?? "application/octet-stream"]: {} } };
}

function refusal(status: number): JsonObject {
  return {
    description: refusals[status] ?? "Refused",
    content: jsonContent({ $ref: "#/components/schemas/ControlError" }),
  };
}

const refusals: Readonly<Record<number, string>> = {
  401: "A token is needed",
  403: "The host or the origin may not call this plane",
  404: "There is no such thing",
  409: "The world is not in a state that allows it",
  413: "The body is too large",
  422: "The query or the body is not understood",
};

const controlError: JsonObject = {
  type: "object",
  required: ["message"],
  properties: {
    message: { type: "string" },
    fields: {
      type: "object",
      additionalProperties: {
        type: "array",
        items: {
          type: "object",
          required: ["code", "message"],
          properties: { code: { type: "string" }, message: { type: "string" } },
        },
      },
    },
    hint: { type: "string" },
  },
};

function tagOf({ path }: Operation): string {
  return (path.split("/")[1] ?? "").replace(/\..*$/, "");
}
