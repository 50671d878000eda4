/** The verdict on a rule, from what a service and sandboxes under each choice answered. */
import { describe, expect, it } from "vitest";

import type { Json } from "../../../src/base/values/json.ts";
import type { Comparison, Observation } from "../../../src/harness/check-target/judge/compare.ts";
import { comparison, nearestOf } from "../../../src/harness/check-target/judge/compare.ts";
import type { Shaky } from "../../../src/harness/check-target/judge/judge-rule.ts";
import { judgeRule } from "../../../src/harness/check-target/judge/judge-rule.ts";
import { notAskedOf, openParts } from "../../../src/harness/check-target/judge/not-asked.ts";
import type { Probe } from "../../../src/harness/check-target/probes/probe.ts";
import { probes } from "../../../src/harness/check-target/probes/probes.ts";
import type { Evidence, Findings } from "../../../src/harness/check-target/target/target.ts";
import { facts } from "./target.ts";

const probe = (given: Partial<Probe> = {}): Probe => ({
  rule: "list.limit",
  run: async () => {},
  ...given,
});
const saw = (seen: Json, given: Partial<Evidence> = {}): Evidence => ({
  request: "GET /leads",
  part: "documented",
  seen,
  ...given,
});
const findings = (evidence: readonly Evidence[], given: Partial<Findings> = {}): Findings => ({
  evidence,
  dependsOn: [],
  givenUp: null,
  unanswered: null,
  ...given,
});
const observed = (
  evidence: readonly Evidence[],
  given: Partial<Findings> = {},
  by: Partial<Probe> = {},
): Observation => ({
  probe: probe(by),
  findings: findings(evidence, given),
});

/** The comparisons where the sandbox shows `under[choice]` under each choice. */
const compared = (
  observations: readonly Observation[],
  under: Readonly<Record<string, readonly Evidence[]>>,
): readonly Comparison[] =>
  Object.entries(under).map(([choice, evidence]) =>
    comparison(observations, () => findings(evidence), choice),
  );

interface Given {
  readonly shaky?: Shaky;
  readonly open?: ReadonlyMap<"list.limit" | "http.json", string>;
}

function verdictOn(
  observations: readonly Observation[],
  under: Readonly<Record<string, readonly Evidence[]>>,
  { shaky = new Map(), open = new Map() }: Given = {},
) {
  const about = { rule: "list.limit", observations, notAsked: [] } as const;
  return judgeRule(about, compared(observations, under), shaky, open);
}

const [refused, clamped] = [saw(422), saw("success")];

describe("the verdict on a rule", () => {
  it.each<
    readonly [string, readonly Evidence[], Readonly<Record<string, readonly Evidence[]>>, object]
  >([
    [
      "is confirmed if the service does as the sandbox",
      [refused],
      { "422": [refused], clamped: [clamped] },
      { verdict: "confirmed", denies: null, choice: "422", reason: "It does as the sandbox does." },
    ],
    [
      "names alternatives that look the same",
      [refused],
      { "422": [refused], clamped: [refused] },
      {
        verdict: "confirmed",
        reason: "It does as the sandbox does. clamped would look the same here.",
      },
    ],
    [
      "is denied if the service follows an alternative",
      [clamped],
      { "422": [refused], clamped: [clamped] },
      {
        verdict: "denied",
        denies: "assumed",
        choice: "clamped",
        reason: "It behaves as under clamped.",
        evidence: [{ expected: 422, seen: "success" }],
      },
    ],
    [
      "is denied by the interface if nothing fits",
      [saw(500)],
      { "422": [refused], clamped: [clamped] },
      {
        verdict: "denied",
        denies: "documented",
        choice: null,
        reason: "It does not do what the interface says.",
      },
    ],
    [
      "is denied by the public documentation",
      [saw(500, { part: "reference" })],
      { "422": [refused] },
      { verdict: "denied", denies: "reference" },
    ],
    [
      "is denied by an assumption only",
      [saw(500, { part: "assumed" })],
      { "422": [refused] },
      { verdict: "denied", denies: "assumed", choice: null },
    ],
    [
      "is denied if the service shows less",
      [],
      { "422": [refused], clamped: [clamped] },
      { verdict: "denied", evidence: [{ request: "GET /leads", expected: 422, seen: null }] },
    ],
    [
      "is denied if the service shows more",
      [refused, clamped],
      { "422": [refused] },
      { verdict: "denied", evidence: [{ expected: null, seen: "success" }] },
    ],
  ])("%s", (_name, seen, under, expected) => {
    expect(verdictOn([observed(seen)], under)).toMatchObject(expected);
  });

  it("is unknown where its probe gave up, and partly confirmed where another was answered", () => {
    const givenUp = "It needs a Lead";
    expect(
      verdictOn([observed([refused], { givenUp })], { "422": [refused, clamped] }),
    ).toMatchObject({
      verdict: "unknown",
      reason: givenUp,
      parts: { asked: [], denied: [] },
    });
    const one = observed([], { givenUp }, { parts: ["default"] });
    const other = observed([refused], {}, { parts: ["above"] });
    expect(verdictOn([other, one], { "422": [refused] })).toMatchObject({
      verdict: "partly-confirmed",
      parts: { denied: [], notAsked: [{ part: "default", reason: givenUp }] },
    });
  });

  it("is partly confirmed without an answer to some of its parts", () => {
    const rule = "lead.patch";
    const answered = observed([refused], {}, { rule, parts: ["sent-fields", "updated-at"] });
    const missing = [{ part: "other-fields", reason: "It came to an end before" }];
    const about = { rule, observations: [answered], notAsked: missing } as const;
    const under = compared([answered], { none: [refused] }).map((one) => ({
      ...one,
      choice: null,
    }));
    expect(judgeRule(about, under, new Map(), new Map())).toMatchObject({
      verdict: "partly-confirmed",
      parts: { asked: ["sent-fields", "updated-at"], denied: [], notAsked: missing },
      reason: "It does as the sandbox does, as far as it was asked.",
    });
    const denied = compared([answered], { none: [clamped] }).map((one) => ({
      ...one,
      choice: null,
    }));
    expect(judgeRule(about, denied, new Map(), new Map())).toMatchObject({
      verdict: "denied",
      parts: {
        asked: ["sent-fields", "updated-at"],
        denied: ["sent-fields", "updated-at"],
        notAsked: missing,
      },
    });
  });

  it("is unknown if what it depends on is denied, and says so to later rules", () => {
    const reason = "It can only be checked if http.json holds, which is denied";
    const shaky: Shaky = new Map([["http.json", reason]]);
    const asked = observed([clamped], {}, { dependsOn: ["http.json"] });
    expect(verdictOn([asked], { "422": [refused] }, { shaky })).toMatchObject({
      verdict: "unknown",
      reason,
    });
    expect(shaky.get("list.limit")).toBe(reason);
    expect(shaky.get("list.limit#default")).toBe(reason);
  });

  it("is unknown if a difference depends on what is denied or not answered", () => {
    const asked = observed([clamped], { dependsOn: ["http.json"] });
    const reason = "It can only be judged when http.json is answered";
    const open = new Map([["http.json", reason]] as const);
    expect(verdictOn([asked], { "422": [refused] }, { open })).toMatchObject({
      verdict: "unknown",
      reason,
    });
    expect(verdictOn([asked], { "422": [clamped] }, { open }).verdict).toBe("confirmed");
    expect(verdictOn([asked], { "422": [refused] }).verdict).toBe("denied");
  });

  it("that the interface denies makes later rules unknown", () => {
    const shaky: Shaky = new Map();
    verdictOn([observed([saw(500)])], { "422": [refused] }, { shaky });
    expect(shaky.get("list.limit")).toBe(
      "It can only be checked if list.limit holds, which is denied",
    );
    expect(shaky.get("list.limit#maximum")).toBe(shaky.get("list.limit"));
    const assumed: Shaky = new Map();
    verdictOn([observed([clamped])], { "422": [refused], clamped: [clamped] }, { shaky: assumed });
    expect([...assumed.keys()]).toEqual([]);
  });
});

