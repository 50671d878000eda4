import type { Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import { newLoad } from "../mixed-requests.ts";
import { probed } from "../probed.ts";
import type { Memory } from "../served.ts";
import { startServed } from "../served.ts";
import { sandboxName } from "../targets/sandbox.ts";

const measure = "memory";
const parts = 20;
const mebibyte = 1_024 ** 2;

/** Memory during a million mixed requests. */
export const memory: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "Memory under a million mixed requests",
      note: "The mix of `mixed-requests.ts`, with the journal on and a reset after every fifth of the run. RSS is read twenty times, after a forced collection. Peak RSS is that of the whole run. The ratios are deviations in the second half: of the heap from its mean, and of RSS above the first half.",
      yardstick: null,
    },
  ],
  async run(bench) {
    const figures = newFigures();
    const target = bench.targets.sandbox();
    const { requests } = bench;
    const command = target.command(null, bench.folder);
    const served = await startServed((port) => probed(command(port)), target.getOne);
    const load = newLoad(`http://127.0.0.1:${served.port}`);
    const samples: Memory[] = [];
    for (let part = 0; part < parts; part += 1) {
      if (part > 0 && part % (parts / 5) === 0) await load.control("POST", "/reset");
      await load.run(requests / parts);
      samples.push(await served.memory());
      bench.say(`memory: ${((part + 1) * requests) / parts} requests`);
    }
    const peak = served.peak();
    load.close();
    await served.stop();
    const at = { measure, target: sandboxName } as const;
    const largest = Math.max(...samples.map(({ rss }) => rss));
    figures.add({ ...at, column: "requests", unit: "count" }, requests);
    figures.add({ ...at, column: "largest RSS", unit: "MiB" }, largest / mebibyte);
    figures.add({ ...at, column: "peak RSS", unit: "MiB" }, peak / mebibyte);
    figures.add({ ...at, column: "heap from its mean", unit: "ratio" }, heapDeviation(samples));
    figures.add({ ...at, column: "RSS above first half", unit: "ratio" }, rssGrowth(samples));
    return figures.all();
  },
};

function heapDeviation(samples: readonly Memory[]): number {
  const heaps = samples.slice(samples.length / 2).map(({ heapUsed }) => heapUsed);
  const mean = heaps.reduce((sum, heap) => sum + heap, 0) / heaps.length;
  return Math.max(...heaps.map((heap) => Math.abs(heap - mean))) / mean;
}

function rssGrowth(samples: readonly Memory[]): number {
  const middle = samples.length / 2;
  const [before, after] = [samples.slice(0, middle), samples.slice(middle)].map((half) =>
    Math.max(...half.map(({ rss }) => rss)),
  );
  return Math.max(0, (after ?? 0) / (before ?? 0) - 1);
}
