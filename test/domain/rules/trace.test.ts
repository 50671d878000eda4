import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { RuleId } from "../../../src/domain/rules/catalogue.ts";
import { isChoiceRuleId, ruleIds, ruleOf } from "../../../src/domain/rules/catalogue.ts";
import type { Assumptions, RuleTrace } from "../../../src/domain/rules/trace.ts";
import { newRuleTraces } from "../../../src/domain/rules/trace.ts";

const ids = [
  "lead.unique",
  "lead.required",
  "quota.burst",
  "http.json",
  "error.envelope",
  "lead.create.firm",
] as const satisfies readonly RuleId[];
const steps = ["apply", "cite", "decide"] as const;
const sequences = fc.array(fc.tuple(fc.constantFrom(...steps), fc.constantFrom(...ids)));
const assumptions: readonly Assumptions[] = [{}, { "lead.required": "email-only" }];

type Step = readonly [(typeof steps)[number], RuleId];

function follow(trace: RuleTrace, sequence: readonly Step[]): RuleTrace {
  for (const [step, id] of sequence) trace[step](id);
  return trace;
}

/** The contract of a trace, implemented without caches. */
function expected(sequence: readonly Step[], assumed: Assumptions) {
  const noted = [...new Set(sequence.map(([, id]) => id))];
  const decides = (id: RuleId) => sequence.some(([step, of]) => step === "decide" && of === id);
  return [...noted.filter(decides), ...noted.filter((id) => !decides(id))].map((id) => ({
    id,
    assumed: sequence.some(([step, of]) => of === id && dependsOnAssumption(step, id, assumed)),
  }));
}

function dependsOnAssumption(step: string, id: RuleId, assumed: Assumptions): boolean {
  const rule = ruleOf(id);
  if (step !== "cite" || !isChoiceRuleId(id)) return rule.standing === "assumed";
  return rule.standing !== "reference" || (assumed[id] ?? rule.default) !== rule.default;
}

describe("newRuleTraces", () => {
  it("cites deciding rules first, each rule once and in order, whatever was traced before", () => {
    const traces = newRuleTraces();
    fc.assert(
      fc.property(sequences, fc.constantFrom(...assumptions), (sequence, assumed) => {
        const trace = follow(traces(assumed), sequence);
        expect(trace.cited()).toEqual(expected(sequence, assumed));
      }),
      { numRuns: 2_000 },
    );
  });

  it("returns the same list and header for the same sequence", () => {
    const traces = newRuleTraces();
    const sequence = [
      ["cite", "lead.email.case"],
      ["cite", "lead.required"],
      ["decide", "lead.create.firm"],
    ] as const;
    const [one, other] = [follow(traces({}), sequence), follow(traces({}), sequence)];
    expect(one.cited()).toBe(other.cited());
    expect(one.header()).toBe("lead.create.firm, lead.email.case;assumed, lead.required");
  });

  it("still cites correctly after more sequences than its cache holds", () => {
    const traces = newRuleTraces();
    const pairs = ruleIds.flatMap((one) => ruleIds.map((other) => [one, other] as const));
    expect(pairs.length).toBeGreaterThan(10_000);
    for (const [one, other] of pairs) {
      const sequence = [["decide", one] as const, ["apply", other] as const];
      expect(follow(traces({}), sequence).cited()).toEqual(expected(sequence, {}));
    }
  });
});
