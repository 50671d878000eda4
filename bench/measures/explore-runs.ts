import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";

import { faults } from "../../src/explore/variations/faults.ts";
import type { Bench, Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import { unpinned } from "../cores.ts";
import { explored, program } from "../explore/explored.ts";
import { firmId, key } from "../leads-made.ts";
import { startServed } from "../served.ts";
import { sandboxName } from "../targets/sandbox.ts";

/** The baseline of the comparison. */
export const clientName = "the client alone";
const mebibyte = 1_024 ** 2;
const takesMs = "200";

/** Hundreds of trials of a client that runs for 200 ms. */
export const exploreTrials: Measure = {
  name: "explore-trials",
  tables: [
    {
      id: "explore-trials",
      title: "300 trials of a client that takes 200 ms",
      note: "`explore --only faults` from its start to its reports, with its default concurrency. The client alone runs as often, with the same concurrency, against one sandbox. It makes thirty calls, each under ten faults, with a timeout of a second. One round.",
      yardstick: clientName,
      compared: ["s"],
    },
  ],
  async run(bench) {
    const figures = newFigures();
    const trials = bench.sized(30, 300);
    const env = { CALLS: String(trials / faults.length), TAKES_MS: takesMs };
    bench.say("explore-trials");
    const seen = await unpinned(() => explored(bench, "client", env));
    const aloneMs = await unpinned(() => runsAlone(bench, env, seen.summary.trials));
    const at = { measure: "explore-trials", column: "in all", unit: "s" } as const;
    figures.add({ ...at, target: clientName }, aloneMs / 1_000);
    figures.add({ ...at, target: sandboxName }, seen.tookMs / 1_000);
    const count = { ...at, column: "trials", unit: "count", target: sandboxName } as const;
    figures.add(count, seen.summary.trials);
    return figures.all();
  },
};

/** The time of `count` runs of the client, with the default parallelism of explore. */
async function runsAlone(
  { targets, folder }: Bench,
  env: Readonly<Record<string, string>>,
  count: number,
): Promise<number> {
  const target = targets.sandbox();
  const served = await startServed(target.command(null, folder), target.getOne, false);
  const reached = {
    LEAD_API_URL: `http://127.0.0.1:${served.port}`,
    LEAD_API_KEY: key,
    LEAD_API_FIRM_ID: firmId,
  };
  let left = count;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const options = { env: { ...process.env, ...env, ...reached }, stdio: "ignore" } as const;
      await once(spawn(process.execPath, [program("client")], options), "exit");
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, lane));
  const tookMs = performance.now() - began;
  await served.stop();
  return tookMs;
}

/** How often explore runs a suite of labelled tests. */
export const explorePacking: Measure = {
  name: "explore-packing",
  tables: [
    {
      id: "explore-packing",
      title: "A suite of 200 labelled tests under every fault",
      note: "Each test makes one call in a labelled workspace, so that one run carries a fault for every test. Variations: faults times tests. Runs: those of the suite, with two baselines.",
      yardstick: null,
    },
  ],
  async run(bench) {
    const figures = newFigures();
    bench.say("explore-packing");
    const env = { TESTS: String(bench.sized(20, 200)) };
    const { summary, trials, tookMs } = await unpinned(() =>
      explored(bench, "suite", env, ["--results", "results/*.xml"]),
    );
    const at = { measure: "explore-packing", target: sandboxName, unit: "count" } as const;
    const labels = new Set(trials.flatMap(({ workspace }) => workspace ?? []));
    figures.add({ ...at, column: "tests" }, labels.size);
    figures.add({ ...at, column: "variations" }, trials.length);
    figures.add({ ...at, column: "runs" }, summary.runs);
    figures.add({ ...at, column: "in all", unit: "s" }, tookMs / 1_000);
    return figures.all();
  },
};

/** The memory of the exploring process during a thousand trials. */
export const exploreMemory: Measure = {
  name: "explore-memory",
  tables: [
    {
      id: "explore-memory",
      title: "Memory under 1000 trials",
      note: "RSS of the exploring process with the sandboxes of all trials, four times a second, without clients. RSS above first half: growth of the maximum in the second half. The client makes a hundred calls, each under ten faults.",
      yardstick: null,
    },
  ],
  async run(bench) {
    const figures = newFigures();
    bench.say("explore-memory");
    const env = { CALLS: String(bench.sized(10, 100)) };
    const { summary, rss } = await unpinned(() =>
      explored(bench, "client", env, ["--quota", "off"]),
    );
    const half = Math.floor(rss.length / 2);
    const largest = Math.max(...rss);
    const growth = Math.max(...rss.slice(half)) / Math.max(...rss.slice(0, half)) - 1;
    const at = { measure: "explore-memory", target: sandboxName } as const;
    figures.add({ ...at, column: "trials", unit: "count" }, summary.trials);
    figures.add({ ...at, column: "largest RSS", unit: "MiB" }, largest / mebibyte);
    figures.add({ ...at, column: "RSS above first half", unit: "ratio" }, Math.max(0, growth));
    return figures.all();
  },
};
