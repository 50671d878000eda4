import type { Measure, Values } from "../bench.ts";
import { inTurns } from "../bench.ts";
import { packagedProject } from "../project.ts";
import { fileCount, writeSuite } from "../vitest-runs.ts";

const name = "test-file";

/** The time that the sandbox adds to each test file of a Vitest run. */
export const testFile: Measure = {
  name,
  title: "Vitest: the cost of a test file",
  note: "A run of 8 isolated files with one test each; the test makes a workspace and one POST. Cost per file: the whole run minus the run of empty files, divided by 8. Runs take turns and use all cores.",
  yardstick: null,
  async run(bench) {
    const project = await packagedProject(bench.folder);
    const empty = writeSuite(project, { file: "empty" });
    const documented = writeSuite(project, { file: "one-test" });
    const shared = writeSuite(project, { file: "one-test", isShared: true });
    let emptySeconds = 0;
    const above = (seconds: number): Values => ({
      "whole run": [seconds, "s"],
      "cost per file": [((seconds - emptySeconds) / fileCount) * 1_000, "ms"],
    });
    return inTurns(
      bench,
      name,
      [
        [
          "empty test file",
          async () => {
            emptySeconds = (await empty()).seconds;
            return { "whole run": [emptySeconds, "s"] };
          },
        ],
        ["a sandbox in each file", async () => above((await documented()).seconds)],
        ["one sandbox per run (globalSetup)", async () => above((await shared()).seconds)],
      ],
      { rounds: bench.sized(1, 7), warmUps: 1 },
    );
  },
};
