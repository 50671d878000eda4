import recorded from "../../contracts/examples/lead-api.json" with { type: "json" };
import type { Json, JsonObject } from "../domain/json.ts";
import { messageOf } from "../http/api-error.ts";
import type { Operation, RuledOperation } from "../http/operation.ts";
import { refusalsWith, statusesOf } from "../http/statuses.ts";
import type { RuleId } from "../rules/catalogue.ts";
import { ruleOf } from "../rules/catalogue.ts";
import type { Standing } from "../rules/rule.ts";
import type { DocumentedOperation, Drafting } from "./document.ts";
import { jsonContent, parametersOf, pathsOf, requestBodyOf } from "./document.ts";
import { errorSchema } from "./error-schemas.ts";
import type { Examples } from "./examples.ts";
import { answerExample } from "./examples.ts";
import { newSchemaWriter } from "./json-schema.ts";
import { quotaHeaders, referredQuotaHeaders } from "./quota-headers.ts";
import { tagOf, tagsOf } from "./tags.ts";

const recordedExamples: Examples = recorded;

/** The emulated API as an OpenAPI 3.1 document: every operation that a key may call (interface 4). */
export function emulatedDocument(
  table: readonly RuledOperation[],
  options: {
    readonly version: string;
    readonly requireHttps: boolean;
    readonly examples?: Examples;
  },
): JsonObject {
  const operations = table.filter(({ permission }) => permission !== null);
  const drafting = {
    schemas: newSchemaWriter(),
    examples: options.examples ?? recordedExamples,
    requireHttps: options.requireHttps,
    shared: sharedRefusals(operations, options),
  };
  const paths = pathsOf(operations.map((operation) => documented(operation, drafting)));
  return {
    openapi: "3.1.1",
    info: {
      title: "Lead API",
      version: options.version,
      summary: "The mortgage-referral Lead API as the sandbox emulates it",
      description: introduction,
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
      headers: quotaHeaders,
      responses: sharedResponses(drafting),
      schemas: {
        ...drafting.schemas.components(),
        Error: errorSchema(false),
        FieldError: errorSchema(true),
      },
    },
  };
}

const introduction =
  "Rules decide every answer: `x-rules` names those of each answer, and `GET /_sandbox/rules` lists all. " +
  "A workspace can switch assumptions, so an operation can have several statuses for one case. " +
  "`x-standing` says whether the interface documents an operation or the sandbox assumes it. " +
  "Other paths are 404, and so are other methods of these paths. Writing resources other than Leads takes a " +
  "permission that no key has by default.";

interface EmulatedDrafting extends Drafting {
  readonly requireHttps: boolean;
  /** The rules of each shared refusal, by status. */
  readonly shared: ReadonlyMap<number, readonly RuleId[]>;
}

function documented(operation: RuledOperation, drafting: EmulatedDrafting): DocumentedOperation {
  const { id, summary, clause, standing, method, path, rules } = operation;
  const responses = answered(operation, drafting).map((status) => [
    // A planned fault of the service can have any 5xx status.
    status === 500 ? "5XX" : String(status),
    response(operation, status, drafting),
  ]);
  return {
    path,
    method,
    description: {
      operationId: id,
      summary,
      description: [`Interface ${clause}. ${standings[standing]}`, ...rules.map(sentence)].join(
        "\n",
      ),
      tags: [tagOf(operation)],
      "x-standing": standing,
      "x-rules": [...rules],
      parameters: [...parametersOf(withSchemas(operation), drafting)],
      ...requestBodyOf(withSchemas(operation), drafting),
      responses: { ...Object.fromEntries(responses), ...anyOther(operation) },
    },
  };
}

/** The meaning of each standing for a client. */
const standings: Readonly<Record<Standing, string>> = {
  documented: "Documented: the interface shows this operation.",
  reference:
    "Reference: the provider's documentation shows this operation, the interface does not.",
  assumed:
    "Assumed: the interface has the general form alone, and the sandbox assumes this operation.",
};

/** An operation with its schemas created, as in the control plane. */
function withSchemas({ query, body, answer, ...operation }: RuledOperation): Operation {
  return {
    ...operation,
    query: query(),
    answer: answer === null ? null : answer(),
    ...(body === undefined ? {} : { body: body() }),
  };
}

