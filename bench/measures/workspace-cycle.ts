import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import * as z from "zod";

import type { Bench, Figures, Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import { unpinned } from "../cores.ts";
import { cycles } from "../cycles.ts";
import { packagedProject, packageOf } from "../project.ts";
import type { Served } from "../served.ts";
import { startServed } from "../served.ts";
import { bareHonoName } from "../targets/bare-hono.ts";
import { sandboxName } from "../targets/sandbox.ts";
import type { Target } from "../targets/target.ts";

const measure = "workspace-cycle";
const run = promisify(execFile);
const program = (name: string): string => join(import.meta.dirname, `../in-process/${name}.mjs`);

/** The table's columns, which goals refer to. */
export const cycleColumns = { inProcess: "in process, CPU", http: "by HTTP, CPU" } as const;
export const firstUseColumns = ["import", "create", "first workspace", "first POST"] as const;

const Times = z.record(z.enum(firstUseColumns), z.number());

/** A workspace for one small test, and the first one of a process. */
export const workspaceCycle: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "New workspace, 5 requests, drop",
      note: "Processor time of one cycle: a new workspace, then POST, GET, list, PATCH and GET of a Lead, then the drop. In process: the package in a warm Node, both sides together. By HTTP: the server alone, at 1 connection. Bare Hono answers the same requests without workspaces: POST, the five, GET.",
      yardstick: bareHonoName,
      compared: ["ms"],
    },
    {
      id: "first-use",
      title: "First use in a fresh Node",
      note: "Wall time of the package in process, one step after the other: import, `createSandbox`, the first workspace, the first POST of a Lead. Each value comes from a new process without a compile cache. Processes use all cores.",
      yardstick: null,
    },
  ],
  async run(bench) {
    const figures = newFigures();
    const { targets, folder } = bench;
    const library = await libraryOf(bench);
    const all: (readonly [Target, Served])[] = [];
    try {
      for (const target of [targets.bareHono(), targets.sandbox()]) {
        all.push([target, await startServed(target.command(null, folder), target.getOne)]);
      }
      for (let round = 0; round <= bench.rounds; round += 1) {
        bench.say(`${measure}, round ${round} of ${bench.rounds}`);
        await inTurn(bench, all, round, figures);
        if (round > 0) await inProcess(bench, library, figures);
      }
    } finally {
      await Promise.all(all.map(([, served]) => served.stop()));
    }
    for (let start = 0; start < bench.sized(3, 15); start += 1) await firstUse(library, figures);
    return figures.all();
  },
};

async function libraryOf({ folder }: Bench): Promise<string> {
  const file = join(packageOf(await packagedProject(folder)), "dist/library/index.mjs");
  return pathToFileURL(file).href;
}

/** Round 0 includes compilation and does not count. */
async function inTurn(
  bench: Bench,
  all: readonly (readonly [Target, Served])[],
  round: number,
  figures: Figures,
): Promise<void> {
  const count = bench.sized(200, 1_000);
  for (const [{ name }, served] of all) {
    const before = served.cpu();
    await cycles(served.port, count, name === sandboxName);
    const each = ((served.cpu() - before) / count) * 1_000;
    if (round === 0) continue;
    figures.add({ measure, target: name, column: cycleColumns.http, unit: "ms" }, each);
  }
}

async function inProcess(bench: Bench, library: string, figures: Figures): Promise<void> {
  const count = String(bench.sized(500, 2_000));
  const { stdout } = await run(process.execPath, [program("cycles"), library, count]);
  const at = { measure, target: sandboxName, column: cycleColumns.inProcess, unit: "ms" } as const;
  figures.add(at, Number(stdout));
}

async function firstUse(library: string, figures: Figures): Promise<void> {
  const { stdout } = await unpinned(() => run(process.execPath, [program("first-use"), library]));
  const times = Times.parse(JSON.parse(stdout));
  for (const column of firstUseColumns) {
    figures.add({ measure: "first-use", target: sandboxName, column, unit: "ms" }, times[column]);
  }
}
