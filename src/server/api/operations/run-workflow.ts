import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as z from "zod";

import { newLruCache } from "../../../base/values/lru-cache.ts";
import type { Workflow } from "../../../domain/model/workflow.ts";
import { methodsWithBody } from "../../../domain/model/workflow.ts";
import type { FieldError } from "../../../network/http/api-error.ts";
import { ApiError, unprocessable } from "../../../network/http/api-error.ts";
import { jsonBody } from "../bodies/json-body.ts";
import { NoParameters } from "../queries/query-schemas.ts";
import type { ApiCall, ApiOperation } from "../routes/call.ts";
import { stepsOf } from "./run-steps.ts";

const methods = ["GET", "POST", "PATCH", "PUT", "DELETE"] as const;

/**
 * `/workflows/{workflowId}` with every verb. It works as the fixture describes, and answers 404 otherwise
 * (interface 1.5; rules workflow.unknown, workflow.steps). Its steps can be the `others`.
 */
export function runWorkflow(others: readonly ApiOperation[]): readonly ApiOperation[] {
  const validatorOf = newValidators();
  const answerOf = stepsOf(others);
  return methods.map((method) => ({
    id: `${method.toLowerCase()}-workflow`,
    summary: "Run a workflow that the fixture describes",
    clause: "1.5",
    standing: "assumed",
    method,
    path: "/workflows/{workflowId}",
    query: NoParameters,
    ...(methodsWithBody.includes(method) ? { body: () => z.looseObject({}) } : {}),
    status: 200,
    answer: null,
    permission: "workflows:run",
    rules: ["workflow.unknown"],
    refusals: {
      404: ["workflow.unknown"],
      ...(methodsWithBody.includes(method) ? { 422: ["workflow.unknown"] as const } : {}),
    },
    run(call) {
      const workflow = call.store.workflows.find(call.params["workflowId"] ?? "");
      if (workflow === null || workflow.method !== method) throw unknownWorkflow(workflow);
      if (workflow.request !== null) checkRequest(call, validatorOf(workflow.request));
      call.refuseUsedKey();
      return answerOf(call, workflow);
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

function checkRequest(call: ApiCall, validate: ValidateFunction): void {
  if (validate(jsonBody(call))) return;
  throw unprocessable((validate.errors ?? []).map(fieldErrorOf));
}

type Schema = NonNullable<Workflow["request"]>;

/** Compiling takes longer than the rest of a request, so up to `validatorsMax` validators are cached. */
const validatorsMax = 100;

function newValidators(): (schema: Schema) => ValidateFunction {
  const known = newLruCache<string, ValidateFunction>(validatorsMax);
  return (schema) => known.ensure(JSON.stringify(schema), () => compiled(schema));
}

/** Compiles a schema. Throws for an invalid or asynchronous one, which is a fault of the fixture. */
function compiled(schema: Schema): ValidateFunction {
  const options = { allErrors: true, strict: false, validateFormats: false } as const;
  try {
    const ajv = new Ajv2020({ ...options, meta: false, validateSchema: false });
    const validate = ajv.compile({ ...schema });
    if ("$async" in validate) throw new Error("$async is not supported");
    return validate;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new ApiError({
      status: 500,
      rules: ["error.server"],
      reason: `The fixture has an invalid request schema for this workflow: ${problem}.`,
    });
  }
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
