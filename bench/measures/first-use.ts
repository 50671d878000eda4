import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import * as z from "zod";

import { root } from "../../scripts/bundling.ts";
import type { Measure, Values } from "../bench.ts";
import { inTurns } from "../bench.ts";
import { unpinned } from "../cores.ts";
import { libraryIn, packagedProject } from "../project.ts";
import { sandboxName } from "../targets/sandbox.ts";

const program = join(root, "bench/programs/first-use.mjs");
const Times = z.record(z.string(), z.number());

/** The first workspace of a process. */
export const firstUse: Measure = {
  name: "first-use",
  title: "First use in a fresh Node",
  note: "Wall time of the package in process, one step after the other: import, `createSandbox`, the first workspace, the first POST of a Lead. Each value comes from a new process without a compile cache. Processes use all cores.",
  yardstick: null,
  async run(bench) {
    const env = { ...process.env, LIBRARY: libraryIn(await packagedProject(bench.folder)) };
    const visit = async (): Promise<Values> => {
      const { stdout } = await unpinned(() =>
        promisify(execFile)(process.execPath, [program], { env }),
      );
      const steps = Object.entries(Times.parse(JSON.parse(stdout)));
      return Object.fromEntries(steps.map(([step, ms]) => [step, [ms, "ms"] as const]));
    };
    return inTurns(bench, "first-use", [[sandboxName, visit]], { rounds: bench.sized(3, 15) });
  },
};
