import * as z from "zod";

import { fieldProblems } from "../http/field-errors.ts";
import { ControlError } from "./control-error.ts";

/** What was sent, as `schema` reads it, or a 422 that names every key that is wrong or unknown. */
export function parsed<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  part: "body" | "query",
): z.infer<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields = Map.groupBy(
    fieldProblems(result.error, value),
    ({ path }) => path.join(".") || part,
  );
  const names = [...fields.keys()].join(", ");
  throw new ControlError(422, `The ${part} is not understood: ${names}.`, {
    fields: Object.fromEntries(
      Array.from(fields, ([name, problems]) => [
        name,
        problems.map(({ code, message }) => ({ code, message })),
      ]),
    ),
  });
}

/** The query parameters as `schema` reads them; a whole number is read from its digits. */
export function readQuery<Query extends z.ZodObject>(query: Query, sent: unknown): z.infer<Query> {
  return parsed(query, withNumbers(query, sent), "query");
}

function withNumbers(query: z.ZodObject, sent: unknown): unknown {
  if (typeof sent !== "object" || sent === null) return sent;
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]: [string, unknown]) => {
      const isDigits = typeof value === "string" && /^\d{1,15}$/.test(value);
      return [name, isDigits && takesNumber(query.shape[name]) ? Number(value) : value];
    }),
  );
}

function takesNumber(schema: unknown): boolean {
  let inner = schema;
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodExactOptional) {
    inner = inner.def.innerType;
  }
  return inner instanceof z.ZodNumber;
}
