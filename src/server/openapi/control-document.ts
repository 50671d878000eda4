import recorded from "../../../contracts/examples/control-api.json" with { type: "json" };
import type { JsonObject } from "../../base/values/json.ts";
import type { Operation } from "../../network/http/operation.ts";
import type { DocumentedOperation, Drafting } from "./document.ts";
import { jsonContent, parametersOf, pathsOf, requestBodyOf } from "./document.ts";
import { controlErrorSchema } from "./error-schemas.ts";
import type { Examples } from "./examples.ts";
import { answerExample } from "./examples.ts";
import { newSchemaWriter } from "./json-schema.ts";
import { controlTagOf, controlTagsOf } from "./tags.ts";

const recordedExamples: Examples = recorded;

/** The part of a control operation that the document shows. */
export interface DocumentedControlOperation extends Operation {
  readonly level: "server" | "workspace";
  readonly mediaType?: string;
  readonly destroys?: string | null;
  readonly refuses?: readonly (421 | 507)[];
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

/** The control plane as an OpenAPI 3.1 document. */
export function controlDocument(
  operations: readonly DocumentedControlOperation[],
  {
    version,
    needsToken,
    examples = recordedExamples,
  }: { readonly version: string; readonly needsToken: boolean; readonly examples?: Examples },
): JsonObject {
  const drafting = { schemas: newSchemaWriter(), examples };
  const paths = pathsOf(operations.map((operation) => documented(operation, drafting)));
  return {
    openapi: "3.1.1",
    info: {
      title: "Control API",
      version,
      summary: "The control plane of the sandbox",
      description:
        "Everything that a tester can do to a sandbox. Answers are `{ data }`, lists `{ data, meta }`. " +
        "Never metered, never faulted, never in the journal. A call about a workspace is below " +
        "`/_sandbox/workspaces/{id}`, and for the one named `default` directly below `/_sandbox`. " +
        "`GET /livez` and `GET /readyz` also exist; they answer `ok`.",
    },
    servers: serverLevel,
    tags: controlTagsOf(operations),
    ...(needsToken ? { security: [{ token: [] }] } : {}),
    paths,
    components: {
      ...(needsToken ? { securitySchemes } : {}),
      responses: Object.fromEntries(
        Object.values(refusals).map(({ name, description }) => [
          name,
          { description, content: jsonContent({ $ref: "#/components/schemas/ControlError" }) },
        ]),
      ),
      schemas: { ...drafting.schemas.components(), ControlError: controlErrorSchema },
    },
  };
}

const securitySchemes = {
  token: {
    type: "http",
    scheme: "bearer",
    description:
      "The value of LEAD_SANDBOX_CONTROL_TOKEN. POST /_sandbox/session sets a cookie instead, which pages of the sandbox send",
  },
};

function documented(
  operation: DocumentedControlOperation,
  drafting: Drafting,
): DocumentedOperation {
  const { id, summary, level, method, path, status, destroys } = operation;
  return {
    path,
    method,
    servers: level === "server" ? serverLevel : workspaceLevel,
    description: {
      operationId: id,
      summary,
      tags: [controlTagOf(operation)],
      parameters: [...parametersOf(operation, drafting)],
      ...requestBodyOf(operation, drafting),
      ...(typeof destroys === "string" ? { "x-destroys": destroys } : {}),
      responses: {
        [String(status)]: success(operation, drafting),
        ...Object.fromEntries(refusalsOf(operation).map((code) => [String(code), refused(code)])),
      },
    },
  };
}

function success(operation: DocumentedControlOperation, drafting: Drafting): JsonObject {
  const { id, status, answer, mediaType } = operation;
  const example = answerExample(drafting.examples, status, id);
  const json =
    answer === null ? {} : jsonContent(drafting.schemas.write(answer, "output"), example);
  const other = mediaType === undefined ? {} : { [mediaType]: contentOf(mediaType) };
  return { description: "Success", content: { ...json, ...other } };
}

function contentOf(mediaType: string): JsonObject {
  return /^(?:text|message)\//.test(mediaType) ? { schema: { type: "string" } } : {};
}

function refusalsOf({
  level,
  method,
  path,
  body,
  refuses = [],
}: DocumentedControlOperation): readonly (keyof typeof refusals)[] {
  // A workspace may be broken, or belong to another sandbox of several.
  const isOfWorkspace = level === "workspace" || path.includes("{workspaceId}");
  const mayConflict = method !== "GET" || isOfWorkspace;
  return [
    401,
    403,
    404,
    ...(body === undefined ? [] : ([408] as const)),
    ...(mayConflict ? ([409] as const) : []),
    ...(body === undefined ? [] : ([413, 415] as const)),
    ...(isOfWorkspace ? ([421] as const) : []),
    422,
    ...(body === undefined ? [] : ([503, 507] as const)),
    ...refuses,
  ];
}

function refused(status: keyof typeof refusals): JsonObject {
  return { $ref: `#/components/responses/${refusals[status].name}` };
}

const refusals = {
  401: { name: "Unauthorized", description: "Missing or invalid token" },
  403: { name: "Forbidden", description: "The host or the origin may not call this plane" },
  404: { name: "NotFound", description: "Not found" },
  408: {
    name: "RequestTimeout",
    description: "Less than 1 kB of the body a second arrived for 10 seconds",
  },
  409: { name: "Conflict", description: "The current state does not allow it" },
  413: { name: "PayloadTooLarge", description: "The body is too large" },
  415: { name: "UnsupportedMediaType", description: "The content coding of the body is unknown" },
  421: { name: "Misdirected", description: "The id belongs to another sandbox of several" },
  422: { name: "NotUnderstood", description: "The query or the body is not understood" },
  503: {
    name: "BodiesTooLarge",
    description: "The bodies of all requests that are being received take too much memory",
  },
  507: {
    name: "OverLimit",
    description:
      "A limit does not allow it: --workspaces-max, --workspace-bytes-max, --bytes-max, or the memory of the sandbox for one body. Nothing changed",
  },
} as const;
