import type { TestCase } from "../../texts/test-case.ts";
import { singleLine, visible } from "../../texts/visible.ts";
import { escaped } from "../../texts/xml.ts";
import { casesOf } from "./cases.ts";
import type { Report } from "./shape.ts";

/** The report as JUnit XML. */
export function junitOfReport(report: Report): string {
  const cases = casesOf(report);
  const counts = attributes({
    tests: cases.length,
    failures: cases.filter(({ outcome }) => outcome === "failed").length,
    errors: 0,
    skipped: cases.filter(({ outcome }) => outcome === "skipped").length,
    time: (report.durationMs / 1_000).toFixed(3),
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${counts}>`,
    `  <testsuite name="explore"${counts}>`,
    ...cases.map(caseXml),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function caseXml({
  suite,
  name,
  outcome,
  type = "",
  message = "",
  details = "",
}: TestCase): string {
  const start = `    <testcase${attributes({ classname: suite.join("."), name })}`;
  if (outcome === "passed") return `${start}/>`;
  if (outcome !== "failed") return `${start}><skipped${attributes({ message })}/></testcase>`;
  return `${start}><failure${attributes({ type, message })}>${escaped(visible(details))}</failure></testcase>`;
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(singleLine(String(value)))}"`)
    .join("");
}
