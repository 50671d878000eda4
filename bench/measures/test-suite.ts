import type { Measure, Values } from "../bench.ts";
import { inTurns } from "../bench.ts";
import { unpinned } from "../cores.ts";
import { fewLeads, firmId } from "../leads.ts";
import { packagedProject } from "../project.ts";
import type { Served } from "../served.ts";
import { withServed } from "../served.ts";
import type { VitestRun } from "../vitest-runs.ts";
import { writeSuite } from "../vitest-runs.ts";

const name = "test-suite";
const bareRow = "bare Hono over HTTP";

/** A suite of many small tests. */
export const testSuite: Measure = {
  name,
  title: "Vitest: a suite of small tests",
  note: "8 isolated files with 50 tests each. A test makes a workspace, sends POST, GET, list, PATCH and GET of a Lead, and drops the workspace. A test: the median duration that Vitest reports, without the start of its file. Bare Hono answers another request in place of the new workspace and of its drop. Runs take turns and use all cores.",
  yardstick: bareRow,
  async run(bench) {
    const project = await packagedProject(bench.folder);
    const env = { TESTS: String(bench.sized(20, 50)) };
    const opened = writeSuite(project, { file: "opened" });
    const http = writeSuite(project, { file: "by-http", isShared: true });
    const againstBare = ({ port }: Served) =>
      opened({ ...env, BARE_URL: `http://127.0.0.1:${port}`, FIRM: firmId });
    const runBare = () =>
      unpinned(() =>
        withServed(bench.targets.bareHono, fewLeads, bench.folder, againstBare, false),
      );
    return inTurns(bench, name, [
      ["in process", async () => valuesOf(await opened({ ...env, LIBRARY: "lead-sandbox" }))],
      [bareRow, async () => valuesOf(await runBare())],
      ["over HTTP, one sandbox per run", async () => valuesOf(await http(env))],
    ]);
  },
};

function valuesOf({ seconds, testMs }: VitestRun): Values {
  return { "whole run": [seconds, "s"], "a test": [testMs, "ms"] };
}
