import { describe, expect, it } from "vitest";

import { judge } from "../../src/explore/judge.ts";
import type { Call, Effect, Observation, PlannedVariation } from "../../src/explore/model.ts";
import { scopeOf } from "../../src/explore/scope.ts";
import { call, callId, lead, observation, planned, world } from "./made-up.ts";

const maya = "maya@example.com";
const failed = { code: 1, timedOut: false };
const timedOut = { code: 143, timedOut: true };

function judged(
  what: PlannedVariation,
  trial: Partial<Observation>,
  baseline: Partial<Observation> = { worlds: [world(lead(maya))] },
) {
  const met = [call(what.call ?? callId(null), { variation: what.variation })];
  return judge(
    what,
    scopeOf(observation(baseline), what),
    scopeOf(observation({ calls: met, ...trial }), what),
  );
}

const left = (kind: Effect["kind"], stands = true): Partial<Observation> => ({
  effects: new Map([["default", { kind, email: maya, stands }]]),
});

/** As many of the same call, each answered with 503 after 10 ms, with a pause before the next. */
function refusedCalls(count: number, pauseMs: number): readonly Call[] {
  return Array.from({ length: count }, (_, at) => {
    const sentAtMs = at * (pauseMs + 10);
    const id = callId(maya, { ordinal: at + 1 });
    return call(id, { status: 503, sentAtMs, answeredAtMs: sentAtMs + 10, variation: "outage" });
  });
}

function outageVerdict(count: number, pauseMs: number): string {
  const calls = refusedCalls(count, pauseMs);
  return judged(planned("outage"), { exit: failed, worlds: [world()], calls }).verdict;
}

describe("the verdict on a fault", () => {
  it.each([
    ["tolerated: same claim, same world", { worlds: [world(lead(maya))] }, "tolerated"],
    ["reported: claims failure, nothing is there", { exit: failed, worlds: [world()] }, "reported"],
    ["lost: claims success, the Lead is missing", { worlds: [world()] }, "lost"],
    [
      "duplicated: two Leads of one person",
      { worlds: [world(lead(maya), lead(maya, { parent: "FirmMember B" }))] },
      "duplicated",
    ],
    [
      "altered: another parent",
      { worlds: [world(lead(maya, { parent: "FirmMember B" }))] },
      "altered",
    ],
    [
      "altered: other contents",
      { worlds: [world(lead(maya, { content: { firstName: "M" } }))] },
      "altered",
    ],
    [
      "altered: a person that the baseline has not",
      { worlds: [world(lead(maya), lead("other@example.com"))] },
      "altered",
    ],
    [
      "orphaned: claims failure, the created Lead is active",
      { exit: failed, worlds: [world(lead(maya))], ...left("created") },
      "orphaned",
    ],
    [
      "reported: claims failure, the effect was undone",
      { exit: failed, worlds: [world()], ...left("created", false) },
      "reported",
    ],
    [
      "reported: claims failure, and other records stand",
      { exit: failed, worlds: [world(lead("other@example.com"))] },
      "reported",
    ],
  ] as const)("%s", (_name, trial, verdict) => {
    expect(judged(planned("reset-after"), trial).verdict).toBe(verdict);
  });

  it("names the records of a verdict", () => {
    const { records } = judged(planned("503"), { worlds: [world()] });
    expect(records).toEqual([
      {
        change: "missing",
        kind: "Lead",
        email: maya,
        workspace: "default",
        baseline: lead(maya),
        trial: null,
      },
    ]);
  });

  it("is lost for a PATCH that did not happen, and altered for one that did and other contents", () => {
    const what = planned("503", { call: callId(maya, { operation: "patch-lead" }) });
    const baseline = { worlds: [world(lead(maya, { content: { notes: "new" } }))] };
    const stale = { worlds: [world(lead(maya, { content: { notes: "old" } }))] };
    expect(judged(what, stale, baseline).verdict).toBe("lost");
    const other = { worlds: [world(lead(maya, { content: { notes: "newer" } }))] };
    expect(judged(what, { ...other, ...left("changed") }, baseline).verdict).toBe("altered");
  });

  it("is lost for a DELETE that did not happen", () => {
    const what = planned("503", { call: callId(maya, { operation: "delete-lead" }) });
    const baseline = { worlds: [world(lead(maya, { state: "Archived" }))] };
    expect(judged(what, { worlds: [world(lead(maya))] }, baseline).verdict).toBe("lost");
  });

  it("takes a Lead that was created and archived again for no effect", () => {
    const twice = [world(lead(maya), lead(maya, { state: "Archived", parent: "Firm B" }))];
    expect(judged(planned("reset-after"), { worlds: twice }).verdict).toBe("tolerated");
  });

  it("is hung without a call in the last ten seconds, and unfinished with one", () => {
    const quiet = { exit: timedOut, durationMs: 10_100, worlds: [world()] };
    expect(judged(planned("hang"), quiet).verdict).toBe("hung");
    const met = call(callId(maya), { variation: "hang" });
    const busy = [met, call(callId(maya, { ordinal: 2 }), { sentAtMs: 9_000 })];
    expect(judged(planned("hang"), { ...quiet, calls: busy }).verdict).toBe("unfinished");
  });

  it("is hammered after six of the same request without a pause, and not after five or with a pause", () => {
    expect([outageVerdict(6, 50), outageVerdict(5, 50), outageVerdict(6, 150)]).toEqual([
      "hammered",
      "reported",
      "reported",
    ]);
  });

  it("has the others that are true beside the first", () => {
    const trial = {
      worlds: [world(lead("b@example.com"), lead("b@example.com", { parent: "x" }))],
    };
    const { verdict, alsoSeen } = judged(planned("503"), trial);
    expect({ verdict, alsoSeen }).toEqual({ verdict: "lost", alsoSeen: ["duplicated"] });
  });

  it("is not reached where the varied call did not happen", () => {
    expect(judged(planned("503"), { calls: [] }).verdict).toBe("not-reached");
  });

  it("is reported, never orphaned or duplicated, for a test that fails", () => {
    const what = planned("reset-after");
    const trial = {
      tests: new Map([["a > b", "failed"]] as const),
      worlds: [world(lead(maya), lead(maya, { parent: "x" }))],
      ...left("created"),
    };
    expect(judged(what, trial).verdict).toBe("reported");
  });
});