function answered(
  operation: RuledOperation,
  { requireHttps }: Pick<EmulatedDrafting, "requireHttps">,
): readonly number[] {
  return [...statusesOf(operation), ...(requireHttps ? [426] : [])];
}

function response(
  operation: RuledOperation,
  status: number,
  drafting: EmulatedDrafting,
): JsonObject {
  if (status === 204 && operation.noContentUnder !== undefined) {
    return { description: `Done, under the alternative of rule ${operation.noContentUnder}` };
  }
  if (status < 300) return success(operation, status, drafting);
  const rules = rulesWith(operation, status, drafting);
  return rules.length === drafting.shared.get(status)?.length
    ? { $ref: `#/components/responses/${nameOf(status)}` }
    : refusal(status, rules, answerExample(drafting.examples, status, operation.id));
}

function success(
  { id, answer }: RuledOperation,
  status: number,
  { schemas, examples }: Drafting,
): JsonObject {
  const example = answerExample(examples, status, id);
  const schema = answer === null ? {} : schemas.write(answer(), "output");
  return { description: "Success", content: jsonContent(schema, example) };
}

/** If the fixture defines the answer, it can have any status. */
function anyOther(operation: RuledOperation): JsonObject {
  const { answer, status } = operation;
  if (answer !== null || !statusesOf(operation).includes(status)) return {};
  return {
    default: { description: "What the fixture says that it answers", content: jsonContent({}) },
  };
}

function refusal(status: number, rules: readonly RuleId[], example: Json | undefined): JsonObject {
  const hasFields = status === 409 || status === 422;
  const description = descriptions[status] ?? "Refused.";
  return {
    description: [description, ...rules.map(sentence)].join("\n"),
    "x-rules": [...rules],
    ...(status === 429 ? { headers: referredQuotaHeaders } : {}),
    content: jsonContent(
      { $ref: `#/components/schemas/${hasFields ? "FieldError" : "Error"}` },
      hasFields ? example : (example ?? { message: messageOf(status) }),
    ),
  };
}

/** A rule as a CommonMark list item. */
function sentence(id: RuleId): string {
  return `\n- \`${id}\`: ${ruleOf(id).statement}`;
}

function rulesWith(
  operation: RuledOperation,
  status: number,
  { requireHttps }: Pick<EmulatedDrafting, "requireHttps">,
): readonly RuleId[] {
  const https: readonly RuleId[] =
    requireHttps && (status === 403 || status === 426) ? ["http.https-only"] : [];
  return [...refusalsWith(operation, status), ...https];
}

/** Refusals that most operations share, each with the rules of the operation with the fewest. */
function sharedRefusals(
  operations: readonly RuledOperation[],
  options: Pick<EmulatedDrafting, "requireHttps">,
): EmulatedDrafting["shared"] {
  const found = new Map<number, readonly RuleId[]>();
  for (const operation of operations) {
    for (const status of answered(operation, options).filter((one) => one in names)) {
      const rules = rulesWith(operation, status, options);
      const known = found.get(status);
      if (known === undefined || rules.length < known.length) found.set(status, rules);
    }
  }
  return found;
}

function sharedResponses({ shared, examples }: EmulatedDrafting): JsonObject {
  return Object.fromEntries(
    Array.from(shared, ([status, rules]) => [
      nameOf(status),
      refusal(status, rules, answerExample(examples, status)),
    ]),
  );
}

function nameOf(status: number): string {
  return names[status] ?? String(status);
}

const names: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  413: "PayloadTooLarge",
  426: "UpgradeRequired",
  429: "TooManyRequests",
  500: "ServerError",
};

const descriptions: Readonly<Record<number, string>> = {
  400: "The body is malformed, under an alternative.",
  401: "The request has no valid API key.",
  403: "The key lacks the permission.",
  404: "There is no such record, or the key may not access it.",
  409: "The request conflicts with existing records.",
  413: "The body is too large.",
  422: "The query or the body is not accepted.",
  426: "Plain HTTP, where HTTPS is required.",
  429: "The key is over its quota.",
  500: "Planned by a tester, or an internal error of the sandbox.",
};
