import { junitOf } from "../../../base/texts/junit.ts";
import type { TestCase } from "../../../base/texts/test-case.ts";
import type { HarReport } from "./shape.ts";

const suite = ["check-har"];

/** The report as JUnit XML: a failed test case for each unexplained call, and one for each rule that is not unknown. */
export function junitOfHarReport({ unexplained, rules, summary }: HarReport): string {
  return junitOf("check-har", summary.durationMs, [
    ...unexplained.map(({ file, entry, request, expected, recorded }): TestCase => {
      const features = Object.keys(recorded).map(
        (name) => `${name}: expected ${expected[name]}, recorded ${recorded[name]}`,
      );
      const name = `file ${file} entry ${entry}: ${request}`;
      const message = "No choice of a rule gives the recorded answer.";
      const details = features.join("\n");
      return { suite, name, outcome: "failed", type: "unexplained", message, details };
    }),
    ...rules.filter(({ verdict }) => verdict !== "unknown").map(ruleCase),
  ]);
}

/** Only a documented rule that is denied fails, as for the exit code: the others are assumptions. */
function ruleCase(one: HarReport["rules"][number]): TestCase {
  const { rule, verdict, standing, choice, default: byDefault } = one;
  if (verdict !== "denied") return { suite, name: rule, outcome: "passed" };
  const message = `The recording shows ${choice} instead of ${byDefault} (${standing}).`;
  if (standing !== "documented") return { suite, name: rule, outcome: "skipped", message };
  return { suite, name: rule, outcome: "failed", type: "denied", message };
}
