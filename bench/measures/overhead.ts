/** What explore and simulate add to the commands that they run. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import * as z from "zod";

import { root } from "../../scripts/bundling.ts";
import type { RunSettings } from "../../src/harness/explore/run/run-settings.ts";
import { runOnce } from "../../src/harness/explore/run/run.ts";
import { readConfig } from "../../src/server/settings/config.ts";
import type { Bench, Measure } from "../bench.ts";
import { inTurns } from "../bench.ts";
import { unpinnedMs } from "../cores.ts";
import type { CommandLine } from "../cores.ts";
import { fewLeads, firmId, key } from "../leads.ts";
import { packagedProject, packageOf } from "../project.ts";
import { withServed } from "../served.ts";

const alone = "the command alone";
const leads = 25;
const Printed = z.object({ summary: z.object({ ticks: z.number() }) });

/** The additional time of a trial over its command alone. */
export const exploreOverhead: Measure = {
  name: "explore-overhead",
  title: "A trial of explore and its command alone",
  note: "The command is a client with one call. It runs in turns: alone against a running sandbox, and as a trial. Processes use all cores.",
  yardstick: alone,
  run(bench) {
    const command = [process.execPath, join(root, "bench/programs/one-call.mjs")] as const;
    const settings: RunSettings = {
      command,
      config: readConfig({ flags: { port: 0, logLevel: "silent" } }),
      worlds: [],
      environmentOf: async (_, { url }) => ({ variables: variablesOf(url), end: async () => {} }),
      startsAt: Date.now(),
      results: null,
      rerun: false,
    };
    const trial = () => unpinnedMs(() => runOnce(settings, { trial: null, timeoutMs: 60_000 }));
    const turns = { rounds: bench.sized(5, 60), warmUps: bench.sized(2, 20) };
    return besideAlone(bench, exploreOverhead, { command, leads: fewLeads, turns }, [
      "a trial",
      trial,
    ]);
  },
};

/** The additional time of a tick of simulate over its command alone. */
export const simulateOverhead: Measure = {
  name: "simulate-overhead",
  title: "A tick of simulate and its command alone",
  note: `The command is the full scan of docs/polling in Node, with ${leads} Leads. It runs in turns: alone against a running sandbox, and under the systematic part of simulate, whose whole time is divided by its ticks. Processes use all cores.`,
  yardstick: alone,
  async run(bench) {
    const file = join(packageOf(await packagedProject(bench.folder)), "dist/command/start.mjs");
    const command = [process.execPath, join(root, "docs/polling/full_scan.mjs")] as const;
    const args = `simulate --leads ${leads} --jobs 1 --ledger ledger.json --json --`.split(" ");
    const tickMs = async (): Promise<number> => {
      let ticks = Number.NaN;
      const whole = await unpinnedMs(async () => {
        const { stdout } = await started([process.execPath, file, ...args, ...command]);
        ({ ticks } = Printed.parse(JSON.parse(stdout)).summary);
      });
      return whole / ticks;
    };
    const turns = { rounds: bench.sized(1, 5), warmUps: bench.sized(0, 1) };
    return besideAlone(bench, simulateOverhead, { command, leads, turns }, ["a tick", tickMs]);
  },
};

/** Runs a command alone, against a running sandbox, in turns with the row. */
function besideAlone(
  bench: Bench,
  { name }: Measure,
  run: { command: CommandLine; leads: number; turns: { rounds: number; warmUps: number } },
  [row, rowMs]: readonly [name: string, ms: () => Promise<number>],
) {
  const work = ({ port }: { readonly port: number }) => {
    const state = { LEAD_SANDBOX_STATE: bench.folder };
    const env = { ...variablesOf(`http://127.0.0.1:${port}`), ...state };
    const aloneMs = () => unpinnedMs(() => started(run.command, env));
    const rows = [[alone, aloneMs] as const, [row, rowMs] as const].map(
      ([title, ms]) => [title, async () => ({ "whole run": [await ms(), "ms"] as const })] as const,
    );
    return inTurns(bench, name, rows, run.turns);
  };
  return withServed(bench.targets.sandbox, run.leads, bench.folder, work, false);
}

function variablesOf(url: string): NodeJS.ProcessEnv {
  return { ...process.env, LEAD_API_URL: url, LEAD_API_KEY: key, LEAD_API_FIRM_ID: firmId };
}

function started([program, ...args]: CommandLine, env: NodeJS.ProcessEnv = process.env) {
  return promisify(execFile)(program, args, { env });
}
