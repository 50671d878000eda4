import type { Exploration, ExploreSettings } from "../exploration.ts";
import { testRunnerIn } from "../test-runner.ts";

/** What a reader should know of how the exploration was made. */
export function notesOn(
  { nondeterminism }: Pick<Exploration, "nondeterminism">,
  { command, results }: Pick<ExploreSettings, "command" | "results">,
): readonly string[] {
  const runner = results === null ? testRunnerIn(command) : null;
  return [
    ...(nondeterminism === null
      ? []
      : [
          `Two unchanged runs differ in ${nondeterminism.what}: the records of people who differ between them are not compared. Verdicts that rest on exit codes and timing hold.`,
        ]),
    ...(runner === null
      ? []
      : [
          `${runner} looks like a test runner. Name its JUnit files with --results: outcomes are read per test then, and a failed test is no orphan.`,
        ]),
  ];
}
