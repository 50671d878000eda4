import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { catalogue, isChoiceRuleId, ruleIds } from "../../../src/domain/rules/catalogue.ts";
import { openSandbox } from "../../../src/server/sandbox/sandbox.ts";
import { sized, spread } from "../../long/size.ts";
import { checked } from "./checked.ts";
import { firm, recordedHar } from "./recorded.ts";
import { week } from "./week.ts";

/** Services that differ from the defaults in five rules each, and the week shows only some of them. */
const services: readonly Readonly<Record<string, string>>[] = [
  {
    "list.limit": "clamped",
    "lead.phone.string": "kept-as-string",
    "state.convert": "updated-at-moves",
    "lead.unique.deleted": "freed",
    "include.unknown": "ignored",
  },
  {
    "lead.list": "with-member-leads",
    "state.convert.moments": "20-ms-later",
    "client-data.nested-field-name": "leaf-name",
    "lead.delete": "204",
    "http.body.malformed": "400",
  },
];

/** Services that differ in five rules by chance, which only a long run has: one more is like those above. */
const byChance = fc.sample(
  fc
    .shuffledSubarray(ruleIds.filter(isChoiceRuleId), { minLength: 5, maxLength: 5 })
    .chain((rules) =>
      fc.record(
        Object.fromEntries(
          rules.map((rule) => [rule, fc.constantFrom(...catalogue[rule].alternatives)]),
        ),
      ),
    ),
  { seed: 1, numRuns: sized(0, 20) },
);

interface Settled {
  readonly rule: string;
  readonly verdict: string;
  readonly choice: string | null;
}

/** The confirmed and denied rules of a week with the service, and those of them that are wrong. */
async function settledBy(choices: Readonly<Record<string, string>>) {
  const { report, assumptions } = await checked([await recordedHar(choices, week)]);
  const truth = (rule: string): string =>
    choices[rule] ?? (isChoiceRuleId(rule) ? catalogue[rule].default : "");
  const settled: readonly Settled[] = report.rules.filter(({ verdict }) =>
    /^(?:confirmed|denied)$/.test(verdict),
  );
  return {
    settled,
    assumptions,
    wrong: settled.filter(({ rule, choice }) => choice !== truth(rule)),
  };
}

describe("check-har of a service that differs in five rules", () => {
  it.each(spread(services, 1))("denies and confirms nothing wrongly: %o", async (choices) => {
    const { settled, assumptions, wrong } = await settledBy(choices);
    expect(wrong).toEqual([]);
    expect(Object.keys(assumptions).length).toBeGreaterThanOrEqual(1);
    for (const [rule, { choice }] of Object.entries(assumptions))
      expect(choice).toBe(choices[rule]);
    expect(settled.length).toBeGreaterThan(20);
  });

  it.each(byChance)(
    "by chance (seed 1) denies and confirms nothing wrongly: %o",
    async (choices) => {
      const { settled, wrong } = await settledBy(choices);
      expect(wrong).toEqual([]);
      expect(settled.length).toBeGreaterThan(10);
    },
  );

  it("confirms rules of a service without a difference, and shows no person and no key", async () => {
    const har = await recordedHar({}, week);
    const { world, assumptions, report, text } = await checked([har]);
    expect(report).toMatchObject({ unexplained: [], undecidedChoices: [], adopted: [] });
    expect(report.summary).toMatchObject({ denied: 0 });
    expect(report.summary.confirmed).toBeGreaterThanOrEqual(27);
    expect(report.rules).toHaveLength(ruleIds.filter(isChoiceRuleId).length);
    const shown = JSON.stringify([world, assumptions, report]) + text;
    const words = new Set(shown.split(/[^\w.@+-]+/));
    const sent =
      har.match(/[\w.+-]+@[\w.-]+|(?<="(?:first|last)Name\\":\\")[^"\\]+|\+?\d{10,}/g) ?? [];
    expect(sent.length).toBeGreaterThan(20);
    expect([...new Set(sent)].filter((one) => words.has(one))).toEqual([]);
    expect(shown).not.toMatch(/[0-9a-f]{4}…redacted|"key":/);
  });
});

describe("world.json and assumptions.json", () => {
  it("serve the recorded situation: the same Leads by id and state, and the same incident", async () => {
    const har = await recordedHar({ "lead.patch.not-active": "409" }, async ({ api }) => {
      await api("GET", `/v1/firms/${firm}/leads?scope=withDeleted&limit=100`);
      await api("PATCH", "/v1/leads/LeadHPc1", { firstName: "May" });
    });
    const { world, assumptions, report } = await checked([har]);
    expect(report.unexplained).toEqual([]);
    const choices = Object.fromEntries(
      Object.entries(assumptions).map(([rule, { choice }]) => [rule, choice]),
    );
    const served = openSandbox({ fixture: "given-1", assumptions: choices }, {}, [world]);
    const key = served.keyOf("default", served.describe().firms[0]?.apiKeys[0]?.id ?? "") ?? "";
    const call = (method: string, path: string, body?: string) =>
      served.fetch(
        new Request(`http://127.0.0.1${path}`, {
          method,
          headers: { "x-api-key": key, "content-type": "application/json" },
          ...(body === undefined ? {} : { body }),
        }),
      );
    const recorded = JSON.parse(har).log.entries[0].response.content.text;
    const again = await (
      await call("GET", `/v1/firms/${firm}/leads?scope=withDeleted&limit=100`)
    ).text();
    expect(statesIn(again)).toEqual(statesIn(recorded));
    expect(statesIn(again).length).toBeGreaterThan(3);
    expect((await call("PATCH", "/v1/leads/LeadHPc1", '{"firstName":"May"}')).status).toBe(409);
    served.close();
  });
});

/** Each Lead of a page with its state and parent, in order. */
function statesIn(page: string): readonly unknown[] {
  const { data } = JSON.parse(page);
  return data.map(
    ({ id, deletedAt, convertedAt, resourceId, plan_ids: plans }: Record<string, unknown>) => [
      id,
      deletedAt,
      convertedAt,
      resourceId,
      plans,
    ],
  );
}
