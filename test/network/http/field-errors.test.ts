import { describe, expect, it } from "vitest";
import * as z from "zod";

import { fieldProblems, showing } from "../../../src/network/http/field-errors.ts";

const Schema = z.strictObject({
  name: z.string().min(2).optional(),
  email: z.email().optional(),
  kind: z.enum(["a", "b"]).optional(),
  age: z.int().min(0).optional(),
  list: z.array(z.strictObject({ id: z.string() })).optional(),
  either: z.union([z.string(), z.strictObject({ x: z.number() })]).optional(),
  even: z
    .number()
    .refine((value) => value % 2 === 0, showing("lead.fields", "Expected an even number"))
    .optional(),
});

function problems(input: unknown, schema: z.ZodType = Schema) {
  const parsed = schema.safeParse(input);
  if (parsed.success) return [];
  return fieldProblems(parsed.error, input).map(({ path, code }) => `${path.join(".")} ${code}`);
}

describe("fieldProblems", () => {
  it.each([
    { name: "a wrong type", input: { name: 1 }, found: ["name INCORRECT_TYPE"] },
    { name: "null", input: { name: null }, found: ["name INCORRECT_TYPE"] },
    { name: "a wrong length", input: { name: "x" }, found: ["name INVALID"] },
    { name: "a bad format", input: { email: "x" }, found: ["email INVALID"] },
    { name: "a format on a wrong type", input: { email: true }, found: ["email INCORRECT_TYPE"] },
    { name: "a text that is not allowed", input: { kind: "c" }, found: ["kind INVALID"] },
    { name: "a number instead of a text", input: { kind: 1 }, found: ["kind INCORRECT_TYPE"] },
    { name: "a fraction", input: { age: 1.5 }, found: ["age INCORRECT_TYPE"] },
    { name: "a number too small", input: { age: -1 }, found: ["age INVALID"] },
    { name: "a missing nested field", input: { list: [{}] }, found: ["list.0.id REQUIRED"] },
    { name: "an item of a wrong type", input: { list: [1] }, found: ["list.0 INCORRECT_TYPE"] },
    {
      name: "a value that matches no branch of a union",
      input: { either: 1 },
      found: ["either INCORRECT_TYPE"],
    },
    { name: "a failed refinement", input: { even: 1 }, found: ["even INVALID"] },
    { name: "an unknown field", input: { more: 1 }, found: ["more UNSUPPORTED"] },
    {
      name: "each unknown nested field",
      input: { list: [{ id: "a", x: 1, y: 2 }] },
      found: ["list.0.x UNSUPPORTED", "list.0.y UNSUPPORTED"],
    },
    {
      name: "several problems at once",
      input: { name: 1, kind: "c", more: 1 },
      found: ["name INCORRECT_TYPE", "kind INVALID", "more UNSUPPORTED"],
    },
  ])("reports $name as $found (7)", ({ input, found }) => {
    expect(problems(input)).toEqual(found);
  });

  it("reports a missing field as REQUIRED, including names that Object.prototype has (7)", () => {
    const Inherited = z.object({ toString: z.string(), constructor: z.string() });
    expect(problems(JSON.parse("{}"), z.object({ name: z.string() }))).toEqual(["name REQUIRED"]);
    expect(problems(JSON.parse("{}"), Inherited)).toEqual([
      "toString REQUIRED",
      "constructor REQUIRED",
    ]);
  });

  it("includes the rule of a refinement that has one, and null otherwise", () => {
    const input = { even: 1, name: 1 };
    const parsed = Schema.safeParse(input);
    const found = parsed.success ? [] : fieldProblems(parsed.error, input);
    expect(found.map(({ path, rule }) => [path[0], rule])).toEqual([
      ["name", null],
      ["even", "lead.fields"],
    ]);
  });
});
