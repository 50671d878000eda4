import * as z from "zod";

/** The schema within those for an absent value, null and a change of the value. */
export function innermost(schema: unknown): unknown {
  let inner = schema;
  for (;;) {
    if (inner instanceof z.ZodPipe) inner = inner.def.in;
    else if (
      inner instanceof z.ZodDefault ||
      inner instanceof z.ZodPrefault ||
      inner instanceof z.ZodExactOptional ||
      inner instanceof z.ZodOptional ||
      inner instanceof z.ZodNullable
    ) {
      inner = inner.def.innerType;
    } else return inner;
  }
}
