import { readConfig } from "../../src/config.ts";
import type { RunSettings } from "../../src/explore/run/run.ts";
import { runOnce } from "../../src/explore/run/run.ts";
import { runCommand } from "../../src/run-command.ts";
import type { ListeningSandbox, Sandbox } from "../../src/sandbox.ts";
import { openSandbox } from "../../src/sandbox.ts";
import type { Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import { unpinned } from "../cores.ts";
import { program } from "../explore/explored.ts";
import { median } from "../figures.ts";

const measure = "explore-overhead";
/** The table's rows, which goals refer to. */
export const commandName = "the command alone";
export const trialName = "a trial of explore";

/** The additional time of a trial over its command alone. */
export const exploreOverhead: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "A trial and its command alone",
      note: "The command is a client with one call. It runs in turns: alone against a running sandbox, as a trial, as a trial, alone. Over the command: the median difference within a turn.",
      yardstick: commandName,
      compared: ["ms"],
    },
  ],
  async run(bench) {
    const figures = newFigures();
    const settings = runSettings();
    const sandbox = openSandbox(settings.config);
    const listening = await sandbox.listen();
    const { variables } = await settings.environmentOf(sandbox, listening);
    const run = {
      alone: () => runCommand({ command: settings.command, env: variables, stdio: "ignore" }),
      trial: () => runOnce(settings, { trial: null, timeoutMs: 60_000 }),
    };
    const turns = bench.sized(5, 20);
    for (let round = 0; round <= bench.rounds; round += 1) {
      bench.say(`${measure}, round ${round} of ${bench.rounds}`);
      const pairs = await unpinned(() => pairsOf(run, turns));
      // The first round includes compilation.
      if (round === 0) continue;
      const at = { measure, unit: "ms" } as const;
      figures.add(
        { ...at, target: commandName, column: "median" },
        median(pairs.map((one) => one.alone)),
      );
      figures.add(
        { ...at, target: trialName, column: "median" },
        median(pairs.map((one) => one.trial)),
      );
      const over = pairs.map((one) => one.trial - one.alone);
      figures.add({ ...at, target: trialName, column: "over the command" }, median(over));
    }
    await listening.close();
    sandbox.close();
    return figures.all();
  },
};

function runSettings(): RunSettings {
  return {
    command: [process.execPath, program("client")],
    config: readConfig({ flags: { port: 0, logLevel: "silent" } }),
    worlds: [],
    environmentOf,
    startsAt: Date.now(),
    results: null,
    rerun: false,
  };
}

async function environmentOf(sandbox: Sandbox, { url }: ListeningSandbox) {
  const [firm] = sandbox.describe().firms;
  const variables = {
    ...process.env,
    LEAD_API_URL: url,
    LEAD_API_KEY: firm?.apiKeys[0]?.key,
    LEAD_API_FIRM_ID: firm?.id,
  };
  return { variables, end: async () => {} };
}

type Run = Readonly<Record<"alone" | "trial", () => Promise<unknown>>>;

/** Runs the command alone and as a trial, and alternates which of them goes first. */
async function pairsOf(run: Run, turns: number) {
  const pairs: Record<"alone" | "trial", number>[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const pair = { alone: 0, trial: 0 };
    const order = turn % 2 === 0 ? (["alone", "trial"] as const) : (["trial", "alone"] as const);
    for (const way of order) {
      const began = performance.now();
      await run[way]();
      pair[way] = performance.now() - began;
    }
    pairs.push(pair);
  }
  return pairs;
}
