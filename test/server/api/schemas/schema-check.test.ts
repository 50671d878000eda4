import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";

import { newSchemaCheck } from "../../../../src/server/api/schemas/schema-check.ts";
import type { SchemaVerdict } from "../../../../src/server/api/schemas/verdict.ts";
import { hostileSchemas } from "./hostile-schemas.ts";

/** Ends a hostile schema early, and leaves others enough time on a busy machine. */
const budget = { compileMs: 300, validateMs: 100, memoryMb: 256, idleMs: 10_000 };

const anyOwner = {};

function newCheck(limits = {}) {
  const check = newSchemaCheck({ ...budget, ...limits });
  return (schema: object, body: object, owner = anyOwner): Promise<SchemaVerdict | null> =>
    check(
      { owner, isGone: () => false },
      { schema: JSON.stringify(schema), body: JSON.stringify(body) },
    );
}

describe("a hostile schema", () => {
  const check = newCheck();

  it.each(hostileSchemas)("is unusable, and what comes next is not: $name", async (row) => {
    const verdict = await check(row.schema, row.body);
    expect(JSON.stringify(verdict)).toMatch(/^\{"kind":"unusable"/);
    expect(await check({ required: ["a"] }, { a: 1 })).toEqual({ kind: "valid" });
  });

  it("says what took how long", async () => {
    const pattern = { properties: { a: { pattern: "^(a+)+$" } } };
    expect(await check(pattern, { a: `${"a".repeat(40)}!` })).toEqual({
      kind: "unusable",
      reason:
        "The request schema of this workflow is too costly: validating this body takes more than 100 ms. " +
        "Look for nested repetition in its patterns, uniqueItems of long lists, and references that branch.",
    });
  });

  it("does not hold the event loop", async () => {
    const [{ schema, body } = { schema: {}, body: {} }] = hostileSchemas;
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await check(schema, body);
    isDone = true;
    expect(turns).toBeGreaterThan(20);
  });

  it("cannot take more memory than the thread has", async () => {
    const small = newCheck({ memoryMb: 32, validateMs: 20_000, compileMs: 20_000 });
    const items = Array.from({ length: 100_000 }, () => 1);
    const strings = Array.from({ length: 500 }, () => ({ type: "string" }));
    const verdict = await small({ properties: { a: { items: { allOf: strings } } } }, { a: items });
    expect(verdict).toMatchObject({ kind: "unusable", reason: /more than 32 MB/ });
    expect(await small({}, {})).toEqual({ kind: "valid" });
  });

  it("delays each body of another owner by one of its own", async () => {
    const [{ schema, body } = { schema: {}, body: {} }] = hostileSchemas;
    const order: string[] = [];
    const note = async (name: string, verdict: Promise<unknown>): Promise<void> => {
      await verdict;
      order.push(name);
    };
    const [mallory, bob] = [{}, {}];
    await Promise.all([
      ...[1, 2, 3].map((index) => note(`mallory ${index}`, check(schema, body, mallory))),
      ...[1, 2].map((index) => note(`bob ${index}`, check({}, {}, bob))),
    ]);
    expect(order).toEqual(["mallory 1", "bob 1", "mallory 2", "bob 2", "mallory 3"]);
  });

  it("skips requests that are gone by their turn", async () => {
    const own = newSchemaCheck(budget);
    const [{ schema, body } = { schema: {}, body: {} }] = hostileSchemas;
    const task = { schema: JSON.stringify(schema), body: JSON.stringify(body) };
    let isGone = false;
    const asker = { owner: {}, isGone: () => isGone };
    const [running, waiting] = [own(asker, task), own(asker, task)];
    isGone = true;
    await expect(waiting).rejects.toThrow("gone");
    expect((await running)?.kind).toBe("unusable");
  });

  it("fills only the queue of its owner", async () => {
    const [{ schema, body } = { schema: {}, body: {} }] = hostileSchemas;
    const long = { a: "a".repeat(9_000_000) };
    const [mallory, bob] = [{}, {}];
    const running = check(schema, body, mallory);
    const waiting = check({}, long, mallory);
    expect(await check({}, long, mallory)).toBeNull();
    expect(await check({}, long, bob)).toEqual({ kind: "valid" });
    expect((await running)?.kind).toBe("unusable");
    expect(await waiting).toEqual({ kind: "valid" });
    expect(await check({}, long, mallory)).toEqual({ kind: "valid" });
  });
});

/** What workflows use, and what is easily lost with other options: each schema with bodies on both sides. */
const ordinary: readonly { readonly schema: object; readonly bodies: readonly object[] }[] = [
  { schema: {}, bodies: [{}, { a: 1 }] },
  {
    schema: {
      type: "object",
      required: ["leadId"],
      additionalProperties: false,
      properties: { leadId: { type: "string", minLength: 3 }, note: { type: "string" } },
    },
    bodies: [{ leadId: "LeadHPa1" }, {}, { leadId: "x" }, { leadId: 1, other: true }],
  },
  {
    schema: { properties: { a: { pattern: "^(?!b)(?=.*a)(.)\\1?(?<=.)$" } } },
    bodies: [{ a: "aa" }, { a: "bb" }, { a: "ab" }],
  },
  {
    schema: {
      $defs: { phone: { required: ["number"], properties: { number: { type: "string" } } } },
      properties: { a: { $ref: "#/$defs/phone" }, b: { items: { $ref: "#/$defs/phone" } } },
    },
    bodies: [
      { a: { number: "1" }, b: [{ number: "2" }] },
      { a: {}, b: [{ number: 1 }, {}] },
    ],
  },
  {
    schema: { type: "object", properties: { next: { $ref: "#" } }, required: ["id"] },
    bodies: [
      { id: 1, next: { id: 2 } },
      { id: 1, next: { next: {} } },
    ],
  },
  {
    schema: {
      oneOf: [{ required: ["a"] }, { required: ["b"] }],
      if: { required: ["a"] },
      then: { properties: { a: { multipleOf: 2 } } },
      else: { properties: { b: { enum: ["x", { y: 1 }] } } },
      not: { required: ["c"] },
    },
    bodies: [{ a: 2 }, { a: 3 }, { b: "x" }, { b: { y: 1 } }, { b: "z" }, { a: 2, b: "x", c: 1 }],
  },
  {
    schema: {
      properties: {
        list: { prefixItems: [{ const: 1 }], items: { type: "string" }, uniqueItems: true },
        some: { contains: { type: "number" }, minContains: 2, maxContains: 3 },
      },
      propertyNames: { pattern: "^[a-z/~]+$" },
      dependentRequired: { list: ["some"] },
      dependentSchemas: { some: { required: ["list"] } },
      patternProperties: { "^x": { type: "boolean" } },
      unevaluatedProperties: { type: "null" },
      maxProperties: 4,
    },
    bodies: [
      { list: [1, "a", "b"], some: [1, 2] },
      { list: [2, "a", "a", 3], some: [1] },
      { "x/~y": 1, other: 5 },
      { UPPER: null, list: [], some: [1, 2, 3, 4] },
    ],
  },
  { schema: { properties: { a: { format: "email" } } }, bodies: [{ a: "not an email" }] },
  {
    schema: { properties: { a: { unknownKeyword: 1, type: ["string", "null"] } } },
    bodies: [{ a: null }, { a: 1 }],
  },
];

describe("any other schema", () => {
  const check = newCheck({ compileMs: 10_000, validateMs: 10_000 });

  it.each(ordinary)("has the errors of Ajv: $schema", async ({ schema, bodies }) => {
    const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
    const validate = ajv.compile({ ...schema });
    for (const body of bodies) {
      const messages = validate(body) ? [] : (validate.errors ?? []).map(({ message }) => message);
      // oxlint-disable-next-line no-await-in-loop -- one thread
      const verdict = await check(schema, body);
      const errors = verdict?.kind === "invalid" ? verdict.errors : [];
      expect(verdict?.kind).toBe(messages.length === 0 ? "valid" : "invalid");
      expect(errors.map(({ message }) => message)).toEqual(messages);
    }
  });

  it("is used up to 64 kB", async () => {
    const field = { type: "object", required: ["a"], properties: { a: { type: "string" } } };
    const names = Array.from({ length: 700 }, (_, index) => `field${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, field]));
    const verdict = await check({ required: names, properties }, { field1: { a: 1 } });
    expect(verdict).toMatchObject({ kind: "invalid" });
    expect(verdict?.kind === "invalid" && verdict.errors).toHaveLength(700);
  });
});
