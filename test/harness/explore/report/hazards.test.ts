/** A verdict never says more than was tested: hazards, their states, and what follows from open ones. */
import { describe, expect, it } from "vitest";

import { exploreExitCode } from "../../../../src/apps/cli/explore/exit-code.ts";
import { documentOfExploration } from "../../../../src/harness/explore/report/document.ts";
import { finalGapOf } from "../../../../src/harness/explore/report/gaps.ts";
import { openHazardLines } from "../../../../src/harness/explore/report/hazard-text.ts";
import { junitOfReport } from "../../../../src/harness/explore/report/junit.ts";
import { mergedReport } from "../../../../src/harness/explore/report/merge.ts";
import type { Report, ReportedTrial } from "../../../../src/harness/explore/report/shape.ts";
import { textOfReport } from "../../../../src/harness/explore/report/text.ts";
import { markdownOfReport, pageOfReport } from "./forms.ts";
import {
  madeUpCall,
  madeUpFinding,
  madeUpFindingCall,
  madeUpVariation,
} from "./made-up-finding.ts";
import { madeUpReport, trialOf, withHazards } from "./made-up.ts";

const [post, get] = ["post-leads-for-firm", "get-leads"];

type Given = Partial<ReportedTrial> & { readonly at?: string };

/** A trial of a fault at an operation. */
function trial(fault: string, verdict: ReportedTrial["verdict"], given: Given = {}): ReportedTrial {
  const { at = post, ...own } = given;
  const call = madeUpFindingCall("maya@example.com", at);
  const variation = madeUpVariation(call, { id: `fault:${fault}` });
  return trialOf(madeUpFinding("maya@example.com", { call, variation }), { verdict, ...own });
}

/** A trial of a variation of the whole run. */
function runTrial(
  id: string,
  verdict: ReportedTrial["verdict"],
  given: Partial<ReportedTrial["variation"]> = {},
): ReportedTrial {
  const family = id.startsWith("unknown") ? "unknowns" : "evolution";
  const variation = { id, family, callId: null, rules: [], choice: null, ...given } as const;
  return { ...trial("429", verdict), id, call: null, variation };
}

const baseline: Report["baseline"] = {
  exitCode: 0,
  deterministic: true,
  durationMs: 100,
  calls: [
    madeUpCall({ operationId: post, method: "POST" }),
    madeUpCall({ operationId: get, method: "GET" }),
  ],
  choices: [],
  tests: null,
};

function reportWith(trials: readonly ReportedTrial[], given: Partial<Report> = {}): Report {
  return withHazards(madeUpReport([], { trials, baseline, ...given }));
}

function statesOf(report: Report) {
  return (report.hazards ?? []).map(({ id, core, state, why, needs }) =>
    [id, core ? "core" : "", state, why, needs].filter((one) => one !== null && one !== ""),
  );
}

const testedCore = [
  trial("reset-after", "tolerated"),
  trial("429", "tolerated"),
  trial("hang", "reported"),
];

