/** Queries made from the parameters that an operation documents. */
import fc from "fast-check";

import type { Json, JsonObject } from "../../src/base/values/json.ts";
import { isJsonObject } from "../../src/base/values/json.ts";
import { resolved, textAt } from "../contract/documents.ts";
import { jsonValues, valuesOf } from "./fuzz-values.ts";

/** Rarely `odd`, otherwise `usual`. */
export function seldom<Odd, Usual>(
  odd: fc.Arbitrary<Odd>,
  usual: Usual,
): fc.Arbitrary<Odd | Usual> {
  return fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd });
}

/** A query for an operation: valid, invalid and unknown parameters. */
export function queryFor(
  document: JsonObject,
  description: JsonObject,
  id: string,
): fc.Arbitrary<string> {
  const { parameters } = description;
  const made = (Array.isArray(parameters) ? parameters : [])
    .filter(isJsonObject)
    .map((one) => resolved(document, one))
    .filter((one) => one["in"] === "query" && one["name"] !== "timeoutMs")
    .map((one) => pairFor(document, textAt(one, ["name"]), one));
  const odd = seldom(oddPairs, "");
  const wait = id.startsWith("wait-for") ? fc.constantFrom(...waits) : fc.constant("");
  return fc.tuple(wait, odd, ...made).map((pairs) => pairs.filter(Boolean).join("&"));
}

/** Accepted waits must be short. */
const waits = [
  "timeoutMs=0",
  "timeoutMs=1",
  "timeoutMs=-1",
  "timeoutMs=99999999999999999",
  "timeoutMs=1e2",
];

/** An unknown parameter, or an invalid value of a known one. */
export const oddPairs = fc.constantFrom(
  "nonsense=1",
  "%zz",
  "limit=1&limit=2",
  "__proto__=1",
  "filter[a]=1",
  "&&=",
  "scope=%00",
);

function pairFor(document: JsonObject, name: string, parameter: JsonObject): fc.Arbitrary<string> {
  const { schema } = parameter;
  const special = jsonParameters[name];
  const valid =
    special ??
    valuesOf(document)(isJsonObject(schema) ? schema : {}, name).map((value) =>
      Array.isArray(value) ? value.map(wordOf).join() : wordOf(value),
    );
  const value = fc.oneof(
    { weight: 30, arbitrary: valid },
    { weight: 1, arbitrary: jsonValues.map((json) => JSON.stringify(json)) },
    { weight: 1, arbitrary: fc.constantFrom("", "0", "-1", "1e9", "null", "\0", "99999999999999") },
  );
  return fc.option(value, { nil: null, freq: 2 }).map((one) => {
    return one === null ? "" : `${name}=${encodeURIComponent(one.toWellFormed())}`;
  });
}

function wordOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

const columns = fc.constantFrom(
  "email",
  "firstName",
  "createdAt",
  "deletedAt",
  "id",
  "type",
  "status",
  "name",
  "nope",
);
const operators = fc.constantFrom("$lt", "$gte", "$ne", "$in", "$like", "$eq", "$nope");
const operands = fc.oneof(
  fc.constantFrom<Json>("⟦mark⟧1@example.com", "2026-03-02T09:00:00Z", null, 1, "%⟦mark⟧%"),
  jsonValues,
);

const filters = fc
  .array(
    fc.tuple(
      columns,
      fc.oneof(
        operands,
        fc.tuple(operators, operands).map(([name, value]): Json => ({ [name]: value })),
      ),
    ),
    { maxLength: 3 },
  )
  .map((entries) => JSON.stringify(Object.fromEntries(entries)));

const orders = fc
  .array(fc.tuple(columns, fc.constantFrom("ASC", "DESC", "asc")), { maxLength: 3 })
  .map((order) => JSON.stringify(order));

const jsonParameters: Readonly<Record<string, fc.Arbitrary<string>>> = {
  filter: filters,
  order: orders,
};
