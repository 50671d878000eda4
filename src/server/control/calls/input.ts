import * as z from "zod";

import { isJsonObject } from "../../../base/values/json.ts";
import { shortened } from "../../../base/values/shortened.ts";
import { gotSuffix } from "../../../domain/hiding/got-suffix.ts";
import { fieldProblems } from "../../../network/http/field-errors.ts";
import type { FieldProblem } from "../../../network/http/field-errors.ts";
import {
  andMore,
  countProblems,
  problemsShown,
} from "../../../world/workspace/fixtures/shown-problems.ts";
import { ControlError } from "./control-error.ts";

/** Parses input with `schema`. Throws a 422 that names the first 100 invalid or unknown keys and counts the others. */
export function parsed<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  part: "body" | "query",
): z.infer<Schema> {
  const result = schema.safeParse(withoutNulls(schema, value));
  if (result.success) return result.data;
  const problems = fieldProblems(result.error, value, problemsShown).map((problem) => ({
    name: shortened(problem.path.join(".")) || part,
    code: problem.code,
    message: shortened(problemText(problem, schema, value)),
  }));
  const counted = countProblems(result.error);
  throw new ControlError(422, `Invalid ${part}: ${summary(problems, counted)}`, {
    fields: Object.fromEntries(
      Array.from(
        Map.groupBy(problems, ({ name }) => name),
        ([name, some]) => [name, some.map(({ code, message }) => ({ code, message }))],
      ),
    ),
    ...(part === "query" && hasLostPlus(value)
      ? { hint: "A time has a space, which an unencoded + becomes. Send + as %2B." }
      : {}),
  });
}

/** Whether a parameter is a time with a space in place of the sign of its offset. */
function hasLostPlus(query: unknown): boolean {
  return Object.values(Object(query)).some(
    (sent) => typeof sent === "string" && /^[\d-]+T\S+ \d\d:?\d\d$/.test(sent),
  );
}

/** Typed languages send null for what is absent: leaves it out where a property is optional and has no null. */
function withoutNulls(schema: unknown, value: unknown): unknown {
  const object = innermost(schema);
  if (!(object instanceof z.ZodObject) || !isJsonObject(value)) return value;
  const { shape }: { readonly shape: Readonly<Record<string, z.ZodType>> } = object;
  // Names such as __proto__ are not in the shape.
  const schemaOf = (name: string) => (Object.hasOwn(shape, name) ? shape[name] : undefined);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, one]) => one !== null || !isOptionalWithoutNull(schemaOf(name)))
      .map(([name, one]) => [name, withoutNulls(schemaOf(name), one)]),
  );
}

function isOptionalWithoutNull(schema: z.ZodType | undefined): boolean {
  if (schema === undefined) return false;
  const isOptional = schema instanceof z.ZodExactOptional || schema.isOptional();
  return isOptional && !schema.isNullable();
}

const sentencesMax = 3;

/** The first problems as sentences, each with its name, and the number of all others. */
function summary(
  problems: readonly { readonly name: string; readonly message: string }[],
  counted: number,
): string {
  const shown = problems.slice(0, sentencesMax).map(({ name, message }) => `${name}: ${message}.`);
  return `${shown.join(" ")}${andMore(shown.length, counted)}`;
}

/** Parses query parameters with `schema`, which converts numbers and booleans from text. */
export function readQuery<Query extends z.ZodObject>(query: Query, sent: unknown): z.infer<Query> {
  return parsed(query, withValues(query, sent), "query");
}

function withValues(query: z.ZodObject, sent: unknown): unknown {
  if (typeof sent !== "object" || sent === null) return sent;
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === "string" ? valueOf(value, query.shape[name]) : value,
    ]),
  );
}

function valueOf(text: string, schema: unknown): unknown {
  const inner = innermost(schema);
  if (inner instanceof z.ZodNumber && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (inner instanceof z.ZodBoolean && /^(?:true|false)$/.test(text)) return text === "true";
  return text;
}

/** One problem of a `value` that `schema` rejected, as a sentence without its full stop. */
function problemText(problem: FieldProblem, schema: z.ZodType, value: unknown): string {
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

/** The schema within those for an absent value, null and a change of the value, or that documents one. */
function innermost(schema: unknown): unknown {
  let inner = schema;
  for (;;) {
    const documentedAs = inner instanceof z.ZodType ? inner.meta()?.["documentedAs"] : undefined;
    if (documentedAs instanceof z.ZodType) inner = documentedAs;
    else if (inner instanceof z.ZodPipe) inner = inner.def.in;
    else if (
      inner instanceof z.ZodDefault ||
      inner instanceof z.ZodPrefault ||
      inner instanceof z.ZodExactOptional ||
      inner instanceof z.ZodOptional ||
      inner instanceof z.ZodNullable ||
      inner instanceof z.ZodReadonly
    ) {
      inner = inner.def.innerType;
    } else return inner;
  }
}

/** The innermost schema of the value at `path`; undefined where the schema has no such place. */
function innermostAt(schema: unknown, path: readonly (string | number)[]): unknown {
  let at = innermost(schema);
  for (const name of path) at = innermost(within(at, String(name)));
  return at;
}

function within(schema: unknown, name: string): unknown {
  if (schema instanceof z.ZodArray) return schema.element;
  if (schema instanceof z.ZodRecord) return schema.valueType;
  // Names such as __proto__ are not in the shape.
  const isField = schema instanceof z.ZodObject && Object.hasOwn(schema.shape, name);
  return isField ? schema.shape[name] : undefined;
}
