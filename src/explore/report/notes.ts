import type { Exploration, ExploreSettings } from "../exploration.ts";
import type { Observation } from "../model.ts";
import { outcomeOf } from "../test-names.ts";
import { testRunnerIn } from "../test-runner.ts";

/** Notes on conditions that limit the results of an exploration. */
export function notesOn(
  { baseline, nondeterminism }: Pick<Exploration, "baseline" | "nondeterminism">,
  { command, results }: Pick<ExploreSettings, "command" | "results">,
): readonly string[] {
  const [unmatched = null, ...others] = labelsWithoutTest(baseline);
  const runner = results === null ? testRunnerIn(command) : null;
  return [
    ...(nondeterminism === null
      ? []
      : [
          `Two unchanged runs differ in ${nondeterminism.what}: the records of people who differ between them are not compared. Verdicts that depend on exit codes and timing are still valid.`,
        ]),
    ...(unmatched === null
      ? []
      : [
          `The label "${unmatched}"${others.length === 0 ? "" : ` and ${others.length} more`} names no test of the results: what is varied there has the verdict unknown. Write labels as classname > name.`,
        ]),
    ...(runner === null
      ? []
      : [
          `${runner} looks like a test runner. Name its JUnit files with --results: outcomes are read per test then, and a failed test is no orphan.`,
        ]),
  ];
}

/** The labels that match no test. A second workspace of a label belongs to the same test. */
function labelsWithoutTest(baseline: Observation | null): readonly string[] {
  const tests = baseline?.tests ?? null;
  if (baseline === null || tests === null) return [];
  return [...baseline.labels].filter(
    (label) =>
      outcomeOf(tests, label.replace(/ \(\d+\)$/, "")) === null && outcomeOf(tests, label) === null,
  );
}
