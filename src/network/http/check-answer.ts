import type * as z from "zod";

/** Throws if an answer does not match its schema, so the sandbox always meets its own contract. */
export function checkAnswer(what: string, schema: z.ZodType, value: unknown): void {
  const { error } = schema.safeParse(value);
  if (error === undefined) return;
  const [issue] = error.issues;
  const place = issue?.path.join(".");
  throw new Error(`${what}: response does not match its schema at ${place}: ${issue?.message}`);
}