describe("the verdict on an unknown or a lawful change", () => {
  const what = planned("x", { family: "unknowns", call: null, choices: { "lead.delete": "204" } });

  it("is independent for the same claim and world, whatever the time", () => {
    expect(judged(what, { worlds: [world(lead(maya))], durationMs: 9_000 }).verdict).toBe(
      "independent",
    );
  });

  it.each([
    ["another world", { worlds: [world()] }],
    ["another claim", { exit: failed, worlds: [world(lead(maya))] }],
    ["no end", { exit: timedOut, worlds: [world(lead(maya))] }],
  ])("is dependent for %s", (_name, trial) => {
    expect(judged(what, trial).verdict).toBe("dependent");
  });
});

describe("the verdict on a violation", () => {
  const what = planned("total-wrong", { family: "violations", call: null });

  it("is caught when the command fails, missed when it does not, not reached without an effect", () => {
    expect(judged(what, { exit: failed }).verdict).toBe("caught");
    expect(judged(what, {}).verdict).toBe("missed");
    expect(judged(what, { calls: [call(callId(maya))] }).verdict).toBe("not-reached");
  });
});

describe("the verdict on one test of a packed run", () => {
  const label = "a.test.ts > creates";
  const own = callId(maya, { workspace: label });
  const what = planned("503", { workspace: label, call: own });
  const baseline = {
    labels: new Set([label]),
    worlds: [{ ...world(lead(maya)), workspace: label }],
    tests: new Map([[label, "passed"]] as const),
  };
  const trial = {
    ...baseline,
    calls: [call(own, { variation: "503" })],
    worlds: [{ ...world(), workspace: label }, world(lead("another@example.com"))],
  };

  it("rests on its own workspace and its own outcome", () => {
    expect(judged(what, trial, baseline).verdict).toBe("lost");
    const failing = { ...trial, tests: new Map([[label, "failed"]] as const) };
    expect(judged(what, { ...failing, exit: failed }, baseline).verdict).toBe("reported");
  });

  it("is unknown for a test that the results leave out", () => {
    expect(judged(what, { ...trial, tests: new Map() }, baseline).verdict).toBe("unknown");
  });

  it("counts the first attempt of a test that the runner tried again", () => {
    const labels = new Set([label, `${label} (2)`]);
    expect(judged(what, { ...trial, labels }, baseline).verdict).toBe("reported");
  });
});
