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

/** The query parameters as `schema` reads them; a whole number is read from its digits, a boolean from its word. */
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
  let inner = schema;
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodExactOptional) {
    inner = inner.def.innerType;
  }
  if (inner instanceof z.ZodNumber && /^\d{1,15}$/.test(text)) return Number(text);
  if (inner instanceof z.ZodBoolean && /^(?:true|false)$/.test(text)) return text === "true";
  return text;
}
