/** Schemas that cost more than any budget with these bodies, by the keyword that they abuse. */

export interface HostileSchema {
  readonly name: string;
  readonly schema: object;
  readonly body: object;
}

const aaa = `${"a".repeat(40)}!`;

function many<Item>(count: number, make: (index: number) => Item): readonly Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** An object that is nested that deep. */
function nested(levels: number, wrap: (inner: object) => object, innermost: object = {}): object {
  let made = innermost;
  for (let level = 0; level < levels; level += 1) made = wrap(made);
  return made;
}

/** Each definition refers to the next one twice. */
const branching = Object.fromEntries(
  many(40, (index) => {
    const next = { $ref: `#/$defs/n${index + 1}` };
    return [`n${index}`, { allOf: [next, next] }];
  }),
);

const recursive = { properties: { a: { $ref: "#" } } };

export const hostileSchemas: readonly HostileSchema[] = [
  {
    name: "nested repetition in a pattern",
    schema: { properties: { a: { pattern: "^(a+)+$" } } },
    body: { a: aaa },
  },
  {
    name: "overlapping alternatives in a pattern",
    schema: { properties: { a: { pattern: "^(a|a)*$" } } },
    body: { a: aaa },
  },
  {
    name: "a back reference",
    schema: { properties: { a: { pattern: String.raw`^(.*)+\1x$` } } },
    body: { a: "a".repeat(60) },
  },
  {
    name: "look-ahead",
    schema: { properties: { a: { pattern: "(?=(.*b))" } } },
    body: { a: "a".repeat(900_000) },
  },
  {
    name: "a quadratic pattern with a long text",
    schema: { properties: { a: { pattern: "a.*b" } } },
    body: { a: "a".repeat(900_000) },
  },
  {
    name: "a pattern of 10 kB",
    schema: { properties: { a: { pattern: `[${String.raw`\p{L}`.repeat(2_000)}]` } } },
    body: { a: "é" },
  },
  {
    name: "patternProperties",
    schema: { patternProperties: { "^(a+)+$": {} } },
    body: { [aaa]: 1 },
  },
  {
    name: "propertyNames",
    schema: { propertyNames: { pattern: "^(a+)+$" } },
    body: { [aaa]: 1 },
  },
  {
    name: "uniqueItems of objects",
    schema: { properties: { a: { uniqueItems: true } } },
    body: { a: many(60_000, (index) => ({ index })) },
  },
  {
    name: "references that branch",
    schema: { $defs: { ...branching, n40: { type: "string" } }, $ref: "#/$defs/n0" },
    body: {},
  },
  {
    name: "branches that recur in a nested body",
    schema: {
      anyOf: [
        { ...recursive, required: ["b"] },
        { ...recursive, required: ["c"] },
      ],
    },
    body: nested(60, (a) => ({ a })),
  },
  {
    name: "thousands of alternatives for each item",
    schema: { properties: { a: { items: { anyOf: many(1_500, (index) => ({ const: index })) } } } },
    body: { a: many(100_000, () => "x") },
  },
  {
    name: "an enum of thousands of objects for each item",
    schema: { properties: { a: { items: { enum: many(3_000, (index) => ({ index })) } } } },
    body: { a: many(50_000, (index) => ({ other: index })) },
  },
  {
    name: "contains",
    schema: { properties: { a: { contains: { enum: many(3_000, (index) => ({ index })) } } } },
    body: { a: many(50_000, (index) => ({ other: index })) },
  },
  {
    name: "dependentSchemas",
    schema: { dependentSchemas: { a: { propertyNames: { pattern: "^(a+)+$" } } } },
    body: { a: 1, [aaa]: 1 },
  },
  {
    name: "long lengths, counted again and again",
    schema: { properties: { a: { allOf: many(800, (index) => ({ minLength: index })) } } },
    body: { a: "😀".repeat(250_000) },
  },
  {
    name: "errors in a list below a long key",
    schema: { additionalProperties: { items: { type: "string" } } },
    body: { ["k".repeat(400_000)]: many(100_000, () => 1) },
  },
  {
    name: "a reference to itself",
    schema: { $ref: "#" },
    body: {},
  },
  {
    name: "dynamic references to itself",
    schema: { $dynamicAnchor: "x", anyOf: [{ $dynamicRef: "#x" }, { $dynamicRef: "#x" }] },
    body: {},
  },
  {
    name: "thousands of levels",
    schema: nested(3_000, (a) => ({ properties: { a } })),
    body: nested(60, (a) => ({ a })),
  },
];
