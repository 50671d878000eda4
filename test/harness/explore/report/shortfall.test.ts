import { describe, expect, it } from "vitest";

import { exploreExitCode } from "../../../../src/apps/cli/explore/exit-code.ts";
import type { MinExplored } from "../../../../src/harness/explore/report/hazard-shape.ts";
import type {
  Finding,
  Report,
  ReportedTrial,
} from "../../../../src/harness/explore/report/shape.ts";
import { shortfallOf } from "../../../../src/harness/explore/report/shortfall.ts";
import { textOfReport } from "../../../../src/harness/explore/report/text.ts";
import { markdownOfReport } from "./forms.ts";
import { madeUpFinding } from "./made-up-finding.ts";
import { madeUpReport, trialOf, withHazards } from "./made-up.ts";

const variation = { id: "evolution:key-order", family: "evolution", callId: null, rules: [] };

/** Trials with these verdicts. */
function trials(...verdicts: readonly ReportedTrial["verdict"][]): readonly ReportedTrial[] {
  return verdicts.map((verdict, at) =>
    trialOf(madeUpFinding(`${at}@example.com`), { id: `trial-${at}`, verdict }),
  );
}

/** Trials of evolution that met no answer that they could change; `calls` is what they made. */
function unchanging(number: number, calls: number): readonly ReportedTrial[] {
  return trials(...Array.from({ length: number }, () => "not-reached" as const)).map((one) => ({
    ...one,
    calls,
    variation: { ...one.variation, ...variation, family: "evolution", rules: [], choice: null },
  }));
}

function leftOut(number: number): Report["leftOut"] {
  return Array.from({ length: number }, (_, at) => madeUpFinding(`later-${at}@example.com`));
}

const openRule = madeUpFinding("rule@example.com", {
  call: null,
  variation: {
    id: "unknown:lead.delete=204",
    family: "unknowns",
    callId: null,
    rules: ["lead.delete"],
    choice: { "lead.delete": "204" },
  },
});

const outage = trials("unfinished").map((one) => ({
  ...one,
  variation: { ...one.variation, id: "fault:outage" },
}));

/** The message for a run, or null when it tested enough. */
function shortfall(
  ran: Report["trials"],
  given: Partial<Pick<Report, "leftOut" | "shard" | "interrupted">> = {},
  minExplored: MinExplored = "core",
): string | null {
  const report = withHazards(madeUpReport([], { trials: ran, ...given }));
  return shortfallOf(report, minExplored)?.message ?? null;
}

describe("a run tests too little", () => {
  it.each<[string, string, string | null]>([
    ["if nothing was planned", "Nothing was varied", shortfall([])],
    ["if all was left out", "Raise --budget", shortfall([], { leftOut: leftOut(9) })],
    ["if no call was made again", "same calls", shortfall(trials("not-reached", "not-reached"))],
    ["if no result names a test", "--results", shortfall(trials("unknown", "unknown"))],
    ["if no trial ended", "--timeout", shortfall(trials("unfinished"))],
    [
      "if it reached fewer than half",
      "Only 1 of 3",
      shortfall(trials("tolerated", "not-reached", "unknown")),
    ],
    [
      "if copies of a client end before they call anything",
      "Only 1 of 4",
      shortfall([...trials("reported"), ...unchanging(3, 0)]),
    ],
    [
      "below the share of hazards of --min-explored",
      "Only 1 of 2 hazards were tested, less than `--min-explored 80%` requires",
      shortfall(trials("tolerated"), { leftOut: [openRule] }, 80),
    ],
    [
      "if --min-explored wants all hazards",
      "Only 1 of 2 hazards were tested, less than `--min-explored all` requires",
      shortfall(trials("tolerated"), { leftOut: [openRule] }, "all"),
    ],
  ])("%s", (_when, expected, message) => {
    expect(message).toContain(expected);
  });

  it.each<[string, string | null]>([
    ["at half", shortfall(trials("tolerated", "not-reached"))],
    ["if the others had nothing to change", shortfall([...trials("lost"), ...unchanging(5, 2)])],
    ["at --min-explored", shortfall(trials("lost"), { leftOut: [openRule] }, 50)],
    [
      "if other trials of its hazards are left out",
      shortfall(trials("lost"), { leftOut: leftOut(9) }, "all"),
    ],
    ["for an outage without a result", shortfall([...trials("lost"), ...outage], {}, "all")],
    ["if the budget left some out", shortfall(trials("lost"), { leftOut: leftOut(9) })],
    ["for a shard without trials", shortfall([], { shard: { part: 3, of: 3 } })],
    ["after an interruption", shortfall([], { interrupted: true })],
  ])("not %s", (_when, message) => {
    expect(message).toBeNull();
  });
});

describe("a run that tested too little", () => {
  const findings: readonly Finding[] = [madeUpFinding("maya@example.com")];
  const ran = [...findings.map((one) => trialOf(one)), ...trials("unknown", "not-reached")];
  const short = madeUpReport(findings, { trials: ran });
  const report = { ...short, problem: shortfallOf(short, "core") };

  it("exits with 3, also with findings, and shows them", () => {
    expect(exploreExitCode(report)).toBe(3);
    expect(report.problem?.kind).toBe("too-little-tested");
    const text = textOfReport(report);
    expect(text).toContain("1 of 3 variations tested in 1.5 s: 1 finding\n");
    expect(text).toContain("lost  fault:reset-after");
    expect(text).toContain("Only 1 of 3 variations");
    expect(markdownOfReport(report)).toContain("1 of 3 variations tested");
  });
});

describe("an interruption before the first trial", () => {
  const report = madeUpReport([], { baseline: null, interrupted: true });

  it("is not told as a run without findings", () => {
    expect(textOfReport(report)).toBe("Interrupted after 1.5 s: nothing was tested.\n");
    expect(markdownOfReport(report)).toMatch(
      /^# explore `[^`]+`: Not explored\n[^]*\nInterrupted: nothing was tested\.\n$/,
    );
  });
});
