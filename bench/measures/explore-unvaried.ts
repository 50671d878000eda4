import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import type { Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";

const measure = "explore-unvaried";
const run = promisify(execFile);
const program = join(import.meta.dirname, "../explore/requests.ts");

/** The targets of the table. */
export const unvaried = {
  plain: "alone in its process",
  watched: "beside an explored one",
} as const;

/** What the hooks of explore cost a sandbox that is not explored. */
export const exploreUnvaried: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "A sandbox without a variation",
      note: "GET of one Lead in process, alone in its process, and where another sandbox of the same process has the hooks of explore and a variation, which is asked a tenth as often; each in a process of its own, in turns: alone, beside, beside, alone. Medians of batches of 2000, the first half of them left out.",
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
