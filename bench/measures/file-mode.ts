import { join } from "node:path";

import * as z from "zod";

import type { Bench, Figures, Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import type { Sent } from "../sent.ts";
import { startServed } from "../served.ts";
import { bareHonoName } from "../targets/bare-hono.ts";
import { sandboxName } from "../targets/sandbox.ts";

const measure = "file-mode";
const connections = 50;
const Page = z.object({ meta: z.object({ total: z.int() }) });

/** POST with workspaces in files, and how many Leads survive a kill. */
export const fileMode: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "POST in file mode (`--data`)",
      note: "50 connections. After the load, SIGKILL ends the server and a new one starts. Missing: acknowledged Leads that its list lacks. Bare Hono writes no file.",
      yardstick: bareHonoName,
    },
  ],
  async run(bench) {
    const figures = newFigures();
    for (let round = 1; round <= bench.rounds; round += 1) {
      bench.say(`file-mode, round ${round}`);
      await bare(bench, figures);
      await inFiles(bench, figures, round);
    }
    return figures.all();
  },
};

async function bare(bench: Bench, figures: Figures): Promise<void> {
  const target = bench.targets.bareHono();
  const served = await startServed(target.command(null, bench.folder), target.getOne);
  await measured(bench, served.port, target.create, bareHonoName, figures);
  await served.stop();
}

async function inFiles(bench: Bench, figures: Figures, round: number): Promise<void> {
  const target = bench.targets.sandbox(["--data", join(bench.folder, `data-${round}`)]);
  const command = target.command(null, bench.folder);
  const first = await startServed(command, target.getOne);
  const total = async (port: number): Promise<number> => {
    const { path, headers } = target.list(0);
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { ...headers } });
    return Page.parse(await answer.json()).meta.total;
  };
  const before = await total(first.port);
  const created = await measured(bench, first.port, target.create, sandboxName, figures);
  await first.stop("SIGKILL");
  const again = await startServed(command, target.getOne);
  const missing = before + created - (await total(again.port));
  await again.stop();
  figures.add({ measure, target: sandboxName, column: "missing", unit: "count" }, missing);
}

/** Measures the load, kills the server, and returns the number of acknowledged Leads. */
async function measured(
  bench: Bench,
  port: number,
  create: Sent,
  target: string,
  figures: Figures,
): Promise<number> {
  const warm = await bench.load.run(port, [create], { connections, seconds: bench.seconds / 2 });
  const seen = await bench.load.run(port, [create], { connections, seconds: bench.seconds });
  const at = { measure, target };
  const rate = seen.answers / seen.seconds;
  figures.add({ ...at, column: "at 50", unit: "req/s" }, rate, seen);
  figures.add({ ...at, column: "p99 at 50", unit: "ms" }, seen.p99Ms);
  return (warm.statuses["201"] ?? 0) + (seen.statuses["201"] ?? 0);
}
