import * as z from "zod";

import type { Workflow } from "../../../domain/model/workflow.ts";
import { methodsWithBody } from "../../../domain/model/workflow.ts";
import { ApiError, unprocessable } from "../../../network/http/api-error.ts";
import { jsonBody } from "../bodies/json-body.ts";
import { NoParameters } from "../queries/query-schemas.ts";
import type { ApiCall, ApiOperation, Prepare } from "../routes/call.ts";
import { newSchemaCheck } from "../schemas/schema-check.ts";
import type { SchemaVerdict } from "../schemas/verdict.ts";
import { stepsOf } from "./run-steps.ts";

const methods = ["GET", "POST", "PATCH", "PUT", "DELETE"] as const;

/**
 * `/workflows/{workflowId}` with every verb. It works as the fixture describes, and answers 404 otherwise
 * (interface 1.5; rules workflow.unknown, workflow.steps). Its steps can be the `others`.
 */
export function runWorkflow(others: readonly ApiOperation[]): readonly ApiOperation[] {
  const check = newSchemaCheck();
  const answerOf = stepsOf(others);
  return methods.map((method) => {
    const run = (call: ApiCall, found: Workflow | null, verdict: Verdict = valid) => {
      const workflow = describedFor(method, found);
      if (workflow.request !== null) refuseInvalid(call, verdict);
      call.refuseUsedKey();
      return answerOf(call, workflow);
    };
    // The workflow of the request is the one at its arrival, even if it is replaced while its schema is checked.
    const prepare: Prepare = async ({ workspace, store, params, body, isGone }) => {
      const found = find({ store, params });
      if (found === null || found.request === null || body?.ok !== true)
        return (call) => run(call, found);
      const task = { schema: JSON.stringify(found.request), body: body.text };
      const verdict = await check({ owner: workspace, isGone }, task);
      return (call) => run(call, found, verdict);
    };
    const withBody = { body: () => z.looseObject({}), prepare };
    return {
      id: `${method.toLowerCase()}-workflow`,
      summary: "Run a workflow that the fixture describes",
      clause: "1.5",
      standing: "assumed",
      subject: "workflows",
      does: "run",
      method,
      path: "/workflows/{workflowId}",
      query: NoParameters,
      ...(methodsWithBody.includes(method) ? withBody : {}),
      status: 200,
      answer: null,
      permission: "workflows:run",
      rules: ["workflow.unknown"],
      refusals: {
        404: ["workflow.unknown"],
        ...(methodsWithBody.includes(method) ? { 422: ["workflow.unknown"] as const } : {}),
      },
      run: (call) => run(call, find(call)),
    };
  });
}

function find({ store, params }: Pick<ApiCall, "store" | "params">): Workflow | null {
  return store.workflows.find(params["workflowId"] ?? "");
}

/** The workflow, if the fixture describes it for that method. */
function describedFor(method: Workflow["method"], workflow: Workflow | null): Workflow {
  if (workflow?.method === method) return workflow;
  throw new ApiError({
    status: 404,
    rules: ["workflow.unknown"],
    reason:
      workflow === null
        ? "No workflow with this id is described in the fixture; none is published."
        : `The fixture describes this workflow for ${workflow.method}.`,
  });
}

/** Null if too many bodies of the workspace wait for theirs. */
type Verdict = SchemaVerdict | null;

const valid: Verdict = { kind: "valid" };

/** Refuses a body that is malformed, that the schema rejects, or on which it could not decide. */
function refuseInvalid(call: ApiCall, verdict: Verdict): void {
  jsonBody(call);
  if (verdict === null) {
    throw new ApiError({
      status: 503,
      rules: ["error.server"],
      reason: "Too many bodies of this workspace are waiting for the schemas of its workflows.",
    });
  }
  switch (verdict.kind) {
    case "valid":
      return;
    case "invalid": {
      const rule = "workflow.unknown";
      throw unprocessable(verdict.errors.map((error) => ({ ...error, rule })));
    }
    case "unusable":
      throw new ApiError({ status: 500, rules: ["error.server"], reason: verdict.reason });
  }
}
