import { escaped } from "../texts/xml.ts";
import { causesOf } from "./causes.ts";
import { summaryLine } from "./report-text.ts";
import { isFailure } from "./report.ts";
import type { InteractionReport, VerificationReport } from "./report.ts";

/** The report as JUnit XML: one test case per interaction, and a suite for the static check. */
export function junitReport(report: VerificationReport): string {
  const { interactions, findings } = report;
  const suites = [...Map.groupBy(interactions, ({ source }) => source)].map(([source, of]) =>
    suite(source, of.map(interactionCase)),
  );
  const errors = findings.map((finding) => {
    const { severity, interaction, code, place, message } = finding;
    const name = `${interaction}: ${code} at ${place}`;
    const text = `${severity}: ${message}`;
    if (isFailure(finding, report)) return testCase(name, "static check", message);
    return skipped(name, "static check", text);
  });
  const nothing = testCase("verification", "lead-sandbox", summaryLine(report));
  const all = [
    ...suites,
    ...(errors.length === 0 ? [] : [suite("static check", errors)]),
    ...(interactions.length === 0 ? [suite("verification", [nothing])] : []),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${all.join("\n")}\n</testsuites>\n`;
}

interface Case {
  readonly xml: string;
  readonly outcome: "passed" | "failed" | "skipped";
}

function suite(name: string, cases: readonly Case[]): string {
  const count = (wanted: Case["outcome"]): number =>
    cases.filter(({ outcome }) => outcome === wanted).length;
  const counts = `tests="${cases.length}" failures="${count("failed")}" skipped="${count("skipped")}"`;
  return [
    `  <testsuite name="${escaped(name)}" ${counts}>`,
    ...cases.map(({ xml }) => xml),
    "  </testsuite>",
  ].join("\n");
}

function interactionCase(interaction: InteractionReport): Case {
  const { description, states, passed, pending, problems, consumer } = interaction;
  const name = states.length === 0 ? description : `${description} (given ${states.join(", ")})`;
  if (passed) return testCase(name, consumer, null);
  const text = causesOf(problems)
    .map(({ problems: of, rule, advice }) =>
      [
        ...of.map(({ place, message }) => `${place}: ${message}`),
        ...(rule === null ? [] : [`rule ${rule.id}`]),
        advice,
      ].join("\n"),
    )
    .join("\n\n");
  return pending ? skipped(name, consumer, `pending: ${text}`) : testCase(name, consumer, text);
}

function testCase(name: string, className: string, failure: string | null): Case {
  const open = `    <testcase name="${escaped(name)}" classname="${escaped(className)}"`;
  if (failure === null) return { xml: `${open}/>`, outcome: "passed" };
  const [first = ""] = failure.split("\n");
  const element = `      <failure message="${escaped(first)}">${escaped(failure)}</failure>`;
  return { xml: `${open}>\n${element}\n    </testcase>`, outcome: "failed" };
}

function skipped(name: string, className: string, text: string): Case {
  const open = `    <testcase name="${escaped(name)}" classname="${escaped(className)}">`;
  const element = `      <skipped message="${escaped(text.split("\n")[0] ?? "")}"/>`;
  return { xml: `${open}\n${element}\n    </testcase>`, outcome: "skipped" };
}
