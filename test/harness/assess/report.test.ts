/** The forms of the report. */
/* oxlint-disable unicorn/consistent-function-scoping -- a group of tests has a short name for its question */
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse as parseJunit } from "junit2json";
import { marked } from "marked";
import { describe, expect, it } from "vitest";

import { checks as allChecks } from "../../../src/harness/assess/checks/checks.ts";
import { documentOfAssessment } from "../../../src/harness/assess/report/document.ts";
import { junitOfReport } from "../../../src/harness/assess/report/junit.ts";
import {
  questionsHttp,
  questionsMarkdown,
} from "../../../src/harness/assess/report/question-files.ts";
import { isFailed } from "../../../src/harness/assess/report/report.ts";
import type { Report } from "../../../src/harness/assess/report/shape.ts";
import { textOfReport } from "../../../src/harness/assess/report/text.ts";
import { htmlOf } from "../../../src/harness/report/html.ts";
import { markdownOf } from "../../../src/harness/report/markdown.ts";
import { publishedSchema } from "../../contract/output-schemas.ts";
import { hostile, hostileProblem, hostileReport, madeUpReport } from "./made-up-report.ts";
import { baseline } from "./made-up.ts";

const htmlOfReport = (report: Report): Promise<string> =>
  htmlOf(documentOfAssessment(report), "assess");
const markdownOfReport = (report: Report): string => markdownOf(documentOfAssessment(report));

const validate = new Ajv2020({ validateFormats: false }).compile(publishedSchema("assess"));
const reports = {
  "a client with a violation": madeUpReport(),
  "a client that fails": madeUpReport(
    { problem: { kind: "fails", message: "It fails.", output: "" } },
    [],
  ),
  "hostile text": hostileReport(),
  "a client with hostile output": hostileProblem(),
};

describe("a check that nothing shows", () => {
  const reasons = (leftOut: readonly string[]): readonly string[] =>
    madeUpReport({ leftOut })
      .checks.filter(({ verdict }) => verdict === "not-exercised")
      .map(({ reason }) => reason);

  it("may need a trial that --budget left out", () => {
    expect(reasons([]).filter((reason) => reason.includes("--budget"))).toEqual([]);
    const [reason, ...more] = reasons(["page-503 at get-leads", "page-401-on at get-leads"]).filter(
      (one) => one.includes("--budget"),
    );
    expect(reason).toMatch(/Or it needs more time than --budget: 2 trials did not run\.$/);
    expect(more).toEqual([]);
    expect(reasons(["page-503"]).join()).toMatch(/a trial did not run\./);
  });
});

