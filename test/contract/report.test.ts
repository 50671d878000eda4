import { beforeAll, describe, expect, it } from "vitest";

import type { InteractionReport } from "../../src/harness/pact/interaction-report.ts";
import { documentOfVerification } from "../../src/harness/pact/report-document.ts";
import { junitReport } from "../../src/harness/pact/report-junit.ts";
import { textReport } from "../../src/harness/pact/report-text.ts";
import type { VerificationReport } from "../../src/harness/pact/report.ts";
import { markdownOf } from "../../src/harness/report/markdown.ts";
import { isRemote } from "../support/target.ts";
import { hostileNames, hostilePact } from "./hostile-names.ts";
import { pactOf, verified } from "./pacts.ts";
import type { Element } from "./xml-reader.ts";
import { readXml } from "./xml-reader.ts";

const markdownReport = (report: VerificationReport): string =>
  markdownOf(documentOfVerification(report));

const mixed = [
  pactOf([{ description: "fits" }, { description: "fails", status: 404 }], "one"),
  pactOf([{ description: "waits", status: 404, pending: true }], "two"),
  pactOf([{ description: "odd", path: "/v1/nothing", key: null, status: 401 }], "three"),
];

/** The cases of a JUnit document: suite, name and child elements. */
function casesOf(document: string): readonly (readonly [string, string, string])[] {
  return readXml(document).children.flatMap((suite) =>
    suite.children.map((one): [string, string, string] => [
      suite.attributes["name"] ?? "",
      one.attributes["name"] ?? "",
      one.children.map(({ name }) => name).join(),
    ]),
  );
}

function sumOf(suites: readonly Element[], count: string): number {
  return suites.reduce((sum, { attributes }) => sum + Number(attributes[count]), 0);
}

// Verification starts its own sandbox, so these tests do not run against a URL.
describe.skipIf(isRemote)("the report of a mixed verification", () => {
  let report: VerificationReport;
  beforeAll(async () => {
    report = await verified(mixed, { isStatic: true });
  });

  it("as text lists each file and interaction, the static check apart, and a summary", () => {
    const lines = textReport(report).split("\n");
    expect(lines.filter((line) => /^(\S|  \S)/.test(line))).toEqual([
      "pact-1.json: one with lead-api",
      "  ok    fits",
      "  FAIL  fails",
      "pact-2.json: two with lead-api",
      "  wait  waits",
      "pact-3.json: three with lead-api",
      "  ok    odd",
      "Static check against the OpenAPI document:",
      "  FAIL  odd: Path or method not defined in spec file: GET /v1/nothing (at [root].interactions[0].request.path)",
      "Failed: 2 of 4 interactions match, 1 do not, 1 pending ones do not, 1 error of the static check.",
    ]);
  });

  it("as text has the request, the place, the rule and the fix of a failure", () => {
    expect(textReport(report)).toContain(
      [
        "  FAIL  fails",
        "        GET /v1/leads/LeadHPa1",
        "        at status: expected 404 but was 200",
        "          rule lead.get: GET `/leads/{id}` answers 200 with one Lead, and takes `scope` and `include`.",
        "          The interface answers 200 here. Expect that, give another provider state, or send another request.",
        "",
      ].join("\n"),
    );
  });

  it("as JUnit has a case for each interaction and each finding, in a suite for each file", () => {
    expect(casesOf(junitReport(report))).toEqual([
      ["pact-1.json", "fits", ""],
      ["pact-1.json", "fails", "failure"],
      ["pact-2.json", "waits", "skipped"],
      ["pact-3.json", "odd", ""],
      [
        "static check",
        "odd: request.path-or-method.unknown at [root].interactions[0].request.path",
        "failure",
      ],
    ]);
  });

  it("as JUnit has the right counts of cases and failures", () => {
    const suites = readXml(junitReport(report)).children;
    expect([sumOf(suites, "tests"), sumOf(suites, "failures")]).toEqual([5, 2]);
  });

  it("as JUnit has the place, the rule and the fix of a failure", () => {
    const failure = readXml(junitReport(report)).children[0]?.children[1]?.children[0];
    expect(failure?.attributes["message"]).toBe("status: expected 404 but was 200");
    expect(failure?.text).toContain("rule lead.get");
    expect(failure?.text).toContain("The interface answers 200 here.");
  });

  it("as Markdown has a summary, the mismatches, and the static check apart", () => {
    const lines = markdownReport(report).split("\n");
    expect(lines.filter((line) => /^(#|- |Failed|\*\*)/.test(line))).toEqual([
      "# Contract with the Lead API",
      "Failed: 2 of 4 interactions match, 1 do not, 1 pending ones do not, 1 error of the static check.",
      "**HIGH** fails",
      "- `status`: expected 404 but was 200",
      "**OPEN** waits (pending)",
      "- `status`: expected 404 but was 200",
      "## Static check",
      "- error: `odd` in pact-3.json: Path or method not defined in spec file: GET /v1/nothing (`[root].interactions[0].request.path`)",
      "## Verified",
      "- fits",
      "- odd",
    ]);
  });
});

describe.skipIf(isRemote).each(hostileNames)("names with %s in a pact", (_title, name) => {
  let report: VerificationReport;
  beforeAll(async () => {
    report = await verified([hostilePact(name)], { isStatic: true });
  });

  it("reach the verifier and its report unchanged", () => {
    expect(report.interactions.map(({ description, passed }) => [description, passed])).toEqual([
      [`${name} fits`, true],
      [`${name} fails`, false],
      [`${name} has no state`, false],
      [`${name} waits`, false],
      [`${name} is undefined`, true],
    ]);
  });

  it("do not move the cursor of a terminal, nor add lines", () => {
    const text = textReport(report);
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
    expect(text.split("\n").filter((line) => /^(\S|  \S)/.test(line)).length).toBe(
      1 + report.interactions.length + 1 + report.findings.length + 1,
    );
  });

  it("keep JUnit well-formed, with a case each", () => {
    const of = casesOf(junitReport(report)).map(([, , expected]) => expected);
    const findings = report.findings.map(({ severity }) =>
      severity === "error" ? "failure" : "skipped",
    );
    expect(of).toEqual(["", "failure", "failure", "skipped", "", ...findings]);
  });

  it("are escaped in Markdown", () => {
    const text = markdownReport(report);
    const bare = text.replaceAll(/\\[\\`*_<>|#[\]~&]/g, "").replaceAll(/(`+)[^`].*?\1/g, "");
    expect(bare).not.toMatch(/[<>|[\]~&`]/);
    const lines = bare.split("\n");
    expect(lines.filter((line) => line.startsWith("#")).length).toBe(3);
    expect(lines.filter((line) => /^\*\*(?:HIGH|OPEN)\*\*/.test(line)).length).toBe(
      report.interactions.filter(failed).length,
    );
  });
});

function failed({ passed }: InteractionReport): boolean {
  return !passed;
}

describe("the report of a verification without interactions", () => {
  const nothing = { interactions: [], findings: [], skipped: [], passed: false, isStrict: false };
  const sentence = "Nothing was verified: no interactions found. This counts as a failure.";

  it("states that as text", () => {
    expect(textReport(nothing)).toContain(sentence);
  });

  it("states that as Markdown", () => {
    expect(markdownReport(nothing)).toContain(sentence);
  });

  it("is a failure in JUnit", () => {
    const suites = readXml(junitReport(nothing)).children;
    expect([sumOf(suites, "tests"), sumOf(suites, "failures")]).toEqual([1, 1]);
    expect(suites[0]?.children[0]?.children[0]?.attributes["message"]).toBe(sentence);
  });
});
