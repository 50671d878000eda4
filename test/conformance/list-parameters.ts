/** Invalid list parameters (interface 4.3); every list validates them the same way. */
import { it } from "vitest";

import { assumedRulesOf, rulesOf } from "../support/reply.ts";
import { newWorld } from "../support/world.ts";
import { expect } from "./answers.ts";
import { operationOf, permittedKey, sendTo } from "./cases.ts";

interface WrongParameter {
  readonly name: string;
  readonly value: string;
  readonly field: string;
  readonly code: "INVALID" | "INCORRECT_TYPE" | "NOT_FOUND" | "UNSUPPORTED";
  readonly rule: string;
}

/** Tests that a 422 names each invalid parameter and no other, and all of them in one answer. */
export function itRefusesWrongParameters(id: string): void {
  const operation = operationOf(id);

  it.each(wrongParameters)("422 $code on $field for $name=$value (4.3)", async (parameter) => {
    const world = await newWorld();
    const key = await permittedKey(world, operation);
    const reply = await sendTo(world, operation, {
      key,
      query: { [parameter.name]: parameter.value },
    });
    expect(reply).toRefuseFields(422, { [parameter.field]: parameter.code });
    expect(rulesOf(reply)).toContain(parameter.rule);
  });

  it("422 names every invalid parameter (4.3, 7)", async () => {
    const world = await newWorld();
    const key = await permittedKey(world, operation);
    const query = { limit: "0", offset: "-1", order: "x", filter: "x", scope: "x", include: "x" };
    const reply = await sendTo(world, operation, { key, query });
    expect(reply).toRefuseFields(
      422,
      Object.fromEntries(Object.keys(query).map((name) => [name, "INVALID"])),
    );
    expect(assumedRulesOf(reply)).toContain("error.all-fields");
  });

  it("422 INVALID for a repeated parameter (4.3)", async () => {
    const world = await newWorld();
    const key = await permittedKey(world, operation);
    const reply = await sendTo(world, operation, { key, query: "limit=1&limit=2" });
    expect(reply).toRefuseFields(422, { limit: "INVALID" });
  });

  it("422 UNSUPPORTED for an unknown parameter, where the workspace assumes so (4.3)", async () => {
    const world = await newWorld({ assumptions: { "query.unknown": "422" } });
    const key = await permittedKey(world, operation);
    const reply = await sendTo(world, operation, { key, query: { page: "2" } });
    expect(reply).toRefuseFields(422, { page: "UNSUPPORTED" });
  });
}

const wrongParameters: readonly WrongParameter[] = [
  ...["0", "-1", "101", "ten", "1.5", ""].map((value) => wrong("limit", value, "list.limit")),
  ...["-1", "one", "0.5", ""].map((value) => wrong("offset", value, "list.offset")),
  ...["createdAt", '{"createdAt":"ASC"}', '["createdAt","ASC"]', '[["createdAt"]]', ""].map(
    (value) => wrong("order", value, "list.order"),
  ),
  wrong("order", '[["createdAt","asc"]]', "list.order"),
  wrong("order", '[["colour","ASC"]]', "list.order"),
  wrong("order", "[['createdAt','ASC']]", "list.order.quotes"),
  ...["id", "[]", "null", ""].map((value) => wrong("filter", value, "list.filter.invalid")),
  wrong("filter", '{"createdAt":"yesterday"}', "list.filter.invalid", "filter.createdAt"),
  wrong("filter", '{"id":{}}', "list.filter.invalid", "filter.id"),
  {
    ...wrong("filter", '{"colour":"red"}', "list.filter.unknown-field", "filter.colour"),
    code: "NOT_FOUND",
  },
  {
    ...wrong("filter", '{"id":{"$like":"L%"}}', "list.filter.operators.unknown", "filter.id"),
    code: "UNSUPPORTED",
  },
  {
    ...wrong("filter", '{"$or":[]}', "list.filter.operators.unknown", "filter.$or"),
    code: "UNSUPPORTED",
  },
  {
    ...wrong("filter", '{"id":["a"]}', "list.filter.invalid", "filter.id"),
    code: "INCORRECT_TYPE",
  },
  {
    ...wrong("filter", '{"id":{"$in":"a"}}', "list.filter.invalid", "filter.id"),
    code: "INCORRECT_TYPE",
  },
  ...["deleted", "WITHDELETED", ""].map((value) => wrong("scope", value, "scope.unknown")),
  ...["Nothing", "Plans.Nothing"].map((value) => wrong("include", value, "include.unknown")),
];

function wrong(name: string, value: string, rule: string, field = name): WrongParameter {
  return { name, value, field, code: "INVALID", rule };
}
