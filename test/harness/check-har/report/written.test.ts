/** What the report of `check-har` says in the terminal, as a document and as JUnit XML. */
import { describe, expect, it } from "vitest";

import { documentOfHarReport } from "../../../../src/harness/check-har/report/document.ts";
import { junitOfHarReport } from "../../../../src/harness/check-har/report/junit.ts";
import type { HarReport } from "../../../../src/harness/check-har/report/shape.ts";
import { textOfHarReport } from "../../../../src/harness/check-har/report/text.ts";
import { markdownOf } from "../../../../src/harness/report/markdown.ts";
import { denied, madeUpReport, place, rule, unexplained } from "./made-up.ts";

const onPage = (report: HarReport): string =>
  markdownOf(documentOfHarReport(report)).replaceAll(/\\(?=[._])/g, "");
const inTerminal = (report: HarReport): string => textOfHarReport(report, null);
const many = (length: number) => Array.from({ length }, (_, at) => unexplained(at + 1));
const open = {
  choices: [
    [
      { rule: "list.limit", choice: "clamped" },
      { rule: "list.offset", choice: "zero" },
    ],
    [{ rule: "list.order", choice: "ignored" }],
  ],
  calls: [place(7), place(8)],
};
const skipped = { ...madeUpReport().skipped, otherHosts: 2, misplaced: 1 };

describe("the report in both forms", () => {
  it.each<readonly [string, HarReport, readonly string[], readonly string[]]>([
    [
      "says that every call is explained",
      madeUpReport(),
      [
        "3 calls of a Lead API in 1 file",
        "2 judged",
        "1 not judged: it got no answer",
        "Every judged call is explained.",
      ],
      ["skipped entries", "nterrupted", "INTERRUPTED", "And ", "UNEXPLAINED", "more"],
    ],
    [
      "says what was skipped",
      madeUpReport({ skipped }),
      ["skipped entries: 2 of other hosts, 1 with a time that contradicts their place in the file"],
      [],
    ],
    [
      "lists an unexplained call with what was expected and recorded",
      madeUpReport({ unexplained: [unexplained(4)] }),
      ["file 1 entry 4", "POST /v1/firms/F1/leads", "201", "409", "lead.unique"],
      ["Every judged call", "more"],
    ],
    [
      "names no rule for a call without one",
      madeUpReport({ unexplained: [unexplained(4, { rules: [] })] }),
      ["409"],
      ["cites", "rules:"],
    ],
    [
      "lists choices that explain a call equally well",
      madeUpReport({ undecidedChoices: [open] }),
      ["with", "or", "xplain equally well: file 1 entry 7, file 1 entry 8"],
      [],
    ],
    [
      "lists a denied rule with its first three calls",
      madeUpReport({ rules: [denied] }, { denied: 1 }),
      [
        "0 confirmed, 1 denied, 0 partly, 89 unknown",
        "clamped",
        "422",
        "documented",
        "file 1 entry 4",
      ],
      ["file 1 entry 5"],
    ],
  ])("%s", (_name, report, shown, hidden) => {
    for (const text of [inTerminal(report), onPage(report)]) {
      for (const one of shown) expect(text).toContain(one);
      for (const one of hidden) expect(text).not.toContain(one);
    }
  });

  it("says that it was interrupted", () => {
    const report = madeUpReport({}, { interrupted: true });
    expect(inTerminal(report)).toContain("INTERRUPTED: not every alternative was tried");
    expect(onPage(report)).toContain("Interrupted: not every alternative was tried.");
  });
});

describe("the report in the terminal", () => {
  it("lists 20 calls and six features, and counts the others", () => {
    const names = Array.from({ length: 7 }, (_, at) => [`feature ${at}`, "x"]);
    const wide = unexplained(1, { recorded: Object.fromEntries(names) });
    const text = inTerminal(madeUpReport({ unexplained: [wide, ...many(20)] }));
    expect(text).toContain("UNEXPLAINED  21 calls, which no choice of a rule explains");
    expect(text).toContain("… and 1 more");
    expect(text).toContain("feature 5: expected undefined, recorded x");
    expect(text).not.toContain("feature 6");
    expect(inTerminal(madeUpReport({ unexplained: many(20) }))).not.toContain("more");
  });

  it("lists denied rules only", () => {
    const text = inTerminal(
      madeUpReport({ rules: [rule(), rule({ rule: "list.offset", verdict: "partly" })] }),
    );
    expect(text).not.toMatch(/list\.|DENIED/);
  });

  it("says how to serve what it wrote", () => {
    expect(textOfHarReport(madeUpReport(), "out")).toContain(
      "lead-sandbox --fixture out/world.json --assumptions out/assumptions.json",
    );
    expect(inTerminal(madeUpReport())).not.toContain("Written");
  });
});

describe("the report as a document", () => {
  it("names the number of unexplained calls", () => {
    expect(documentOfHarReport(madeUpReport({ unexplained: many(2) })).title).toBe(
      "check-har: 2 unexplained calls",
    );
  });

  it("lists 200 calls, and counts the others", () => {
    expect(onPage(madeUpReport({ unexplained: many(201) }))).toContain("And 1 more.");
    expect(onPage(madeUpReport({ unexplained: many(200) }))).not.toContain("more.");
  });

  it("lists denied rules before the others, and no unknown one", () => {
    const rules = [
      rule({ rule: "list.offset" }),
      rule({ rule: "list.order", verdict: "unknown" }),
      denied,
    ];
    const text = onPage(madeUpReport({ rules }));
    expect(text.indexOf("list.limit")).toBeGreaterThan(0);
    expect(text.indexOf("list.limit")).toBeLessThan(text.indexOf("list.offset"));
    expect(text).not.toContain("list.order");
    expect(text.match(/instead of/g)).toHaveLength(1);
  });
});

describe("the report as JUnit XML", () => {
  it("fails for unexplained calls and documented rules that are denied, as the exit code does", () => {
    const assumed = { ...denied, rule: "list.order", standing: "assumed" } as const;
    const unknown = rule({ rule: "list.sort", verdict: "unknown" });
    const xml = junitOfHarReport(
      madeUpReport({
        unexplained: [unexplained(4)],
        rules: [denied, assumed, rule({ rule: "list.offset" }), unknown],
      }),
    );
    expect(xml).toContain('tests="4" failures="2"');
    expect(xml).toContain('skipped="1"');
    expect(xml).toContain("file 1 entry 4: POST /v1/firms/F1/leads");
    expect(xml).toContain("status: expected 201, recorded 409");
    expect(xml).toContain("The recording shows clamped instead of 422 (documented).");
    expect(xml).not.toContain("list.sort");
  });
});
