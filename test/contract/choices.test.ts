import { describe, expect, it } from "vitest";

import { catalogue, isChoiceRuleId, ruleIds } from "../../src/domain/rules/catalogue.ts";
import type { ApiOperation } from "../../src/server/api/routes/call.ts";
import { choicesOf, operations, permittedKey, sendTo } from "../conformance/cases.ts";
import type { Sending } from "../conformance/cases.ts";
import { sized } from "../long/size.ts";
import type { Reply } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { newWorld } from "../support/world.ts";
import { answerOf, bodySchemaOf, judge, objectAt, operationsOf } from "./documents.ts";

const alternatives = ruleIds
  .filter(isChoiceRuleId)
  .flatMap((rule) => catalogue[rule].alternatives.map((choice) => ({ rule, choice })));

/** Every choice is documented alone in a long run, otherwise with seven of other rules. */
const together = sized(8, 1);
const hands = Math.ceil(alternatives.length / together);
const groups = Array.from({ length: hands }, (_, hand) => {
  const choices = alternatives.filter((_choice, index) => index % hands === hand);
  return {
    name: choices.map(({ rule, choice }) => `${rule}=${choice}`).join(" and "),
    chosen: Object.fromEntries(choices.map(({ rule, choice }) => [rule, choice])),
  };
});

/** Reads come first, because the deletions leave nothing to read. */
const inOrder = operations.toSorted((one, other) => rankOf(one) - rankOf(other));

function rankOf({ method }: ApiOperation): number {
  return method === "GET" ? 0 : method === "DELETE" ? 2 : 1;
}

/** What `operation` answers to a plain request and, for a read, to one for all there is. */
async function repliesOf(world: World, operation: ApiOperation): Promise<readonly Reply[]> {
  const key = await permittedKey(world, operation);
  const whole = "scope" in operation.query({}).shape && operation.method === "GET";
  const include =
    operation.subject === "leads" && operation.does === "list"
      ? { include: "Plans,Plans.ClientProfiles" }
      : {};
  const sent: readonly Sending[] = [
    { key },
    ...(whole ? [{ key, query: { scope: "withDeleted", ...include } }] : []),
  ];
  const replies: Reply[] = [];
  for (const sending of sent) {
    // oxlint-disable-next-line no-await-in-loop -- a request may change what the next one meets
    replies.push(await sendTo(world, operation, sending));
  }
  return replies;
}

it("has groups of choices of different rules, with every choice", () => {
  const pairs = groups.flatMap(({ chosen }) => Object.entries(chosen).map(String));
  expect(new Set(pairs).size).toBe(alternatives.length);
});

describe.each(groups)("the document under $name", ({ chosen }) => {
  it("describes what every operation answers there", async () => {
    const assumptions = { ...Object.assign({}, ...operations.map(choicesOf)), ...chosen };
    const world = await newWorld({ assumptions });
    const document = objectAt(
      JSON.parse((await world.control("GET", "/spec/openapi.json")).text),
      [],
    );
    expect(document).toHaveProperty(["info", "x-assumptions"], expect.objectContaining(chosen));
    const faultOf = judge(document);
    const documented = new Map(operationsOf(document).map((one) => [one.id, one]));
    for (const operation of inOrder) {
      const described = documented.get(operation.id);
      if (described === undefined) throw new Error(`No operation ${operation.id}`);
      // oxlint-disable-next-line no-await-in-loop -- one operation after the other
      for (const { status, text, json } of await repliesOf(world, operation)) {
        const answer =
          answerOf(document, described, status) ?? answerOf(document, described, "default");
        if (answer === undefined) throw new Error(`${operation.id}: no ${status} for ${text}`);
        const fault = text === "" ? null : faultOf(bodySchemaOf(answer), json);
        expect({ id: operation.id, status, fault }).toMatchObject({ fault: null });
      }
    }
  });
});
