import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import type { Bench, Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import { unpinned } from "../cores.ts";
import { packagedProject, packageOf } from "../project.ts";
import { startServed } from "../served.ts";

const measure = "commands";
const run = promisify(execFile);

/** The table's rows, which goals refer to. */
export const emptyScript = "an empty Node script";
export const commandNames = ["--version", "ready", "env"] as const;

/** Small commands that scripts call often. */
export const commands: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "Small commands",
      note: "From the start of the process to its end, with the built package; `ready` and `env` ask a running sandbox. Processes take turns and use all cores. Every command ran once before.",
      yardstick: emptyScript,
      compared: ["ms"],
    },
  ],
  async run(bench) {
    const figures = newFigures();
    const programs = await programsOf(bench);
    const target = bench.targets.sandbox();
    const served = await startServed(target.command(null, bench.folder), target.getOne);
    const env = { ...process.env, LEAD_SANDBOX_URL: `http://127.0.0.1:${served.port}` };
    const rounds = bench.sized(5, 21);
    bench.say(`${measure}, ${rounds} rounds`);
    try {
      for (let round = 0; round <= rounds; round += 1) {
        for (const [name, args] of programs) {
          const began = performance.now();
          await unpinned(() => run(process.execPath, args, { env }));
          const ms = performance.now() - began;
          if (round > 0)
            figures.add({ measure, target: name, column: "whole run", unit: "ms" }, ms);
        }
      }
    } finally {
      await served.stop();
    }
    return figures.all();
  },
};

async function programsOf({ folder }: Bench): Promise<ReadonlyMap<string, string[]>> {
  const project = await packagedProject(folder);
  const empty = join(project, "empty.mjs");
  writeFileSync(empty, "");
  const command = join(packageOf(project), "dist/command/start.mjs");
  return new Map([
    [emptyScript, [empty]],
    ...commandNames.map((name): [string, string[]] => [name, [command, name]]),
  ]);
}
