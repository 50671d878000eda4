import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import type { Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";

const measure = "explore-unvaried";
const run = promisify(execFile);
const program = join(import.meta.dirname, "../explore/requests.ts");

/** The table's rows, which goals refer to. */
export const unvaried = {
  plain: "alone in its process",
  watched: "with an explored one",
} as const;

/** The cost of explore's hooks for a sandbox that is not explored. */
export const exploreUnvaried: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "Another sandbox of the same process",
      note: "GET of one Lead in process, with and without a second sandbox that explore varies. The second one answers a tenth of the requests. Each way runs in a process of its own, in turns. Medians of batches of 2000, without the first half.",
      yardstick: unvaried.plain,
      compared: ["µs"],
    },
  ],
  async run(bench) {
    const figures = newFigures();
    const batches = String(bench.sized(10, 40));
    for (let round = 1; round <= bench.rounds; round += 1) {
      bench.say(`${measure}, round ${round}`);
      const took = { plain: 0, watched: 0 };
      for (const way of ["plain", "watched", "watched", "plain"] as const) {
        const { stdout } = await run(process.execPath, [program, way, batches]);
        took[way] += Number(stdout) / 2;
      }
      const at = { measure, column: "a request", unit: "µs" } as const;
      figures.add({ ...at, target: unvaried.plain }, took.plain);
      figures.add({ ...at, target: unvaried.watched }, took.watched);
    }
    return figures.all();
  },
};
