import { junitOf } from "../../../base/texts/junit.ts";
import type { TestCase } from "../../../base/texts/test-case.ts";
import { counted } from "../../../base/values/counted.ts";
import type { ReportedFinding, SimulationReport } from "./shape.ts";
import { headOf } from "./text.ts";

const suite = ["simulate"];

/** The report as JUnit XML: a failed test case for each finding, and a passed one for each history. */
export function junitOfSimulation(report: SimulationReport): string {
  const { findings, problem, histories, summary } = report;
  return junitOf("simulate", summary.durationMs, [
    ...(problem === null ? [] : [problemCase(problem)]),
    ...findings.map(findingCase),
    ...histories.map(
      ({ leads, ticks }) =>
        ({
          suite,
          name: `${counted(leads, "Lead")}, ${counted(ticks, "tick")}`,
          outcome: "passed",
        }) as const,
    ),
    ...summary.neverHappened.map((kind) => skipped(kind, "It never happened.")),
    ...summary.notExplored.map((name) => skipped(name, "Not explored.")),
  ]);
}

function problemCase(message: string): TestCase {
  return { suite, name: "rehearsal", outcome: "failed", type: "problem", message };
}

function findingCase(finding: ReportedFinding): TestCase {
  const { id, kind, title, explanation, advice } = finding;
  const name = `${headOf(finding)} ${id}`;
  if (finding.accepted) return skipped(name, "Accepted.");
  const story = finding.story.map(({ at, text }) => `${at}  ${text}`).join("\n");
  const details = `${explanation}\n${advice}\n\n${story}`;
  return { suite, name, outcome: "failed", type: kind, message: title, details };
}

function skipped(name: string, message: string): TestCase {
  return { suite, name, outcome: "skipped", message };
}
