/** Error texts for invalid input: the allowed values, and the one received. */
import * as z from "zod";

import { gotSuffix } from "../../../base/values/got-suffix.ts";
import type { FieldProblem } from "../../../network/http/field-errors.ts";
import { innermost, innermostAt } from "./innermost.ts";

/** One problem of a `value` that `schema` rejected, as a sentence without its full stop. */
export function problemText(problem: FieldProblem, schema: z.ZodType, value: unknown): string {
  const { path, code, message } = problem;
  const object = innermostAt(schema, path.slice(0, -1));
  if (!(object instanceof z.ZodObject)) return message;
  if (code === "UNSUPPORTED") return `Unknown. Allowed: ${Object.keys(object.shape).join(", ")}`;
  const [name = "", ...deeper] = path.map(String);
  if (code === "REQUIRED" || name === "" || deeper.length > 0) return message;
  const expected = expectation(innermost(object.shape[name])) ?? message;
  return `${expected}${gotSuffix(Reflect.get(Object(value), name))}`;
}

/** The values that a schema accepts, if a short text can describe them. */
function expectation(schema: unknown): string | null {
  if (schema instanceof z.ZodBoolean) return "Expected true or false";
  if (schema instanceof z.ZodEnum) return `Expected one of ${schema.options.join(", ")}`;
  return schema instanceof z.ZodNumber ? numberExpectation(schema) : null;
}

function numberExpectation(schema: z.ZodNumber): string {
  const what = schema.isInt ? "an integer" : "a number";
  const min = schema.minValue ?? Number.MIN_SAFE_INTEGER;
  const max = schema.maxValue ?? Number.MAX_SAFE_INTEGER;
  const isFrom = min > Number.MIN_SAFE_INTEGER;
  const isTo = max < Number.MAX_SAFE_INTEGER;
  if (isFrom && isTo) return `Expected ${what} from ${min} to ${max}`;
  return isFrom ? `Expected ${what}, ${min} or more` : `Expected ${what}`;
}
