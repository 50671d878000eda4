import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import type { Measure, Row } from "../bench.ts";
import { inTurns } from "../bench.ts";
import { unpinnedMs } from "../cores.ts";
import { fewLeads } from "../leads.ts";
import { packagedProject, packageOf } from "../project.ts";
import { withServed } from "../served.ts";

const name = "commands";
const emptyScript = "an empty Node script";

/** Small commands that scripts call often. */
export const commands: Measure = {
  name,
  title: "Small commands",
  note: "From the start of the process to its end, with the built package; `ready` and `env` ask a running sandbox. Processes take turns and use all cores. Every command ran once before.",
  yardstick: emptyScript,
  async run(bench) {
    const project = await packagedProject(bench.folder);
    const empty = join(project, "empty.mjs");
    writeFileSync(empty, "");
    const command = join(packageOf(project), "dist/command/start.mjs");
    return withServed(bench.targets.sandbox, fewLeads, bench.folder, ({ port }) => {
      const env = { ...process.env, LEAD_SANDBOX_URL: `http://127.0.0.1:${port}` };
      const rows = [
        rowOf(emptyScript, [empty], env),
        ...["--version", "ready", "env"].map((one) => rowOf(one, [command, one], env)),
      ];
      return inTurns(bench, name, rows, { rounds: bench.sized(5, 21), warmUps: 1 });
    });
  },
};

function rowOf(row: string, args: string[], env: NodeJS.ProcessEnv): Row {
  const run = () => promisify(execFile)(process.execPath, args, { env });
  return [row, async () => ({ "whole run": [await unpinnedMs(run), "ms"] })];
}
