import type { Answer } from "../../network/http/answer.ts";
import { jsonHeaders } from "../../network/http/answer.ts";
import { ApiError, errorBody, leadNotCreated } from "../../network/http/api-error.ts";
import { BodiesTooLarge } from "../../network/http/body-memory.ts";
import { NoAnswer } from "../../network/http/no-answer.ts";
import { SlowUpload } from "../../network/http/slow-upload.ts";
import type { RequestContext } from "../../world/workspace/requests/context.ts";
import { writeFailedBy, writeFailure } from "../../world/workspace/storage/storage.ts";

/**
 * The answer to a refused request, or to one that caused an internal error (interface 7; rules
 * error.envelope, error.server).
 */
export function refusal(thrown: unknown, context: RequestContext): Answer {
  if (thrown instanceof NoAnswer) throw thrown;
  const error = thrown instanceof ApiError ? thrown : serverError(thrown);
  if (error !== thrown) {
    context.notes.stack =
      thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    const by = writeFailedBy(thrown);
    if (by !== null) context.workspace.sandbox.counts?.writeFailed(by);
  }
  if (error.status === 500) failed.add(context.notes);
  const { trace } = context;
  trace.decide(...error.rules);
  for (const rule of new Set(error.fields?.map((field) => field.rule))) {
    trace.cite(rule);
    trace.decide(rule);
  }
  trace.apply("error.envelope");
  if (error.message !== leadNotCreated) trace.apply("error.messages");
  context.notes.reason = error.reason;
  const nested = error.fields?.some(({ path }) => path.length > 1) === true;
  const several = error.status === 422 && (error.fields?.length ?? 0) > 1;
  const body = errorBody(error, {
    fieldNames: nested ? trace.choice("client-data.nested-field-name") : "dotted-path",
    allFields: several ? trace.choice("error.all-fields") : "all",
  });
  return {
    status: error.status,
    headers: { ...jsonHeaders, ...error.headers },
    body: JSON.stringify(body),
  };
}

const failed = new WeakSet<RequestContext["notes"]>();

/** Whether a request ended with an error of the sandbox itself, as opposed to a planned fault. */
export function isOwnFailure({ notes }: RequestContext): boolean {
  return failed.has(notes);
}

function serverError(thrown: unknown): ApiError {
  if (thrown instanceof BodiesTooLarge) {
    const { message: reason, headers } = thrown;
    return new ApiError({ status: 503, rules: ["error.server"], reason, headers });
  }
  if (thrown instanceof SlowUpload) {
    return new ApiError({ status: 408, rules: [], reason: thrown.message });
  }
  return new ApiError({
    status: 500,
    rules: ["error.server"],
    reason: writeFailure(thrown) ?? "An internal error of the sandbox. The journal has the stack.",
  });
}
