import type { Bench, Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import { startServed } from "../served.ts";
import { bareHonoName } from "../targets/bare-hono.ts";
import type { Target } from "../targets/target.ts";

const measure = "cold-start";

/** From the start of a process to its first 200, and the most memory it took until then. */
export const coldStart: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "Cold start to the first 200, and peak memory then",
      note: "GET of one Lead, asked for every millisecond; the sandbox with its default fixture, the others with ten Leads. Each had been started once before, which fills caches of compiled code where there are any. Memory is that of the process and of those it starts.",
      yardstick: bareHonoName,
      compared: ["ms", "MiB"],
    },
  ],
  async run(bench) {
    const figures = newFigures();
    const { targets } = bench;
    const cached = targets.bareHono({ NODE_COMPILE_CACHE: `${bench.folder}/compiled` });
    const all: readonly Target[] = [
      targets.bareHono(),
      targets.sandbox(),
      { ...cached, name: `${bareHonoName}, compile cache` },
      ...targets.peers,
    ];
    const failed = new Set<string>();
    const rounds = bench.sized(5, 21);
    for (let round = 0; round <= rounds; round += 1) {
      bench.say(`cold-start, round ${round} of ${rounds}`);
      for (const target of all.filter(({ name }) => !failed.has(name))) {
        try {
          const { startMs, peak } = await started(bench, target);
          // The first start warms what is kept from start to start.
          if (round === 0) continue;
          const at = { measure, target: target.name };
          figures.add({ ...at, column: "first 200", unit: "ms" }, startMs);
          figures.add({ ...at, column: "peak memory", unit: "MiB" }, peak);
        } catch (error) {
          failed.add(target.name);
          figures.drop(target.name);
          bench.skip(`${measure} of ${target.name}`, error);
        }
      }
    }
    return figures.all();
  },
};

async function started(bench: Bench, target: Target) {
  const served = await startServed(target.command(null, bench.folder), target.getOne);
  await served.stop();
  return { startMs: served.startMs, peak: served.peakAtStart / 1_024 ** 2 };
}
