import type { Exploration, ExploreSettings } from "../exploration.ts";

/** What a reader should know of how the exploration was made. */
export function notesOn(
  { nondeterminism }: Exploration,
  { command, results }: Pick<ExploreSettings, "command" | "results">,
): readonly string[] {
  const runner = results === null ? testRunnerIn(command) : null;
  return [
    ...(nondeterminism === null
      ? []
      : [
          `Two unchanged runs differ in ${nondeterminism.what}: verdicts that compare worlds may be false. Those of exit codes and timing hold.`,
        ]),
    ...(runner === null
      ? []
      : [
          `${runner} looks like a test runner. Name its JUnit files with --results: outcomes are read per test then, and a failed test is no orphan.`,
        ]),
  ];
}

const runners =
  /(?:^|[\s/])(?:npm (?:test|t|run test\S*)|(?:p?npx |yarn |pnpm )?(?:vitest|jest|mocha|pytest|mvn|gradlew?|go test|gotestsum|rspec|phpunit|dotnet test))(?:\s|$)/;

/** The part of a command line that runs tests, if one does. */
function testRunnerIn(command: readonly string[]): string | null {
  return runners.exec(command.join(" "))?.[0].trim() ?? null;
}
