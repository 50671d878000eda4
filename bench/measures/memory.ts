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

/** Memory under a million mixed requests. */
export const memory: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "Memory under a million mixed requests",
      note: "Creates, reads, lists, changes and refusals as `mixed-requests.ts` has them, journal on, one reset every fifth of the run. Memory is read twenty times, after a collection each; the peak is that of the whole run, collections or not. Flat: how far the heap in use goes from its mean over the second half, and how far the largest RSS of the second half lies above that of the first.",
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
