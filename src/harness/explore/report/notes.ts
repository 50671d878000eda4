import type { Exploration, ExploreSettings } from "../exploration.ts";
import { outcomeOf } from "../judge/test-names.ts";
import type { Observation } from "../model.ts";
import { testRunnerIn } from "../run/test-runner.ts";

/** How many processes a note names. */
const namedMax = 3;

/** Notes on conditions that limit the results of an exploration. */
export function notesOn(
  {
    baseline,
    nondeterminism,
    inSequence,
    stillRunning,
  }: Pick<Exploration, "baseline" | "nondeterminism" | "inSequence" | "stillRunning">,
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
    ...(stillRunning.length === 0 ? [] : [stillRunningNote(stillRunning)]),
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

/** The note on processes that a command left behind in a session of their own. */
export function stillRunningNote(processes: readonly string[]): string {
  const left = processes.length - namedMax;
  const names = processes.slice(0, namedMax).join(", ");
  return `The command left processes behind that still held its output 2 s after it had ended: ${names}${left > 0 ? ` and ${left} more` : ""}. Stop them before the command ends.`;
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
