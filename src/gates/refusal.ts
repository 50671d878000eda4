import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";

import { ApiError, errorBody, leadNotCreated } from "../http/api-error.ts";
import type { EmulatedEnv } from "../workspace/exchange.ts";

/** The answer to a request that was refused, or that met a fault of the sandbox itself (interface 7; rules error.envelope, error.server). */
export function refusal(thrown: unknown, c: Context<EmulatedEnv>): Response {
  const error = thrown instanceof ApiError ? thrown : serverError(thrown);
  const exchange = c.get("exchange");
  const { trace } = exchange;
  trace.apply(...error.rules, "error.envelope");
  for (const { rule } of error.fields ?? []) trace.cite(rule);
  if (error.message !== leadNotCreated) trace.apply("error.messages");
  exchange.reason = error.reason;
  const nested = error.fields?.some(({ path }) => path.length > 1) === true;
  const several = (error.fields?.length ?? 0) > 1;
  const body = errorBody(error, {
    fieldNames: nested ? trace.choice("client-data.nested-field-name") : "dotted-path",
    allFields: several ? trace.choice("error.all-fields") : "all",
  });
  exchange.responseBody = JSON.stringify(body);
  return c.body(exchange.responseBody, error.status, {
    "content-type": "application/json",
    ...error.headers,
  });
}

function serverError(thrown: unknown): ApiError {
  const reason =
    thrown instanceof HTTPException || !(thrown instanceof Error)
      ? String(thrown)
      : (thrown.stack ?? thrown.message);
  return new ApiError({ status: 500, rules: ["error.server"], reason });
}