describe("the page of a client that cannot be assessed", () => {
  it("shows the last lines of its output, if it has any", () => {
    const shown = (output: string): string =>
      markdownOfReport(madeUpReport({ problem: { kind: "fails", message: "It fails.", output } }));
    expect(shown("")).not.toContain("The last lines");
    expect(shown("no such table")).toMatch(
      /The last lines of its output:\s+```text\nno such table/,
    );
  });
});

describe("the schema of report.json", () => {
  it.each(Object.entries(reports))("accepts the report of %s", (_name, report) => {
    validate(JSON.parse(JSON.stringify(report)));
    expect(validate.errors).toBeNull();
  });

  it("rejects another format, and a verdict that does not exist", () => {
    const [check] = madeUpReport().checks;
    expect(validate({ ...madeUpReport(), format: "lead-sandbox-assess/2" })).toBe(false);
    expect(validate({ ...madeUpReport(), checks: [{ ...check, verdict: "fine" }] })).toBe(false);
  });
});

describe("what fails a build", () => {
  const good = (required: readonly string[]) => madeUpReport({ required }, [baseline]);

  it("is a violation, but not attention", () => {
    expect(isFailed(madeUpReport())).toBe(true);
    expect(good([]).summary.attention).toBe(1);
    expect(isFailed(good([]))).toBe(false);
  });

  it("is a required check that is not exercised or needs attention, but not one that is shown", () => {
    expect(isFailed(good(["claims.true"]))).toBe(true);
    expect(isFailed(good(["quota.fits"]))).toBe(true);
    expect(isFailed(good(["key.safe"]))).toBe(false);
  });
});

describe("the summary", () => {
  it("counts each check once", () => {
    const { summary, checks } = madeUpReport();
    const { shown, violated, attention, notExercised } = summary;
    expect(shown + violated + attention + notExercised).toBe(checks.length);
  });
});

describe("the page", () => {
  it("has the violated checks first, then attention, then what was not exercised", async () => {
    const page = await htmlOfReport(madeUpReport());
    const order = [...page.matchAll(/class="verdict (\w+)"/g)].map(([, mark]) => mark);
    const ranks = ["high", "medium", "open", "good"];
    const places = order.map((one) => ranks.indexOf(one ?? ""));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(order).toHaveLength(allChecks.length);
    expect(order[0]).toBe("high");
    expect([...page.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, name]) => name)).toEqual([
      "What the client does",
      "Checks",
      "Questions to the provider",
      "Not covered",
      "Not judged",
    ]);
  });

  it("loads nothing and runs no foreign text", async () => {
    const page = await htmlOfReport(hostileReport());
    expect(page).not.toMatch(/<script|<img|<link|src=|url\(|\u202E|(?![\n\t])\p{Cc}/u);
    expect(page).toContain("&lt;script&gt;");
  });

  it("keeps the output of a client that could not be assessed as text", async () => {
    const page = await htmlOfReport(hostileProblem());
    expect(page).not.toMatch(/<script|\u202E|(?![\n\t])\p{Cc}/u);
    expect(page).toContain("&lt;/pre&gt;\n# A heading");
  });
});

describe("the Markdown", () => {
  it("has a verdict for each check", () => {
    const verdicts = markdownOfReport(madeUpReport())
      .split("\n")
      .filter((line) => /^\*\*\w+\*\* (?:Violated|Attention|Not exercised|Shown): /.test(line));
    expect(verdicts).toHaveLength(allChecks.length);
  });

  it("has no foreign HTML and no row that foreign text breaks", () => {
    const text = markdownOfReport(hostileReport());
    const tokens = marked.lexer(text);
    const all: string[] = [];
    void marked.walkTokens(tokens, ({ type }) => void all.push(type));
    expect(all).not.toContain("html");
    const table = tokens.find(({ type }) => type === "table");
    const lengths: unknown =
      table?.type === "table" ? table.rows.map(({ length }: readonly unknown[]) => length) : [];
    expect(lengths).toEqual(Array.from({ length: 10 }, () => 2));
    expect(text).not.toMatch(/\u202E|(?![\n\t])\p{Cc}/u);
  });

  it("keeps the output of a client that could not be assessed in one block", () => {
    const text = markdownOfReport(hostileProblem());
    const blocks = marked.lexer(text).filter(({ type }) => type === "code");
    expect(blocks.map((block) => block.raw.includes("# A heading"))).toEqual([true]);
    expect(text).not.toMatch(/\u202E|(?![\n\t])\p{Cc}/u);
  });
});

describe("the JUnit file", () => {
  it("fails violated and unmet required checks, and skips the others that are not shown", async () => {
    const report = madeUpReport({ required: ["environment.right"] });
    const suites = await parseJunit(junitOfReport(report));
    const cases =
      suites !== null && suites !== undefined && "testsuite" in suites
        ? (suites.testsuite?.[0]?.testcase ?? [])
        : [];
    const names = cases.filter((one) => one.failure !== undefined).map(({ name }) => name);
    expect(cases).toHaveLength(allChecks.length);
    expect(names).toEqual(
      ["claims.true", "backoff.ends", "environment.right"].filter((id) => names.includes(id)),
    );
    expect(names).toContain("claims.true");
    expect(names).toContain("environment.right");
  });

  it("stays XML with hostile text", async () => {
    expect(await parseJunit(junitOfReport(hostileReport()))).toBeTruthy();
    expect(await parseJunit(junitOfReport(hostileProblem()))).toBeTruthy();
  });
});

describe("the text for a terminal", () => {
  it("names each check, its calls and the page", () => {
    const text = textOfReport(madeUpReport(), "out");
    expect(text).toContain("Violated       claims.true");
    expect(text).toContain("run 2 (fault:503), call 1: POST /v1/firms/Harb0rPt/leads → 503");
    expect(text).toContain("out/report.html");
    expect(text).toMatch(/1 violated, \d+ attention, \d+ not exercised, \d+ shown, in 4 runs/);
  });

  it("does not drive the terminal", () => {
    for (const report of [hostileReport(), hostileProblem()])
      expect(textOfReport(report, null)).not.toMatch(/\u202E|(?![\n\t])\p{Cc}/u);
  });
});

describe("the questions", () => {
  const question = {
    rule: "state.convert",
    statement: "What happens to `updatedAt` is not documented.",
    breaks: ["updated-at-moves"],
    basis: "trial",
    request: "POST /v1/firms/{{firm}}/leads",
    body: '{"email":"person1@example.com"}',
    answers: ["updated-at-stays", "updated-at-moves"],
  } as const;

  it("say what breaks and how to record the answer", () => {
    const text = questionsMarkdown([question]);
    expect(text).toContain("does not work if the answer is `updated-at-moves`");
    expect(text).toContain(
      "lead-sandbox assumptions answer state.convert updated-at-stays --source",
    );
  });

  it("are requests to run", () => {
    const text = questionsHttp([question]);
    expect(text).toContain("POST {{baseUrl}}/v1/firms/{{firm}}/leads\nX-API-Key: {{key}}");
    expect(text).toContain('\n\n{"email":"person1@example.com"}\n');
  });

  it("are none for a client that depends on nothing", () => {
    expect(questionsMarkdown([])).toContain("None:");
    expect(questionsHttp([])).not.toContain("###");
  });
});

it("hostile text is in the made-up report", () => {
  expect(JSON.stringify(hostileReport())).toContain(JSON.stringify(hostile).slice(1, 20));
});
