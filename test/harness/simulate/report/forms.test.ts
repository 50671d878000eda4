/** What the terminal, the page and JUnit show of a simulation. */
import { describe, expect, it } from "vitest";

import { markdownOf } from "../../../../src/harness/report/markdown.ts";
import { documentOfSimulation } from "../../../../src/harness/simulate/report/document.ts";
import { junitOfSimulation } from "../../../../src/harness/simulate/report/junit.ts";
import { textOfSimulation } from "../../../../src/harness/simulate/report/text.ts";
import { finding, happened, historyRun, reported, seenCall, seenTick } from "../made-up.ts";

type Report = ReturnType<typeof reported>;
const inTerminal = (report: Report): string => textOfSimulation(report, (file) => `replay ${file}`);
const onPage = (report: Report): string => markdownOf(documentOfSimulation(report));
const calls = (length: number, given = {}) =>
  Array.from({ length }, (_, at) => seenCall(at, { call: at + 1, ...given }));
const busy = historyRun({
  ticks: [seenTick(1, { calls: calls(30) })],
  happened: [happened("create", 2)],
});
const accepted = { acceptedFor: () => ({ reason: "Known.", expires: null }) };

const xml = (report: Report) =>
  /tests="(\d+)" failures="(\d+)"/.exec(junitOfSimulation(report))?.slice(1);

describe("the forms of the report", () => {
  const withFinding = reported(
    { findings: [finding({}, { count: 2 })] },
    {},
    { bundleFor: () => "f.json" },
  );

  const quiet = reported({
    capacity: {
      measured: [{ leads: 25, calls: 2 }],
      leadsAt: { "100": 9, "200": null },
      burstLeadsAt: {},
    },
  });

  it.each<readonly [string, Report, readonly string[], readonly string[]]>([
    [
      "no finding",
      reported(),
      ["No finding. 6 ticks in 1.5 s."],
      ["accepted", "not possible", "A failed tick"],
    ],
    [
      "an accepted one",
      reported({ findings: [finding()] }, {}, accepted),
      ["No finding, 1 accepted."],
      ["HIGH"],
    ],
    [
      "a part only",
      reported({ notExplored: ["The rest."] }),
      ["No finding in what ran.", "Not explored: The rest.."],
      [],
    ],
    [
      "a finding",
      withFinding,
      [
        "1 finding, 1 lasting.",
        "HIGH  create: missing  LASTING  (2 times)",
        "f-1  replay f.json",
        "(a smaller history may show it, too)",
        "2026-03-02",
      ],
      ["No finding"],
    ],
    [
      "a late one",
      reported({ findings: [finding({ lasting: false })] }),
      ["1 finding, 0 lasting.", "late  (once)"],
      [],
    ],
    ["a problem", reported({ problem: "It fails." }), ["It fails."], ["No finding"]],
    [
      "an interruption",
      reported({ interrupted: true }),
      ["Interrupted: this report is partial."],
      [],
    ],
    [
      "a failed tick",
      reported({ histories: [historyRun({ ticks: [seenTick(1, { ok: false })] })] }),
      ["A failed tick is not a finding", "1 tick, 1 failed, 1 call"],
      [],
    ],
    [
      "skipped ticks",
      reported({ histories: [historyRun({ skipped: 4 })] }),
      ["4 idle ones skipped"],
      ["failed"],
    ],
    [
      "the calls of quiet ticks",
      quiet,
      [
        "Calls of a quiet tick: 2 with 25 Leads. Every PT15M, 100 an hour up to 9 Leads, 200 an hour are",
        "never used up.",
      ],
      [],
    ],
    [
      "events",
      reported({ histories: [busy] }, { quota: 999 }),
      ["Events: 1 create."],
      ["Never happened"],
    ],
    [
      "kinds that never happened",
      reported({}, { wanted: new Set(["plan"]) }),
      ["Never happened: plan."],
      ["Events:"],
    ],
  ])("the terminal shows %s", (_name, report, shown, hidden) => {
    const text = inTerminal(report);
    for (const one of shown) expect(text).toContain(one);
    for (const one of hidden) expect(text).not.toContain(one);
  });

  it.each<readonly [string, Report, readonly string[], readonly string[]]>([
    [
      "no finding",
      reported(),
      ["simulate `node sync.mjs`: 0 findings", "6 ticks in 1.5 s, seed 7"],
      ["## Accepted", "Interrupted", "## Notes", "## Not explored"],
    ],
    [
      "a finding",
      withFinding,
      ["simulate `node sync.mjs`: 1 finding", "The ledger misses a Lead"],
      ["## Accepted"],
    ],
    [
      "an accepted one",
      reported({ findings: [finding()] }, {}, accepted),
      ["0 findings", "## Accepted", "Known."],
      [],
    ],
    [
      "a problem",
      reported({ problem: "It fails." }),
      ["simulate `node sync.mjs`: not possible", "It fails."],
      [],
    ],
    [
      "an interruption",
      reported({ interrupted: true }),
      ["Interrupted: this report is partial."],
      [],
    ],
    ["what was not explored", reported({ notExplored: ["The rest."] }), ["## Not explored"], []],
    ["notes", reported({}, {}, { notes: ["A note."] }), ["## Notes", "A note."], []],
    ["no command", reported({}, { command: [] }), ["The job every PT15M"], []],
    [
      "the calls of quiet ticks",
      quiet,
      ["100 calls an hour last up to 9 Leads, 200 calls an hour are never used up."],
      [],
    ],
    ["no histories", reported({ histories: [] }), [], ["## Histories"]],
    [
      "histories",
      reported({ histories: [busy] }, { quota: 999 }),
      ["## Histories", "Events: 1 create."],
      ["Never happened"],
    ],
    [
      "kinds that never happened",
      reported({}, { wanted: new Set(["plan"]) }),
      ["Never happened: plan."],
      ["Events:"],
    ],
  ])("the page shows %s", (_name, report, shown, hidden) => {
    const text = onPage(report);
    for (const one of shown) expect(text).toContain(one);
    for (const one of hidden) expect(text).not.toContain(one);
  });

  it("names no replay without a bundle or a folder", () => {
    const report = reported({ findings: [finding()] });
    expect(inTerminal(report)).not.toContain("replay");
    expect(textOfSimulation(withFinding, null)).not.toContain("f.json");
  });

  it("has the explanation of a finding without a story", () => {
    const quota = reported({ histories: [busy] });
    expect(inTerminal(quota)).toContain("makes 30 calls: 120 an hour");
    expect(inTerminal(quota)).not.toContain("smaller history");
    expect(inTerminal(withFinding)).not.toContain("four further ticks");
  });

  it("fails a test of JUnit for each open finding and a problem only", () => {
    expect(xml(withFinding)).toEqual(["2", "1"]);
    expect(xml(reported({ findings: [finding()] }, {}, accepted))).toEqual(["2", "0"]);
    expect(xml(reported({ problem: "It fails." }))).toEqual(["2", "1"]);
    expect(xml(reported({ notExplored: ["The rest."] }, { wanted: new Set(["plan"]) }))).toEqual([
      "3",
      "0",
    ]);
  });
});
