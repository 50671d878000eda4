import { describe, expect, it } from "vitest";

import type { ObservedCall } from "../../../src/harness/explore/model.ts";
import { plannedPairs } from "../../../src/harness/explore/plan/pairs.ts";
import type { PlanOptions } from "../../../src/harness/explore/plan/plan.ts";
import { planTrials } from "../../../src/harness/explore/plan/plan.ts";
import { faults } from "../../../src/harness/explore/variations/faults.ts";
import { timeFormIds } from "../../../src/harness/explore/variations/time-forms.ts";
import { call, callId, observation } from "./made-up.ts";

const options: PlanOptions = {
  families: ["faults"],
  operations: [],
  assumptions: {},
  packs: false,
};

const post = call(callId("maya@example.com"));
const secondPost = call(callId("noah@example.com"));
const get = call(callId("maya@example.com", { operation: "get-lead" }));

function shown(given: Partial<PlanOptions>, calls = [get, post, secondPost]): readonly string[] {
  return planTrials(observation({ calls }), { ...options, ...given }).map(({ variations }) =>
    variations
      .map(({ variation, call: at }) => `${variation} ${at?.operation} ${at?.subject}`)
      .join(" + "),
  );
}

function lawfulChanges(calls: readonly ObservedCall[]): readonly (string | undefined)[] {
  const trials = planTrials(observation({ calls }), { ...options, families: ["evolution"] });
  return trials.map(({ variations: [only] }) => only?.variation);
}

describe("the trials of evolution", () => {
  it("have an unknown kind of parent only where the client lists all Leads", () => {
    const all = call(callId(null, { operation: "get-leads" }));
    expect(lawfulChanges([post, get, all])).toContain("unknown-resource-type");
    expect(lawfulChanges([post, get])).not.toContain("unknown-resource-type");
  });

  it("have no other form of time, which assess alone tries", () => {
    const planned = lawfulChanges([post, get]).filter((id) => timeFormIds.has(id ?? ""));
    expect(planned).toEqual([]);
  });
});

function rough(given: Partial<PlanOptions>): readonly string[] {
  return shown({ families: ["rough"], ...given });
}

describe("the trials of rough days", () => {
  it("crash at each write, and let others change the Leads after each call", () => {
    const all = rough({});
    const at = (id: string) => all.filter((one) => one.startsWith(`${id} `));
    expect(all.slice(0, 2)).toEqual(["copies undefined undefined", "many undefined undefined"]);
    expect(at("crash")).toHaveLength(2);
    expect(at("lost-then-outage")).toHaveLength(2);
    expect(at("converted-after-call")).toHaveLength(3);
    expect(at("archived-after-call")).toHaveLength(3);
    expect(all).toHaveLength(12);
  });

  it("vary only the calls of --operations", () => {
    expect(rough({ operations: ["get-lead"] })).toHaveLength(4);
  });
});

describe("the trials of faults", () => {
  it("cover every fault at every call", () => {
    expect(shown({})).toHaveLength(3 * faults.length);
  });

  it("test each core hazard once, writes first, then each other hazard, then all again", () => {
    expect(shown({})).toEqual([
      "reset-after post-leads-for-firm maya@example.com",
      "429 post-leads-for-firm maya@example.com",
      "hang post-leads-for-firm maya@example.com",
      "429 get-lead maya@example.com",
      "hang get-lead maya@example.com",
      ...["reset-before", "slow", "malformed", "reset-idle", "outage"].map(
        (id) => `${id} post-leads-for-firm maya@example.com`,
      ),
      ...["reset-after", "reset-before", "slow", "malformed", "reset-idle", "outage"].map(
        (id) => `${id} get-lead maya@example.com`,
      ),
      ...shown({}).slice(16),
    ]);
  });

  it("test each open rule after the core and before the other hazards", () => {
    const baseline = observation({ calls: [post], choices: new Set(["lead.delete"]) });
    const trials = planTrials(baseline, {
      ...options,
      families: ["faults", "unknowns", "evolution"],
    });
    const ids = trials.map(({ variations: [only] }) => only?.variation);
    expect(ids.slice(0, 5)).toEqual([
      "reset-after",
      "429",
      "hang",
      "lead.delete=204",
      "reset-before",
    ]);
    expect(ids.indexOf("key-order")).toBeLessThan(ids.indexOf("503"));
  });

  const many = Array.from({ length: 60 }, (_, at) => call(callId(`person-${at}@example.com`)));

  it("vary the first, the middle and the last of more than three calls of an operation", () => {
    const people = new Set(shown({}, many).map((text) => text.split(" ").at(-1)));
    expect([...people]).toEqual([
      "person-0@example.com",
      "person-29@example.com",
      "person-59@example.com",
    ]);
    expect(shown({ allCalls: true }, many)).toHaveLength(60 * faults.length);
    expect(shown({}, many.slice(0, 3))).toHaveLength(3 * faults.length);
    const crashes = shown({ families: ["rough"] }, many).filter((one) => one.startsWith("crash "));
    expect(crashes).toHaveLength(3);
  });

  it("omit broken bodies for responses without a body", () => {
    const bodiless = shown({}, [call(callId("x@example.com"), { answer: null, status: 204 })]);
    expect(bodiless.some((text) => /^(?:malformed|empty) /.test(text))).toBe(false);
    expect(bodiless).toHaveLength(faults.length - 2);
  });

  it("include only the selected operations", () => {
    expect(shown({ operations: ["get-lead"] })).toHaveLength(faults.length);
  });
});

