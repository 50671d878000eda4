/** The report as JUnit XML, with a test case for each check. */
import { lastLines, singleLine, visible } from "../../texts/visible.ts";
import { escaped } from "../../texts/xml.ts";
import { evidenceText } from "./facts.ts";
import { isFailedCheck } from "./report.ts";
import type { Report, ReportedCheck } from "./shape.ts";

/** A violation fails, and so does a required check that is not shown. Attention and what was not exercised are skipped. */
export function junitOfReport({ checks, problem, summary }: Report): string {
  const cases = checks.map(caseOf);
  const failures = cases.filter(({ kind }) => kind === "failure").length;
  const counts = attributes({
    tests: checks.length + (problem === null ? 0 : 1),
    failures,
    errors: problem === null ? 0 : 1,
    skipped: cases.filter(({ kind }) => kind === "skipped").length,
    time: (summary.durationMs / 1_000).toFixed(3),
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${counts}>`,
    `  <testsuite name="assess"${counts}>`,
    ...(problem === null
      ? []
      : [
          `    <testcase${attributes({ classname: "assess", name: "baseline", time: 0 })}><error${attributes({ message: singleLine(problem.message) })}>${escaped(lastLines(problem.output).join("\n"))}</error></testcase>`,
        ]),
    ...cases.map(({ xml }) => xml),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function caseOf(check: ReportedCheck) {
  const { id, verdict, reason, advice, evidence } = check;
  const kind = isFailedCheck(check) ? "failure" : verdict === "shown" ? null : "skipped";
  const text = [...evidence.map(evidenceText), ...(advice === null ? [] : [advice])].join("\n");
  const message = attributes({ message: `${verdict}: ${singleLine(reason)}` });
  const inner =
    kind === null
      ? ""
      : kind === "skipped"
        ? `<skipped${message}/>`
        : `<failure${attributes({ type: verdict })}${message}>${escaped(visible(text))}</failure>`;
  const open = `    <testcase${attributes({ classname: "assess", name: id, time: 0 })}`;
  return { kind, xml: inner === "" ? `${open}/>` : `${open}>${inner}</testcase>` };
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join("");
}
