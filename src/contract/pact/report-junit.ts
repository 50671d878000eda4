import { escaped } from "../xml.ts";
import { summaryLine } from "./report-text.ts";
import type { InteractionReport, VerificationReport } from "./report.ts";

/** The report as JUnit XML, one test case an interaction, the findings of the static check as a suite of their own. */
export function junitReport(report: VerificationReport): string {
  const { interactions, findings } = report;
  const suites = [...Map.groupBy(interactions, ({ source }) => source)].map(([source, of]) =>
    suite(source, of.map(interactionCase)),
  );
  const errors = findings.map(({ severity, interaction, code, place, message }) =>
    testCase(
      `${interaction}: ${code} at ${place}`,
      "static check",
      severity === "error" ? message : null,
    ),
  );
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
  readonly failed: boolean;
}

function suite(name: string, cases: readonly Case[]): string {
  const failures = cases.filter(({ failed }) => failed).length;
  return [
    `  <testsuite name="${escaped(name)}" tests="${cases.length}" failures="${failures}">`,
    ...cases.map(({ xml }) => xml),
    "  </testsuite>",
  ].join("\n");
}

function interactionCase(interaction: InteractionReport): Case {
  const { description, states, passed, pending, problems, consumer } = interaction;
  const name = states.length === 0 ? description : `${description} (given ${states.join(", ")})`;
  if (passed) return testCase(name, consumer, null);
  const text = problems
    .map(({ place, message, rule, advice }) =>
      [`${place}: ${message}`, ...(rule === null ? [] : [`rule ${rule.id}`]), advice].join("\n"),
    )
    .join("\n\n");
  return pending ? skipped(name, consumer, text) : testCase(name, consumer, text);
}

function testCase(name: string, className: string, failure: string | null): Case {
  const open = `    <testcase name="${escaped(name)}" classname="${escaped(className)}"`;
  if (failure === null) return { xml: `${open}/>`, failed: false };
  const [first = ""] = failure.split("\n");
  const told = `      <failure message="${escaped(first)}">${escaped(failure)}</failure>`;
  return { xml: `${open}>\n${told}\n    </testcase>`, failed: true };
}

function skipped(name: string, className: string, text: string): Case {
  const open = `    <testcase name="${escaped(name)}" classname="${escaped(className)}">`;
  const told = `      <skipped message="pending: ${escaped(text.split("\n")[0] ?? "")}"/>`;
  return { xml: `${open}\n${told}\n    </testcase>`, failed: false };
}
