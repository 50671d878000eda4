/** The report on a service, in the terminal and as a document. */
import { describe, expect, it } from "vitest";

import { partNames } from "../../../src/domain/rules/parts.ts";
import type { ConformanceReport } from "../../../src/harness/check-target/check.ts";
import type { Verdict } from "../../../src/harness/check-target/judge/verdict.ts";
import { documentOfConformance } from "../../../src/harness/check-target/report-document.ts";
import { textOfPlan, textOfReport } from "../../../src/harness/check-target/report.ts";
import { markdownOf } from "../../../src/harness/report/markdown.ts";

const verdict = (given: Partial<Verdict> = {}): Verdict => ({
  rule: "list.limit",
  verdict: "confirmed",
  parts: { asked: ["whole"], denied: [], notAsked: [] },
  denies: null,
  choice: "422",
  reason: "It does as the sandbox does.",
  evidence: [],
  ...given,
});
const evidence = [
  { request: "GET /leads?limit=0", part: "documented", expected: 422, seen: "success" },
] as const;
const parts = partNames("list.limit");
const denied = verdict({
  verdict: "denied",
  denies: "assumed",
  choice: "clamped",
  reason: "It behaves as under clamped.",
  parts: { asked: parts, denied: parts, notAsked: [] },
  evidence,
});
const inPart = verdict({
  rule: "lead.patch",
  verdict: "denied",
  denies: "documented",
  choice: null,
  reason: "It does not do what the interface says.",
  parts: { asked: ["sent-fields", "updated-at"], denied: ["updated-at"], notAsked: [] },
  evidence,
});
const partly = verdict({
  rule: "lead.patch",
  verdict: "partly-confirmed",
  parts: {
    asked: ["sent-fields"],
    denied: [],
    notAsked: [{ part: "updated-at", reason: "It came to an end before" }],
  },
});
const unknown = verdict({
  rule: "list.order",
  verdict: "unknown",
  choice: null,
  reason: "It came to an end before",
});
const leftOut = { verdict: "unknown", choice: null, reason: "It was left out by --only" } as const;

const reportOn = (
  verdicts: readonly Verdict[],
  given: Partial<ConformanceReport> = {},
): ConformanceReport => ({
  verdicts,
  assumptions: {},
  requests: 5,
  created: 1,
  lost: 0,
  failing: [],
  left: { questions: 0, rules: [] },
  stopped: null,
  ...given,
});
const onPage = (report: ConformanceReport): string =>
  markdownOf(documentOfConformance(report)).replaceAll("\\", "");

describe("the report in both forms", () => {
  it.each<readonly [string, ConformanceReport, readonly string[], readonly string[]]>([
    [
      "counts verdicts, requests and Leads",
      reportOn([verdict(), denied, partly, unknown]),
      ["1 rule confirmed, 1 partly confirmed, 1 denied, 1 unknown, with 5 requests and 1 Lead."],
      ["no answer", "Left:", "fails", "make a sandbox behave"],
    ],
    [
      "says nothing of verdicts that nothing got",
      reportOn([verdict()]),
      ["1 rule confirmed"],
      [
        "Tell the provider",
        "Ask the provider",
        "Switch the sandbox",
        "Partly confirmed\n",
        "Unknown",
      ],
    ],
    [
      "shows what a service does instead",
      reportOn([denied]),
      [
        "Switch the sandbox: the right behaviour is not documented.",
        "It behaves as under clamped.",
        "GET /leads?limit=0",
        "422",
        '"success"',
      ],
      ["Tell the provider", "enied: default"],
    ],
    [
      "names the denied parts of a rule",
      reportOn([inPart]),
      [
        "Tell the provider: the interface says otherwise.",
        "enied: updated-at",
        "It does not do what the interface says.",
      ],
      ["here:", "Here:"],
    ],
    [
      "shows what was not asked, and why",
      reportOn([partly]),
      [
        "Partly confirmed",
        "sent-fields",
        "updated-at: It updates `updatedAt`. It came to an end before.",
      ],
      [],
    ],
    [
      "shows unknown rules by reason",
      reportOn([unknown]),
      ["Unknown", "It came to an end before", "list.order"],
      [],
    ],
    [
      "counts the rules that were left out",
      reportOn([verdict(leftOut), verdict({ ...leftOut, rule: "list.order" })]),
      ["It was left out by --only: 2 rules"],
      ["list.order"],
    ],
    [
      "says how many requests got no answer",
      reportOn([verdict()], { lost: 2 }),
      ["The service gave no answer to 2 requests. What stayed without one is unknown."],
      [],
    ],
    [
      "shows requests at which the service fails",
      reportOn([verdict()], {
        failing: [{ request: "GET /x", problem: "502 text/html", rules: ["http.json"] }],
      }),
      ["The service fails", "GET /x", "502 text/html", "http.json"],
      [],
    ],
    [
      "says why it ended early, and what is left",
      reportOn([verdict()], {
        stopped: { cause: "budget", reason: "The budget is used up." },
        left: { questions: 3, rules: ["list.limit", "list.order"] },
      }),
      ["The budget is used up.", "Left: 3 questions about list.limit, list.order."],
      [],
    ],
    [
      "has the assumptions that make a sandbox like it",
      reportOn([denied], { assumptions: { "list.limit": "clamped" } }),
      ["To make a sandbox behave like this", "clamped"],
      [],
    ],
  ])("%s", (_name, report, shown, hidden) => {
    for (const text of [textOfReport(report), onPage(report)]) {
      for (const one of shown) expect(text.replaceAll(/\n\s+/g, " ")).toContain(one);
      for (const one of hidden) expect(text).not.toContain(one);
    }
  });

  it("shows both choices of a denied rule", () => {
    expect(textOfReport(reportOn([denied]))).toContain("here: 422, there: clamped");
    expect(onPage(reportOn([denied]))).toContain("Here: `422`, there: `clamped`.");
  });

  it("cuts long evidence", () => {
    const long = { ...denied, evidence: [{ ...evidence[0], seen: "x".repeat(400) }] };
    for (const text of [textOfReport(reportOn([long])), onPage(reportOn([long]))]) {
      expect(text).toContain("x".repeat(299));
      expect(text).not.toContain("x".repeat(300));
    }
  });
});

