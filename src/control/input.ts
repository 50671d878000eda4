import type * as z from "zod";

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