describe("a hazard", () => {
  it("is the kind of trouble at an operation, and core where each client meets it", () => {
    const trials = [
      trial("reset-after", "lost"),
      trial("500-after", "unfinished"),
      trial("reset-after", "tolerated", { at: get }),
      trial("503", "reported", { at: get }),
      trial("hang", "hung", { at: get }),
      trial("malformed", "tolerated"),
      runTrial("unknown:lead.delete=204", "independent", { choice: { "lead.delete": "204" } }),
      runTrial("evolution:key-order", "dependent"),
      runTrial("violation:filter-ignored", "caught", { family: "violations", operation: get }),
    ];
    expect(statesOf(reportWith(trials))).toEqual([
      ["lost-answer@post-leads-for-firm", "core", "tested"],
      ["lost-answer@get-leads", "tested"],
      ["refusal@get-leads", "core", "tested"],
      ["hang@get-leads", "core", "tested"],
      ["unreadable-answer@post-leads-for-firm", "tested"],
      ["open-rule@lead.delete", "tested"],
      ["evolution@key-order", "tested"],
      ["violation@get-leads", "tested"],
    ]);
  });

  it.each<[string, readonly ReportedTrial[], readonly string[]]>([
    [
      "a finding was not confirmed",
      [trial("reset-after", "unknown", { seen: "lost" })],
      ["open", "seen", "--budget 1m"],
    ],
    [
      "it had 90 s and did not end",
      [trial("reset-after", "unfinished", { durationMs: 90_000 })],
      ["open", "did-not-end", "--timeout 2m"],
    ],
    [
      "it had no time for 90 s",
      [trial("reset-after", "unfinished", { durationMs: 11_000 })],
      ["open", "did-not-end", "--budget 1m"],
    ],
    ["the machine was busy", [trial("reset-after", "too-busy")], ["open", "too-busy", "--jobs 1"]],
    ["its test is missing", [trial("reset-after", "unknown")], ["open", "no-result", "--results"]],
    [
      "the call did not happen",
      [trial("reset-after", "not-reached")],
      ["open", "not-reached", "--jobs 1"],
    ],
  ])("is open if %s", (_when, trials, expected) => {
    expect(statesOf(reportWith(trials))[0]?.slice(2)).toEqual(expected);
  });

  it("is open by the first reason that applies, and tested by one trial with a verdict", () => {
    const seen = trial("reset-after", "unknown", { seen: "lost" });
    const unfinished = trial("500-after", "unfinished");
    expect(statesOf(reportWith([unfinished, seen]))[0]).toContain("seen");
    expect(statesOf(reportWith([unfinished, trial("reset-after", "reported")]))[0]).toContain(
      "tested",
    );
  });

  it("is left out by the budget, and has nothing to test if no answer had what it changes", () => {
    const leftOut = [trial("429", "tolerated")];
    const nothing = runTrial("evolution:unknown-plan-status", "not-reached");
    const report = reportWith([trial("hang", "reported"), nothing], {
      leftOut,
      durationMs: 100_000,
    });
    expect(statesOf(report)).toEqual([
      ["hang@post-leads-for-firm", "core", "tested"],
      ["evolution@unknown-plan-status", "nothing"],
      ["refusal@post-leads-for-firm", "core", "open", "left-out", "--budget 4m"],
    ]);
    const counts = madeUpReport([], { hazards: report.hazards ?? [] }).summary.hazards;
    expect(counts).toEqual({ planned: 2, tested: 1, core: { planned: 2, tested: 1 } });
  });
});

describe("a connection that was not kept open", () => {
  it("is nothing to test, because parallel calls share connections in another order each time", () => {
    const report = reportWith([...testedCore, trial("reset-idle", "not-reached")]);
    expect(statesOf(report).at(-1)).toEqual([`idle-reset@${post}`, "nothing"]);
    expect(exploreExitCode(report)).toBe(0);
    const noCalls = reportWith([...testedCore, trial("reset-idle", "not-reached", { calls: 0 })]);
    expect(exploreExitCode(noCalls)).toBe(3);
  });
});

describe("the exit code of a run without findings", () => {
  const unfinishedOutage = trial("outage", "unfinished");
  it.each<[number, string, Report]>([
    [0, "with every core hazard tested", reportWith(testedCore)],
    [0, "with an outage that did not end", reportWith([...testedCore, unfinishedOutage])],
    [
      0,
      "with another hazard left out",
      reportWith(testedCore, { leftOut: [trial("slow", "lost")] }),
    ],
    [
      3,
      "with a core hazard left out",
      reportWith(testedCore, { leftOut: [trial("429", "lost", { at: get })] }),
    ],
    [
      3,
      "with a core hazard that did not end",
      reportWith([...testedCore, trial("hang", "unfinished", { at: get })]),
    ],
    [
      3,
      "with any hazard that was tried without a result",
      reportWith([...testedCore, trial("slow", "too-busy")]),
    ],
    [
      3,
      "with a finding that was not confirmed",
      reportWith([...testedCore, trial("500-after", "unknown", { seen: "lost" })]),
    ],
    [
      0,
      "of a shard with its core left out",
      reportWith(testedCore, {
        shard: { part: 1, of: 2 },
        leftOut: [trial("429", "lost", { at: get })],
      }),
    ],
    [
      0,
      "of a shard that tried what another may test",
      reportWith([...testedCore, trial("slow", "too-busy")], {
        shard: { part: 1, of: 2 },
        hazardsElsewhere: [`slow-answer@${post}`],
      }),
    ],
    [
      130,
      "that was interrupted",
      reportWith(testedCore, { interrupted: true, leftOut: [trial("429", "lost", { at: get })] }),
    ],
    [
      0,
      "under none",
      reportWith([...testedCore, trial("hang", "unfinished", { at: get })], {
        minExplored: "none",
      }),
    ],
  ])("is %i %s", (code, _when, report) => {
    expect(exploreExitCode(report)).toBe(code);
    expect(finalGapOf(report) === null).toBe(code !== 3);
  });

  it("is 1 with a finding, whatever is open", () => {
    const report = withHazards(
      madeUpReport([madeUpFinding("maya@example.com")], {
        baseline,
        leftOut: [trial("429", "lost")],
      }),
    );
    expect(exploreExitCode(report)).toBe(1);
  });
});