describe("the trials of a suite with labels", () => {
  const labels = Array.from({ length: 200 }, (_, at) => `suite > test ${at}`);
  const calls = labels.map((workspace) => call(callId("maya@example.com", { workspace })));
  const trials = planTrials(observation({ calls, labels: new Set(labels) }), {
    ...options,
    packs: true,
  });

  it("fit into 15 runs for 200 tests, each with one variation per test", () => {
    expect(trials.length).toBeLessThanOrEqual(15);
    expect(trials.flatMap(({ variations }) => variations)).toHaveLength(200 * faults.length);
    for (const { variations } of trials) {
      expect(new Set(variations.map(({ workspace }) => workspace)).size).toBe(variations.length);
    }
  });

  it("put variations that wait into separate runs", () => {
    const slow = new Set(faults.filter(({ waits }) => waits === true).map(({ id }) => id));
    for (const { variations, waits } of trials) {
      const kinds = new Set(variations.map(({ variation }) => slow.has(variation)));
      expect([...kinds]).toEqual([waits]);
    }
  });

  it("apply a change of the whole run once, and judge each test separately", () => {
    const [first, ...others] = planTrials(observation({ calls, labels: new Set(labels) }), {
      ...options,
      packs: true,
      families: ["evolution"],
    });
    expect(first?.variations).toHaveLength(200);
    expect(others.length).toBeGreaterThan(4);
  });
});

function list(operation: string, query = "", workspace = "default"): ObservedCall {
  const id = callId(null, { operation, workspace });
  return call(id, { query, status: 200, answer: '{"data":[]}' });
}

/** The planned violations: their ids, operations and workspaces. */
function violationsOf(calls: readonly ObservedCall[], given: Partial<PlanOptions> = {}) {
  return planTrials(observation({ calls, labels: new Set(["a", "b"]) }), {
    ...options,
    families: ["violations"],
    ...given,
  }).flatMap(({ variations }) =>
    variations.map(({ variation, operation, workspace }) => [variation, operation, workspace]),
  );
}

describe("a change of the whole run in a suite where not every test has a label", () => {
  it("is judged for each label, and once for all others", () => {
    const calls = ["a", "b", "default"].map((workspace) => list("get-leads", "", workspace));
    const suite = observation({ calls, labels: new Set(["a", "b"]) });
    const [first] = planTrials(suite, { ...options, packs: true, families: ["evolution"] });
    expect(first?.variations.map(({ workspace }) => workspace)).toEqual(["a", "b", null]);
  });
});

describe("the trials of violations", () => {
  it("are one for each violation and operation, not one for each test", () => {
    const calls = [
      list("get-leads", "limit=1", "a"),
      list("get-leads", "limit=1", "b"),
      list("get-leads-for-firm", "limit=1", "b"),
    ];
    const limits = violationsOf(calls, { packs: true }).filter(([id]) => id === "limit-ignored");
    expect(limits).toEqual([
      ["limit-ignored", "get-leads", null],
      ["limit-ignored", "get-leads-for-firm", null],
    ]);
    const wanted = violationsOf(calls, { operations: ["get-leads"] }).map(
      ([, operation]) => operation,
    );
    expect(new Set(wanted)).toEqual(new Set(["get-leads"]));
  });

  it("omit what cannot change any answer of the baseline", () => {
    expect(violationsOf([list("get-leads")]).map(([id]) => id)).toEqual([
      "total-wrong",
      "deleted-listed",
      "foreign-leads-visible",
    ]);
    expect(violationsOf([post]).map(([id]) => id)).toEqual(["create-stores-nothing"]);
  });
});

describe("the trials of unknowns", () => {
  const choices = new Set(["lead.delete", "lead.unique.deleted", "quota.value"]);
  const unknowns = (assumptions: PlanOptions["assumptions"]) =>
    planTrials(observation({ choices }), { ...options, families: ["unknowns"], assumptions }).map(
      ({ variations }) => variations[0]?.variation,
    );

  it("cover every alternative of each choice that was looked up, except for the quota of a key", () => {
    expect(unknowns({})).toEqual(["lead.delete=204", "lead.unique.deleted=freed"]);
  });

  it("return to the default for a choice that has another value", () => {
    expect(unknowns({ "lead.delete": "204" })).toContain("lead.delete=200");
  });

  it("cover every pair of independent choices", () => {
    const rules = ["a", "b", "c", "d", "e", "f"];
    const judged = rules.map((rule) => ({
      verdict: "independent" as const,
      alsoSeen: [],
      records: [],
      reason: "",
      trial: rule,
      observation: null,
      facts: {
        exitCode: 0,
        durationMs: 100,
        calls: 1,
        fired: true,
        timedOut: false,
        machine: "calm" as const,
        tests: new Map(),
      },
      planned: {
        family: "unknowns" as const,
        variation: `${rule}=1`,
        workspace: null,
        call: null,
        choices: { [rule]: "1" },
      },
    }));
    const planned = judged.map((one) => one.planned);
    const rows = plannedPairs(planned, judged).map(
      ({ variations }) => variations[0]?.choices ?? {},
    );
    for (const one of rules) {
      for (const other of rules.filter((rule) => rule > one)) {
        expect(
          rows.some((row) => one in row && other in row),
          `${one} with ${other}`,
        ).toBe(true);
      }
    }
    expect(rows.length).toBeLessThan(15);
  });
});
