import type { Exploration, ExploreSettings } from "../exploration.ts";
import type { Observation } from "../model.ts";
import { outcomeOf } from "../test-names.ts";
import { testRunnerIn } from "../test-runner.ts";

/** Notes on conditions that limit the results of an exploration. */
export function notesOn(
  {
    baseline,
    nondeterminism,
    inSequence,
  }: Pick<Exploration, "baseline" | "nondeterminism" | "inSequence">,
  { command, results }: Pick<ExploreSettings, "command" | "results">,
): readonly string[] {
  const [unmatched = null, ...others] = labelsWithoutTest(baseline);
  const runner = results === null ? testRunnerIn(command) : null;
  return [
    ...(nondeterminism === null
      ? []
      : [
          `Two unchanged runs differ in ${nondeterminism.what}. Records of people that differ between these runs are not compared. Verdicts from exit codes and timing are still valid.`,
        ]),
    ...(inSequence
      ? [
          "A trial failed before its first call while others ran, and worked alone, so the trials ran one at a time. Give every run its own port, lock and files to explore faster, or pass --jobs 1.",
        ]
      : []),
    ...(unmatched === null
      ? []
      : [
          `The label "${unmatched}"${others.length === 0 ? "" : ` and ${others.length} more`} does not match any test in the results, so its trials get the verdict unknown. Write labels as classname > name.`,
        ]),
    ...(runner === null
      ? []
      : [
          `${runner} looks like a test runner. Pass its JUnit files with --results to judge each test by its own outcome.`,
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
