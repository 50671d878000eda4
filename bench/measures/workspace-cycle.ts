import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import * as z from "zod";

import type { Bench, Measure, Values } from "../bench.ts";
import { inTurns } from "../bench.ts";
import { unpinned } from "../cores.ts";
import { fewLeads, firmId } from "../leads.ts";
import { libraryIn, packagedProject } from "../project.ts";
import { withServed } from "../served.ts";
import { bareHonoName } from "../targets/peers.ts";
import { sandboxName } from "../targets/sandbox.ts";
import type { Target } from "../targets/target.ts";

const Times = z.record(z.string(), z.number());

/** A workspace for one small test. */
export const workspaceCycle: Measure = {
  name: "workspace-cycle",
  title: "New workspace, 5 requests, drop",
  note: "Processor time of one cycle: a new workspace, then POST, GET, list, PATCH and GET of a Lead, then the drop. In process: the package in a warm Node, both sides together. By HTTP: the server alone, at 1 connection. Bare Hono answers another request in place of the new workspace and of its drop.",
  yardstick: bareHonoName,
  async run(bench) {
    const { bareHono, sandbox } = bench.targets;
    const LIBRARY = libraryIn(await packagedProject(bench.folder));
    const COUNT = String(bench.sized(500, 2_000));
    const inProcess = async (): Promise<Values> => ({
      ...(await byHttp(bench, sandbox, "SANDBOX_URL")),
      "in process, CPU": [Number(await run("cycles", { LIBRARY, COUNT })), "ms"],
    });
    return inTurns(bench, "workspace-cycle", [
      [bareHonoName, () => byHttp(bench, bareHono, "BARE_URL")],
      [sandboxName, inProcess],
    ]);
  },
};

/** The first workspace of a process. */
export const firstUse: Measure = {
  name: "first-use",
  title: "First use in a fresh Node",
  note: "Wall time of the package in process, one step after the other: import, `createSandbox`, the first workspace, the first POST of a Lead. Each value comes from a new process without a compile cache. Processes use all cores.",
  yardstick: null,
  async run(bench) {
    const LIBRARY = libraryIn(await packagedProject(bench.folder));
    const visit = async (): Promise<Values> => {
      const times = JSON.parse(await unpinned(() => run("first-use", { LIBRARY })));
      const steps = Object.entries(Times.parse(times));
      return Object.fromEntries(steps.map(([step, ms]) => [step, [ms, "ms"] as const]));
    };
    return inTurns(bench, "first-use", [[sandboxName, visit]], { rounds: bench.sized(3, 15) });
  },
};

/** The processor time of a server for one cycle. */
function byHttp({ folder, sized }: Bench, target: Target, variable: string): Promise<Values> {
  return withServed(target, fewLeads, folder, async ({ port, cpu }) => {
    const count = sized(100, 500);
    const server = { [variable]: `http://127.0.0.1:${port}`, FIRM: firmId };
    const env = { ...server, COUNT: String(count) };
    // The first cycles compile the code of the server.
    await run("cycles", env);
    const before = cpu();
    await run("cycles", env);
    // The program runs them twice.
    return { "by HTTP, CPU": [((cpu() - before) / (2 * count)) * 1_000, "ms"] };
  });
}

/** Runs a program of `bench/programs`, and returns its output. */
async function run(name: string, env: Readonly<Record<string, string>>): Promise<string> {
  const program = join(import.meta.dirname, `../programs/${name}.mjs`);
  const options = { env: { ...process.env, ...env } };
  return (await promisify(execFile)(process.execPath, [program], options)).stdout;
}
