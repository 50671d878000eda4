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
  { version, requireHttps }: { readonly version: string; readonly requireHttps: boolean },
): JsonObject {
  const schemas = newSchemaWriter();
  const paths = pathsOf(
    operations.map((operation) => documented(operation, schemas, requireHttps)),
  );
  return {
    openapi: "3.1.1",
    info: {
      title: "Lead API",
      version,
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
      responses: sharedResponses(operations, requireHttps),
      schemas: { ...schemas.components(), Error: errorSchema(false), FieldError: fieldErrorSchema },
    },
  };
}

function documented(
  operation: RuledOperation,
  schemas: SchemaWriter,
  requireHttps: boolean,
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
  const own = refusalsWith(operation, status);
  return own.length === 0 && status in sharedRefusals
    ? { $ref: `#/components/responses/${status}` }
    : refusal(status, [...(sharedRefusals[status]?.rules ?? []), ...own]);
}

function refusal(status: number, rules: readonly RuleId[]): JsonObject {
  const schema = status === 409 || status === 422 ? "FieldError" : "Error";
  const description = sharedRefusals[status]?.description ?? "Refused";
  return {
    description: [description, ...rules.map(sentence)].join("\n\n"),
    "x-rules": [...rules],
    content: jsonContent({ $ref: `#/components/schemas/${schema}` }),
  };
}

function sentence(id: RuleId): string {
  return `${id}: ${ruleOf(id).statement}`;
}

/** What requests are refused with whatever their operation is. */
const sharedRefusals: Readonly<
  Record<number, { readonly description: string; readonly rules: readonly RuleId[] }>
> = {
  400: {
    description: "The body is malformed, under an alternative.",
    rules: ["http.body.malformed"],
  },
  401: {
    description: "The request has no valid API key.",
    rules: ["auth.missing", "auth.invalid", "env.key-mismatch", "auth.role-surface"],
  },
  403: { description: "The key may not do this.", rules: ["auth.permission", "auth.permissions"] },
  413: { description: "The body is too large.", rules: ["http.body.too-large"] },
  422: {
    description: "The query or the body is not accepted.",
    rules: ["http.body.malformed", "query.unknown"],
  },
  426: { description: "Plain HTTP, where HTTPS is required.", rules: ["http.https-only"] },
  429: { description: "The key is over its quota.", rules: ["quota.rolling-hour", "quota.burst"] },
  500: { description: "Planned by a tester, or a fault of the sandbox.", rules: ["error.server"] },
};

function sharedResponses(operations: readonly RuledOperation[], requireHttps: boolean): JsonObject {
  const isReferred = (status: number): boolean =>
    (status === 426 && requireHttps) ||
    operations.some(
      (operation) =>
        statusesOf(operation).includes(status) && refusalsWith(operation, status).length === 0,
    );
  return Object.fromEntries(
    Object.entries(sharedRefusals)
      .filter(([status]) => isReferred(Number(status)))
      .map(([status, { rules }]) => [status, refusal(Number(status), rules)]),
  );
}

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
