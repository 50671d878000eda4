/** Carries out the steps of a workflow within the transaction of its request (interface 1.5; rule workflow.steps). */
import type { Json, JsonObject } from "../../../base/values/json.ts";
import { asJson } from "../../../base/values/json.ts";
import { isReference, tokensOf, valueFrom } from "../../../domain/model/step-values.ts";
import type { Workflow, WorkflowStep } from "../../../domain/model/workflow.ts";
import { jsonHeaders } from "../../../network/http/answer.ts";
import { ApiError, unprocessable } from "../../../network/http/api-error.ts";
import type { BodyResult } from "../../../network/http/body.ts";
import { jsonObjectIn } from "../../../network/http/body.ts";
import { bodyBounds, jsonBody } from "../bodies/json-body.ts";
import type { ApiCall, ApiOperation } from "../routes/call.ts";
import { refuseUnoffered } from "../routes/offered.ts";
import { checkedText, permit } from "../routes/run-operation.ts";

const rule = "workflow.steps";

/** The answer of a workflow after its steps, which are operations of `table`. */
export function stepsOf(
  table: readonly ApiOperation[],
): (call: ApiCall, workflow: Workflow) => Workflow["answer"] {
  const operations = new Map(table.map((one) => [`${one.method} ${one.path}`, one]));
  return (call, { steps = [], answer }) => {
    if (steps.length === 0) return answer;
    call.trace.cite(rule);
    const answers: Record<string, Json> = {};
    const source = {
      body: call.body === null ? {} : jsonBody(call),
      key: { firmId: call.key.firmId },
      steps: answers,
    };
    for (const [index, step] of steps.entries()) {
      const { name, method, path } = step;
      const operation = operations.get(`${method} ${path}`);
      if (operation === undefined) throw new Error(`There is no operation ${method} ${path}.`);
      const made = namingStep(name ?? String(index + 1), () =>
        carriedOut(call, operation, step, source),
      );
      if (name !== undefined) answers[name] = made;
    }
    return { status: answer.status, body: valueFrom(answer.body, source) ?? null };
  };
}

/** The body that the operation answers; null without one. */
function carriedOut(
  call: ApiCall,
  operation: ApiOperation,
  { params = {}, query = {}, body = {} }: WorkflowStep,
  source: JsonObject,
): Json {
  refuseUnoffered(operation, call);
  permit(operation, call.key);
  const made = {
    ...call,
    params: Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, parameter(value, source)]),
    ),
    query: queryFrom(query, source),
    body: operation.body === undefined ? null : bodyFrom(call, valueFrom(body, source) ?? {}),
  };
  const { body: text } = checkedText(operation, operation.run(made));
  for (const cited of operation.rules) call.trace.cite(cited);
  return text === null ? null : asJson(JSON.parse(text));
}

function bodyFrom({ trace }: ApiCall, body: Json): BodyResult {
  const bytes = Buffer.from(JSON.stringify(body));
  return jsonObjectIn(bytes, new Headers(jsonHeaders), bodyBounds(trace.assumptions));
}

/** Throws a 422 for a parameter of a path that the source lacks, or that is not a string. */
function parameter(value: Json, source: JsonObject): string {
  const made = valueFrom(value, source);
  if (typeof made === "string" && made !== "") return made;
  const [code, message] =
    made === undefined
      ? (["REQUIRED", "This field is required"] as const)
      : (["INVALID", "Expected a non-empty string"] as const);
  const tokens = isReference(value) ? tokensOf(value) : null;
  throw unprocessable([{ path: tokens?.slice(1) ?? [], code, message, rule }]);
}

/** Parameters whose reference finds nothing are left out. */
function queryFrom(query: JsonObject, source: JsonObject): URLSearchParams {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const made = valueFrom(value, source) ?? null;
    return made === null ? [] : [[name, typeof made === "string" ? made : JSON.stringify(made)]];
  });
  return new URLSearchParams(pairs);
}

/** Names the step in the reason of its refusal. */
function namingStep<Result>(name: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, message, rules, reason, fields, headers } = error;
    throw new ApiError({
      status,
      message,
      rules: [...rules, rule],
      reason: `Step ${name}: ${reason}`,
      headers,
      ...(fields === null ? {} : { fields }),
    });
  }
}
