import type { JsonObject } from "../domain/json.ts";
import type { RuledOperation } from "../http/operation.ts";
import { refusalsWith, statusesOf } from "../http/statuses.ts";
import type { RuleId } from "../rules/catalogue.ts";
import { ruleOf } from "../rules/catalogue.ts";
import type { DocumentedOperation } from "./document.ts";
import { jsonContent, parametersOf, pathsOf } from "./document.ts";
import type { SchemaWriter } from "./json-schema.ts";
import { newSchemaWriter } from "./json-schema.ts";

/** The emulated API as an OpenAPI 3.1 document (interface 4): every operation with every status it can answer. */
export function emulatedDocument(
  operations: readonly RuledOperation[],
  options: { readonly version: string; readonly requireHttps: boolean },
): JsonObject {
  const schemas = newSchemaWriter();
  const paths = pathsOf(operations.map((operation) => documented(operation, schemas, options)));
  return {
    openapi: "3.1.1",
    info: {
      title: "Lead API",
      version: options.version,
      summary: "The mortgage-referral Lead API as the sandbox emulates it",
      description:
        "Every answer rests on rules; `x-rules` names those of each, `GET /_sandbox/rules` has them all. " +
        "What is assumed can be switched for a workspace, so an operation can have several statuses for one case.",
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: "/v1", description: "This sandbox; the host selects API and environment" }],
    tags: tagsOf(operations),
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: "apiKey",
          in: "header",
          name: "X-API-Key",
          description: "A UUID version 4 of one Firm, role type and environment (interface 5.2)",
        },
      },
      schemas: { ...schemas.components(), Error: errorSchema(false), FieldError: fieldErrorSchema },
    },
  };
}

function documented(
  operation: RuledOperation,
  schemas: SchemaWriter,
  { requireHttps }: { readonly requireHttps: boolean },
): DocumentedOperation {
  const { id, summary, clause, method, path, rules, body } = operation;
  const statuses = [...statusesOf(operation), ...(requireHttps ? [426] : [])];
  const responses = statuses.map((status) => [
    String(status),
    response(operation, status, schemas),
  ]);
  return {
    path,
    method,
    description: {
      operationId: id,
      summary,
      description: `Interface ${clause}.`,
      tags: [tagOf(operation)],
      "x-rules": [...rules],
      parameters: [...parametersOf(operation, schemas)],
      ...(body === undefined
        ? {}
        : { requestBody: { required: true, content: jsonContent(schemas.write(body, "input")) } }),
      responses: Object.fromEntries(responses),
    },
  };
}

function response(operation: RuledOperation, status: number, schemas: SchemaWriter): JsonObject {
  if (status === 204) return { description: "Done, under the alternative of rule lead.delete" };
  if (status < 300) {
    const { answer } = operation;
    const schema = answer === null ? {} : schemas.write(answer, "output");
    return { description: "Success", content: jsonContent(schema) };
  }
  const rules = refusalsWith(operation, status);
  const withFields = status === 409 || status === 422;
  return {
    description: rules.map(sentence).join("\n\n") || descriptions[status] || "Refused",
    "x-rules": [...rules],
    content: jsonContent(
      withFields
        ? { $ref: "#/components/schemas/FieldError" }
        : { $ref: "#/components/schemas/Error" },
    ),
  };
}

function sentence(id: RuleId): string {
  return `${id}: ${ruleOf(id).statement}`;
}

const descriptions: Readonly<Record<number, string>> = {
  400: "The body is malformed, under the alternative of rule http.body.malformed",
  413: "The body is too large (rule http.body.too-large)",
  426: "Plain HTTP, where the sandbox is told to require HTTPS (rule http.https-only)",
  500: "Planned by a tester, or a fault of the sandbox (rule error.server)",
};

/** The envelope of every error (interface 2.5, 7; rule error.envelope). */
function errorSchema(requiresFields: boolean): JsonObject {
  const problem = {
    type: "object",
    required: ["code", "message"],
    properties: {
      code: {
        type: "string",
        enum: [
          "INVALID",
          "INCORRECT_TYPE",
          "NOT_UNIQUE",
          "NOT_FOUND",
          "UNSUPPORTED",
          "REQUIRED",
          "IN_USE",
        ],
      },
      message: { type: "string" },
    },
    additionalProperties: false,
  };
  const fields = { type: "object", additionalProperties: { type: "array", items: problem } };
  return {
    type: "object",
    required: requiresFields ? ["message", "fields"] : ["message"],
    properties: { message: { type: "string" }, ...(requiresFields ? { fields } : {}) },
    additionalProperties: false,
  };
}

const fieldErrorSchema = errorSchema(true);

function tagOf({ path }: RuledOperation): string {
  return path.split("/").findLast((part) => part !== "" && !part.startsWith("{")) ?? "";
}

function tagsOf(operations: readonly RuledOperation[]): readonly JsonObject[] {
  return [...new Set(operations.map(tagOf))].map((name) => ({
    name,
    description: `Operations on ${name}`,
  }));
}
