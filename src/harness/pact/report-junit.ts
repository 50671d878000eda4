import type { TestCase } from "../../base/texts/test-case.ts";
import { escaped } from "../../base/texts/xml.ts";
import { casesOf } from "./report-cases.ts";
import type { VerificationReport } from "./report.ts";

/** The report as JUnit XML: one test case per interaction, and a suite for the static check. */
export function junitReport(report: VerificationReport): string {
  const suites = Map.groupBy(casesOf(report), ({ suite: [name = ""] }) => name);
  const all = Array.from(suites, ([name, cases]) => suiteXml(name, cases));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${all.join("\n")}\n</testsuites>\n`;
}

function suiteXml(name: string, cases: readonly TestCase[]): string {
  const failures = cases.filter(({ outcome }) => outcome === "failed").length;
  const skipped = cases.filter(({ outcome }) => ["skipped", "pending"].includes(outcome)).length;
  return [
    `  <testsuite name="${escaped(name)}" tests="${cases.length}" failures="${failures}" skipped="${skipped}">`,
    ...cases.map(caseXml),
    "  </testsuite>",
  ].join("\n");
}

function caseXml({ suite, name, outcome, message = "", details = "" }: TestCase): string {
  const open = `    <testcase name="${escaped(name)}" classname="${escaped(suite[1] ?? "")}"`;
  if (outcome === "passed") return `${open}/>`;
  const element =
    outcome === "failed"
      ? `<failure message="${escaped(message)}">${escaped(details)}</failure>`
      : `<skipped message="${escaped(message)}"/>`;
  return `${open}>\n      ${element}\n    </testcase>`;
}
