import * as z from "zod";

/** The schema within those for an absent value, null and a change of the value, or that documents one. */
export function innermost(schema: unknown): unknown {
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
export function innermostAt(schema: unknown, path: readonly (string | number)[]): unknown {
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
