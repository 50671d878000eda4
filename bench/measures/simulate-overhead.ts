import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import * as z from "zod";

import { root } from "../../scripts/bundling.ts";
import type { Measure } from "../bench.ts";
import { inTurns } from "../bench.ts";
import { unpinnedMs } from "../cores.ts";
import { firmId, key } from "../leads.ts";
import { packagedProject, packageOf } from "../project.ts";
import { withServed } from "../served.ts";

const name = "simulate-overhead";
const alone = "the client alone";
const leads = 25;
const client = [process.execPath, join(root, "docs/polling/full_scan.mjs")] as const;
const Printed = z.object({ summary: z.object({ ticks: z.number() }) });

/** The additional time of a tick of simulate over its command alone. */
export const simulateOverhead: Measure = {
  name,
  title: "A tick of simulate and its command alone",
  note: `The command is the full scan of docs/polling in Node, with ${leads} Leads. It runs in turns: alone against a running sandbox, and under the systematic part of simulate, whose whole time is divided by its ticks. Processes use all cores.`,
  yardstick: alone,
  async run(bench) {
    const command = join(packageOf(await packagedProject(bench.folder)), "dist/command/start.mjs");
    const args = `simulate --leads ${leads} --jobs 1 --ledger ledger.json --json --`.split(" ");
    const tickMs = async (): Promise<number> => {
      let ticks = Number.NaN;
      const whole = await unpinnedMs(async () => {
        const { stdout } = await started([process.execPath, command, ...args, ...client]);
        ({ ticks } = Printed.parse(JSON.parse(stdout)).summary);
      });
      return whole / ticks;
    };
    const work = ({ port }: { readonly port: number }) => {
      const api = { LEAD_API_URL: `http://127.0.0.1:${port}`, LEAD_API_KEY: key };
      const env = { ...api, LEAD_API_FIRM_ID: firmId, LEAD_SANDBOX_STATE: bench.folder };
      const aloneMs = () => unpinnedMs(() => started(client, env));
      return inTurns(
        bench,
        name,
        [
          [alone, async () => ({ "a run": [await aloneMs(), "ms"] })],
          ["a tick", async () => ({ "a run": [await tickMs(), "ms"] })],
        ],
        { rounds: bench.sized(1, 5), warmUps: bench.sized(0, 1) },
      );
    };
    return withServed(bench.targets.sandbox, leads, bench.folder, work, false);
  },
};

function started([program = "", ...args]: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return promisify(execFile)(program, args, { env: { ...process.env, ...env } });
}