describe("the nearest comparison", () => {
  it("has the fewest documented differences, then the fewest differences", () => {
    const seen = [observed([saw(1), saw(2), saw(3, { part: "assumed" })])];
    const nearest = (under: Parameters<typeof compared>[1]) =>
      nearestOf(compared(seen, under))?.choice;
    const assumed = saw(9, { part: "assumed" });
    expect(nearest({ two: [saw(9), saw(9), saw(3)], one: [saw(1), saw(9), saw(3)] })).toBe("one");
    expect(
      nearest({ documented: [saw(9), saw(2), saw(3)], assumed: [saw(1), saw(2), assumed] }),
    ).toBe("assumed");
    expect(nearestOf([])).toBeUndefined();
  });
});

const own = probes.filter(({ rule }) => rule === "lead.unique");
const answered = own.map((one) => ({ probe: one, findings: findings([refused]) }));
const coverage = { asked: own, observed: answered, facts, isPartial: false };

describe("the parts that were not asked", () => {
  it("are none where each of their probes was answered", () => {
    const open = new Set(notAskedOf("lead.unique", coverage).map(({ reason }) => reason));
    expect(open.has("It came to an end before")).toBe(false);
  });

  it.each([
    ["a check that came to an end", {}, "It came to an end before"],
    ["a selection of rules", { isPartial: true, asked: [] }, "It was left out by --only"],
    ["a selection that includes it", { isPartial: true }, "It came to an end before"],
    ["a check without --only", { asked: [] }, "It came to an end before"],
  ])("of %s say why", (_name, given, reason) => {
    const open = notAskedOf("lead.unique", { ...coverage, ...given, observed: [] });
    expect(open.length).toBeGreaterThan(0);
    expect(open.map((one) => one.reason)).toContain(reason);
  });

  it("name the options that they need", () => {
    const needing = probes.find(({ needs = [] }) => needs.includes("foreignFirmId"));
    const known = { ...facts, foreignFirmId: null };
    const open = notAskedOf(needing?.rule ?? "list.limit", {
      ...coverage,
      observed: [],
      facts: known,
    });
    expect(open.map(({ reason }) => reason)).toContain("To ask, it needs --foreign-firm");
  });

  it("have the reason of a rule that no probe asks", () => {
    expect(notAskedOf("error.server", coverage)).toEqual([
      { part: "whole", reason: "A check must not make a service fail" },
    ]);
  });

  it("leave open what was planned and has no answer", () => {
    expect([...openParts(coverage).keys()]).toEqual([]);
    const unanswered = {
      request: "GET /",
      problem: "no answer",
      form: null,
      again: "same",
      isSteady: true,
    } as const;
    const lost = answered.map(({ probe: one }) => ({
      probe: one,
      findings: findings([], { unanswered }),
    }));
    const open = openParts({ ...coverage, observed: lost });
    expect(open.get("lead.unique")).toBe("It can only be judged when lead.unique is answered");
    expect([...openParts({ ...coverage, observed: [] }).keys()]).toContain("lead.unique");
  });
});
