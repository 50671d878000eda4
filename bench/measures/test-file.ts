import type { Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import { packagedProject } from "../project.ts";
import { fileCount, writeSuite } from "../vitest-runs.ts";

const measure = "test-file";

/** The table's rows, which goals refer to. */
export const testFileNames = {
  empty: "empty test file",
  documented: "a sandbox in each file",
  shared: "one sandbox per run (globalSetup)",
} as const;

export const costPerFile = "cost per file";

/** The time that the sandbox adds to each test file of a Vitest run. */
export const testFile: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "Vitest: the cost of a test file",
      note: "A run of 8 isolated files with one test each; the test makes a workspace and one POST. Cost per file: the whole run minus the run of empty files, divided by 8. Runs take turns and use all cores.",
      yardstick: null,
    },
  ],
  async run(bench) {
    const figures = newFigures();
    const project = await packagedProject(bench.folder);
    const runs = {
      empty: writeSuite(project, { file: "empty" }),
      documented: writeSuite(project, { file: "one-test" }),
      shared: writeSuite(project, { file: "one-test", isShared: true }),
    };
    const rounds = bench.sized(1, 7);
    for (let round = 0; round <= rounds; round += 1) {
      bench.say(`${measure}, round ${round} of ${rounds}`);
      const empty = await runs.empty();
      for (const way of ["empty", "documented", "shared"] as const) {
        const { seconds } = way === "empty" ? empty : await runs[way]();
        // The first round fills caches.
        if (round === 0) continue;
        const at = { measure, target: testFileNames[way] };
        figures.add({ ...at, column: "whole run", unit: "s" }, seconds);
        if (way === "empty") continue;
        const cost = ((seconds - empty.seconds) / fileCount) * 1_000;
        figures.add({ ...at, column: costPerFile, unit: "ms" }, cost);
      }
    }
    return figures.all();
  },
};
