import recorded from "../../../contracts/examples/lead-api.json" with { type: "json" };
import type { JsonObject } from "../../base/values/json.ts";
import type { RuleId } from "../../domain/rules/catalogue.ts";
import type { Standing } from "../../domain/rules/rule.ts";
import type { Assumptions } from "../../domain/rules/trace.ts";
import { switched } from "../../domain/rules/trace.ts";
import type { Operation, RuledOperation } from "../../network/http/operation.ts";
import { refusalsWith, statusesOf } from "../../network/http/statuses.ts";
import type { DocumentedOperation, Drafting } from "./document.ts";
import { jsonContent, parametersOf, pathsOf, requestBodyOf } from "./document.ts";
import { errorSchema } from "./error-schemas.ts";
import type { Examples } from "./examples.ts";
import { answerExample } from "./examples.ts";
import { newSchemaWriter } from "./json-schema.ts";
import { quotaHeaders, quotaHeadersOf } from "./quota-headers.ts";
import { isShared, refusalName, refusal, sentence } from "./refusals.ts";
import { tagsOf } from "./tags.ts";

const recordedExamples: Examples = recorded;

/**
 * The emulated API under `assumptions` as an OpenAPI 3.1 document: every operation that a key may call
 * (interface 4).
 */
export function emulatedDocument(
  table: readonly RuledOperation[],
  options: {
    readonly version: string;
    readonly requireHttps: boolean;
    readonly assumptions: Assumptions;
    readonly examples?: Examples;
  },
): JsonObject {
  const operations = table.filter(({ permission }) => permission !== null);
  const drafting = {
    schemas: newSchemaWriter(options.assumptions),
    examples: options.examples ?? recordedExamples,
    requireHttps: options.requireHttps,
    assumptions: options.assumptions,
    shared: sharedRefusals(operations, options),
  };
  const chosen = switched(options.assumptions);
  const paths = pathsOf(operations.map((operation) => documented(operation, drafting)));
  return {
    openapi: "3.1.1",
    info: {
      title: "Lead API",
      version: options.version,
      summary: "The mortgage-referral Lead API as the sandbox emulates it",
      description: introduction,
      ...(Object.keys(chosen).length === 0 ? {} : { "x-assumptions": chosen }),
    },
    servers: [{ url: "/v1", description: "This sandbox; the host selects API and environment" }],
    tags: tagsOf(operations),
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey },
      headers: quotaHeaders,
      responses: Object.fromEntries(
        Array.from(drafting.shared, ([status, rules]) => [
          refusalName(status),
          refusal(status, rules, drafting.assumptions, answerExample(drafting.examples, status)),
        ]),
      ),
      schemas: {
        ...drafting.schemas.components(),
        Error: errorSchema(false),
        FieldError: errorSchema(true),
      },
    },
  };
}

const apiKey = {
  type: "apiKey",
  in: "header",
  name: "X-API-Key",
  description: "A UUID version 4 of one Firm, role type and environment (interface 5.2)",
} as const;

const introduction =
  "Rules decide every answer: `x-rules` names those of each answer, and `GET /_sandbox/rules` lists all. " +
  "A workspace can switch assumptions: its own document has the parameters, bodies and answers of its choices, and " +
  "`x-assumptions` lists those that are not defaults. An operation shows its statuses under every choice. " +
  "`x-standing` says whether the interface documents an operation or the sandbox assumes it. " +
  "Other paths are 404, and so are other methods of these paths. Writing resources other than Leads takes a " +
  "permission that no key has by default.";

interface EmulatedDrafting extends Drafting {
  readonly requireHttps: boolean;
  readonly assumptions: Assumptions;
  /** The rules of each shared refusal, by status. */
  readonly shared: ReadonlyMap<number, readonly RuleId[]>;
}

function documented(operation: RuledOperation, drafting: EmulatedDrafting): DocumentedOperation {
  const { id, summary, clause, standing, method, path, rules } = operation;
  const asked = withSchemas(operation, drafting.assumptions);
  const responses = answeredStatuses(operation, drafting).map((status) => [
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
      tags: [operation.subject],
      "x-standing": standing,
      "x-rules": [...rules],
      parameters: [...parametersOf(asked, drafting)],
      ...requestBodyOf(asked, drafting),
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
function withSchemas(
  { query, body, answer, ...operation }: RuledOperation,
  assumptions: Assumptions,
): Operation {
  return {
    ...operation,
    query: query(assumptions),
    answer: answer === null ? null : answer(),
    ...(body === undefined ? {} : { body: body(assumptions) }),
  };
}

function answeredStatuses(
  operation: RuledOperation,
  { requireHttps }: Pick<EmulatedDrafting, "requireHttps">,
): readonly number[] {
  const { body, permission } = operation;
  const mayBeSlow = body !== undefined && permission !== null;
  return [...statusesOf(operation), ...(mayBeSlow ? [408] : []), ...(requireHttps ? [426] : [])];
}

function response(
  operation: RuledOperation,
  status: number,
  drafting: EmulatedDrafting,
): JsonObject {
  const { assumptions } = drafting;
  if (status === 204 && operation.noContentUnder !== undefined) {
    return {
      description: `Done, under the alternative of rule ${operation.noContentUnder}`,
      ...quotaHeadersOf(status, assumptions),
    };
  }
  if (status < 300) return success(operation, status, drafting);
  const rules = rulesWith(operation, status, drafting);
  return rules.length === drafting.shared.get(status)?.length
    ? { $ref: `#/components/responses/${refusalName(status)}` }
    : refusal(status, rules, assumptions, answerExample(drafting.examples, status, operation.id));
}

function success(
  { id, answer }: RuledOperation,
  status: number,
  { schemas, examples, assumptions }: EmulatedDrafting,
): JsonObject {
  const example = answerExample(examples, status, id);
  const schema = answer === null ? {} : schemas.write(answer(), "output");
  const content = jsonContent(schema, example);
  return { description: "Success", ...quotaHeadersOf(status, assumptions), content };
}

/** If the fixture defines the answer, it can have any status. */
function anyOther(operation: RuledOperation): JsonObject {
  const { answer, status } = operation;
  if (answer !== null || !statusesOf(operation).includes(status)) return {};
  return {
    default: { description: "What the fixture says that it answers", content: jsonContent({}) },
  };
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
    for (const status of answeredStatuses(operation, options).filter(isShared)) {
      const rules = rulesWith(operation, status, options);
      const known = found.get(status);
      if (known === undefined || rules.length < known.length) found.set(status, rules);
    }
  }
  return found;
}
