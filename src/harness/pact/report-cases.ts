/** The test cases of a verification, for every format of test results. */
import type { TestCase } from "../../base/texts/test-case.ts";
import { counted } from "../../base/values/counted.ts";
import { causesOf } from "./causes.ts";
import type { InteractionReport } from "./interaction-report.ts";
import { summaryLine } from "./report-text.ts";
import { isFailure } from "./report.ts";
import type { VerificationReport } from "./report.ts";

/**
 * A case for each interaction and for what was skipped, in the suite of its source and consumer, and for each finding of
 * the static check.
 */
export function casesOf(report: VerificationReport): readonly TestCase[] {
  const { interactions, findings, skipped } = report;
  const bySource = [...Map.groupBy(interactions, ({ source }) => source).values()].flat();
  const nothing = failed(
    { suite: ["verification", "lead-sandbox"], name: "verification" },
    summaryLine(report),
  );
  return [
    ...bySource.map(interactionCase),
    ...skipped.map((part): TestCase => {
      const named = { suite: [part.source, part.consumer], name: counted(part.count, part.kind) };
      return { ...named, outcome: "skipped", message: part.reason };
    }),
    ...findings.map((finding): TestCase => {
      const { severity, interaction, code, place, message } = finding;
      const named = {
        suite: ["static check", "static check"],
        name: `${interaction}: ${code} at ${place}`,
      };
      if (isFailure(finding, report)) return failed(named, message);
      return { ...named, outcome: "skipped", message: `${severity}: ${message}` };
    }),
    ...(interactions.length === 0 ? [nothing] : []),
  ];
}

function interactionCase(interaction: InteractionReport): TestCase {
  const { source, description, states, passed, pending, problems, consumer } = interaction;
  const named = {
    suite: [source, consumer],
    name: states.length === 0 ? description : `${description} (given ${states.join(", ")})`,
  };
  if (passed) return { ...named, outcome: "passed" };
  const text = causesOf(problems)
    .map(({ problems: of, rule, advice }) =>
      [
        ...of.map(({ place, message }) => `${place}: ${message}`),
        ...(rule === null ? [] : [`rule ${rule.id}`]),
        advice,
      ].join("\n"),
    )
    .join("\n\n");
  return pending
    ? { ...named, outcome: "pending", message: `pending: ${firstLine(text)}` }
    : failed(named, text);
}

function failed(named: Pick<TestCase, "name" | "suite">, details: string): TestCase {
  return { ...named, outcome: "failed", message: firstLine(details), details };
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