const stopped = (cause: "refused" | "unreachable" | "budget") =>
  ({ stopped: { cause, reason: "It ended." } }) as const;

describe("the report in the terminal", () => {
  it("is empty if the service cannot be asked at all", () => {
    expect(textOfReport(reportOn([unknown], stopped("refused")))).toBe("");
    expect(textOfReport(reportOn([unknown], stopped("unreachable")))).toBe("");
    expect(textOfReport(reportOn([unknown], stopped("budget")))).not.toBe("");
    expect(textOfReport(reportOn([unknown, verdict()], stopped("refused")))).not.toBe("");
    expect(textOfReport(reportOn([unknown]))).not.toBe("");
  });

  it.each([
    ["answers.json", "Run the command again."],
    [null, "Run the command with --answers FILE, which keeps what is answered."],
  ])("with the answers file %s says: %s", (file, advice) => {
    const left = { questions: 1, rules: ["list.limit"] } as const;
    const text = textOfReport(reportOn([verdict()], { left }), file);
    expect(text.replaceAll(/\n\s+/g, " ")).toContain(
      `Left: 1 question about list.limit. ${advice}`,
    );
  });

  it("wraps the names of many rules below 100 columns", () => {
    const names = [
      "list.limit",
      "list.offset",
      "list.order",
      "lead.unique",
      "http.json",
      "lead.patch",
    ] as const;
    const many = [...names, ...names, ...names].map((rule) => ({ ...unknown, rule }));
    const lines = textOfReport(reportOn(many)).split("\n");
    expect(lines.every(({ length }) => length < 112)).toBe(true);
    expect(lines.filter((line) => line.includes("list.limit"))).toHaveLength(2);
  });
});

describe("the plan of a check", () => {
  const plan = { questions: 9, requests: 40, created: 4, deleted: 2 };
  it("says what it sends, and when the budget is too small", () => {
    expect(textOfPlan(plan, "https://x", 40)).toContain(
      "9 checks of https://x: 40 requests, of at most 40.",
    );
    expect(textOfPlan(plan, "https://x", 40)).not.toContain("--budget");
    expect(textOfPlan(plan, "https://x", 39)).toContain(
      "39 requests are not enough for all checks. Use --budget 40.",
    );
  });
});

describe("the document", () => {
  it("names the number of denied rules, and marks them by what they contradict", () => {
    const { title, blocks } = documentOfConformance(reportOn([denied, inPart]));
    expect(title).toBe("check-target: 2 rules denied");
    expect(blocks).toContainEqual(expect.objectContaining({ type: "verdict", mark: "question" }));
    expect(blocks).toContainEqual(expect.objectContaining({ type: "verdict", mark: "high" }));
  });
});
