import { Ajv2020 } from "ajv/dist/2020.js";
import * as z from "zod";

import type { Workflow } from "../domain/workflow.ts";
import { methodsWithBody } from "../domain/workflow.ts";
import type { FieldError } from "../http/api-error.ts";
import { ApiError, unprocessable } from "../http/api-error.ts";
import type { ApiCall, ApiOperation } from "./call.ts";
import { jsonBody } from "./json-body.ts";
import { NoParameters } from "./query-schemas.ts";

const methods = ["GET", "POST", "PATCH", "PUT", "DELETE"] as const;

/** `/workflows/{workflowId}` with every verb: works as the fixture describes it, and is 404 otherwise (interface 1.5; rule workflow.unknown). */
export function runWorkflow(): readonly ApiOperation[] {
  return methods.map((method) => ({
    id: `${method.toLowerCase()}-workflow`,
    summary: "Run a workflow that the fixture describes",
    clause: "1.5",
    method,
    path: "/workflows/{workflowId}",
    query: NoParameters,
    ...(methodsWithBody.includes(method) ? { body: () => z.looseObject({}) } : {}),
    status: 200,
    answer: null,
    permission: "workflows:run",
    rules: ["workflow.unknown"],
    refusals: ["workflow.unknown"],
    run(call) {
      const workflow = call.store.workflows.find(call.params["workflowId"] ?? "");
      if (workflow === null || workflow.method !== method) throw unknownWorkflow(workflow);
      if (workflow.request !== null) checkRequest(call, workflow.request);
      return workflow.answer;
    },
  }));
}

function unknownWorkflow(workflow: Workflow | null): ApiError {
  return new ApiError({
    status: 404,
    rules: ["workflow.unknown"],
    reason:
      workflow === null
        ? "No workflow with this id is described in the fixture; none is published."
        : `The fixture describes this workflow for ${workflow.method}.`,
  });
}

function checkRequest(call: ApiCall, schema: NonNullable<Workflow["request"]>): void {
  const body = jsonBody(call);
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
  const validate = ajv.compile({ ...schema });
  if (validate(body)) return;
  throw unprocessable((validate.errors ?? []).map(fieldErrorOf));
}

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

function fieldErrorOf({ keyword, instancePath, params, message = "" }: SchemaError): FieldError {
  const path = instancePath.split("/").slice(1).map(unescaped);
  const rule = "workflow.unknown";
  switch (keyword) {
    case "required":
      return {
        path: [...path, String(params["missingProperty"])],
        code: "REQUIRED",
        message,
        rule,
      };
    case "additionalProperties":
      return {
        path: [...path, String(params["additionalProperty"])],
        code: "UNSUPPORTED",
        message,
        rule,
      };
    case "type":
      return { path, code: "INCORRECT_TYPE", message, rule };
    default:
      return { path, code: "INVALID", message, rule };
  }
}

/** The two escapes of a JSON Pointer. */
function unescaped(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
