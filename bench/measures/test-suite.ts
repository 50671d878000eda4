import type { Bench, Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import { unpinned } from "../cores.ts";
import { firmId } from "../leads-made.ts";
import { packagedProject } from "../project.ts";
import { startServed } from "../served.ts";
import type { VitestRun } from "../vitest-runs.ts";
import { writeSuite } from "../vitest-runs.ts";

const measure = "test-suite";

/** The table's rows, which goals refer to. */
export const testSuiteNames = {
  fake: "a fake in process (Map)",
  inProcess: "in process",
  bare: "bare Hono over HTTP",
  perFile: "over HTTP, one sandbox per file",
  http: "over HTTP, one sandbox per run",
} as const;

export const aboveFake = "a test above the fake";

/** A suite of many small tests. */
export const testSuite: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "Vitest: a suite of small tests",
      note: "8 isolated files with 50 tests each. A test makes a workspace, sends POST, GET, list, PATCH and GET of a Lead, and drops the workspace. A test: the median duration that Vitest reports, without the start of its file. Bare Hono answers a list in place of the new workspace and of its drop. Runs take turns and use all cores.",
      yardstick: testSuiteNames.bare,
      compared: ["s"],
    },
  ],
  async run(bench) {
    const figures = newFigures();
    const project = await packagedProject(bench.folder);
    const tests = bench.sized(20, 50);
    const env = { TESTS: String(tests) };
    const fake = writeSuite(project, { file: "fake" });
    const inProcess = writeSuite(project, { file: "in-process" });
    const bare = writeSuite(project, { file: "bare-hono" });
    const perFile = writeSuite(project, { file: "by-http" });
    const http = writeSuite(project, { file: "by-http", isShared: true });
    const runs = {
      inProcess: () => inProcess(env),
      bare: () => againstBare(bench, (reached) => bare({ ...env, ...reached })),
      perFile: () => perFile(env),
      http: () => http(env),
    };
    for (let round = 1; round <= bench.rounds; round += 1) {
      bench.say(`${measure}, round ${round}`);
      const ofFake = await fake(env);
      for (const way of ["fake", "inProcess", "bare", "perFile", "http"] as const) {
        const { seconds, testMs } = way === "fake" ? ofFake : await runs[way]();
        const at = { measure, target: testSuiteNames[way] };
        figures.add({ ...at, column: "whole run", unit: "s" }, seconds);
        figures.add({ ...at, column: "a test", unit: "ms" }, testMs);
        if (way === "fake") continue;
        const above = testMs - ofFake.testMs;
        figures.add({ ...at, column: aboveFake, unit: "ms" }, above);
      }
    }
    return figures.all();
  },
};

/** Runs the suite against a separate bare server. */
async function againstBare(
  { targets, folder }: Bench,
  run: (env: Readonly<Record<string, string>>) => Promise<VitestRun>,
): Promise<VitestRun> {
  const target = targets.bareHono();
  const served = await unpinned(() =>
    startServed(target.command(null, folder), target.getOne, false),
  );
  try {
    return await run({ BARE_URL: `http://127.0.0.1:${served.port}`, BARE_FIRM: firmId });
  } finally {
    await served.stop();
  }
}