describe("an open core hazard", () => {
  const unfinished = {
    durationMs: 90_000,
    ending: "the last call repeats a 409",
  };
  const report = reportWith([
    ...testedCore.slice(1),
    trial("reset-after", "unfinished", { ...unfinished, id: "trial-1" }),
    trial("500-after", "unfinished", { ...unfinished, id: "trial-2" }),
  ]);
  const line =
    "a lost answer at post-leads-for-firm: 2 trials did not end (the last call repeats a 409). Pass --timeout 2m.";

  it("stands in every form, with the reason, the option and the sentence about the exit code", async () => {
    expect(openHazardLines(report)).toEqual([line]);
    const text = textOfReport(report);
    expect(text).toContain("Tested 2 of 3 hazards. Not tested:\n  a lost answer at post-leads");
    expect(text.replaceAll(/\s+/g, " ")).toContain(
      "Exit code 3 instead of 0: 1 core hazard was not tested.",
    );
    expect(markdownOfReport(report)).toContain("but not everything was tested");
    expect(markdownOfReport(report)).toContain("2 trials did not end");
    expect(await pageOfReport(report)).toContain(line);
    expect(JSON.stringify(documentOfExploration(report))).toContain(line);
  });

  it("is an error in JUnit, and skipped under none; another open hazard is skipped", () => {
    const name = `name="tested: lost-answer@post-leads-for-firm"`;
    expect(junitOfReport(report)).toContain(`${name}><error type="not-tested"`);
    expect(junitOfReport(report)).toContain(`failures="0" errors="1"`);
    const none = junitOfReport({ ...report, minExplored: "none" });
    expect(none).toContain(`${name}><skipped`);
    const other = reportWith([...testedCore, trial("slow", "too-busy")]);
    expect(junitOfReport(other)).toContain(
      `name="tested: slow-answer@post-leads-for-firm"><skipped`,
    );
  });
});

const part = (
  number: number,
  trials: readonly ReportedTrial[],
  hazardsElsewhere: readonly string[],
) => ({
  name: `part-${number}`,
  report: reportWith(trials, { shard: { part: number, of: 2 }, hazardsElsewhere }),
});

describe("the hazards of merged shards", () => {
  const first = part(1, testedCore, [`refusal@${get}`, `hang@${post}`]);
  const second = part(2, [trial("429", "not-reached", { at: get })], [`hang@${post}`]);

  it("are tested by a trial of any shard, and the core counts for all together", () => {
    const merged = mergedReport([first, second], { partial: false, minExplored: "core" });
    expect(statesOf(merged).at(-1)).toEqual([
      `refusal@${get}`,
      "core",
      "open",
      "not-reached",
      "--jobs 1",
    ]);
    expect(exploreExitCode(merged)).toBe(3);
    expect(
      exploreExitCode(mergedReport([first, second], { partial: false, minExplored: "none" })),
    ).toBe(0);
  });

  it("are left out with a missing shard", () => {
    const merged = mergedReport([first], { partial: true, minExplored: "core" });
    expect(statesOf(merged)).toContainEqual([`hang@${post}`, "core", "tested"]);
    expect(statesOf(merged).at(-1)).toEqual([`refusal@${get}`, "core", "open", "left-out"]);
    expect(openHazardLines(merged)).toEqual([
      "a refusal at get-leads: its trials were left out. Add the reports of all shards.",
    ]);
    expect(exploreExitCode(merged)).toBe(3);
  });
});
