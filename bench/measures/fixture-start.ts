import type { Bench, Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import { unpinned } from "../cores.ts";
import { eachRound } from "../rounds.ts";
import { startServed } from "../served.ts";
import { bareHonoName } from "../targets/bare-hono.ts";

const measure = "fixture-start";

/** The fixture sizes by name. A quick run skips the largest. */
const counts = { "10k": 10_000, "100k": 100_000, "1M": 1_000_000 } as const;

/** A start with a large fixture. */
export const fixtureStart: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "Start with a large fixture",
      note: "From the start of the process to the first Lead by GET, with the fixture as a JSON file. Peak memory is that of the process until then. Nothing is written in between. Bare Hono parses the same Leads into a Map. Processes use all cores.",
      yardstick: bareHonoName,
      compared: ["s", "MiB"],
    },
  ],
  async run(bench) {
    const figures = newFigures();
    const { targets, folder } = bench;
    for (const name of sizesOf(bench)) {
      for (const target of [targets.bareHono(), targets.sandbox()]) {
        const command = target.command(counts[name], folder);
        const start = () => unpinned(() => startServed(command, target.getOne, false));
        await eachRound(bench, `${measure}, ${name}: ${target.name}`, start, (served) => {
          const at = { measure, target: target.name };
          const seconds = served.startMs / 1_000;
          figures.add({ ...at, column: `first Lead, ${name}`, unit: "s" }, seconds);
          const peak = served.peakAtStart / 1_024 ** 2;
          figures.add({ ...at, column: `peak memory, ${name}`, unit: "MiB" }, peak);
        });
      }
    }
    return figures.all();
  },
};

function sizesOf({ sized }: Bench): readonly (keyof typeof counts)[] {
  return sized(0, 1) === 0 ? ["10k", "100k"] : ["100k", "1M"];
}
