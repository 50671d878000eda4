import type { Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import { eachRound } from "../rounds.ts";
import { startServed } from "../served.ts";

const measure = "mail-cost";
const without = "without the welcome mail";
const connections = 10;

/** The cost of the welcome mail for a create. */
export const mailCost: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "POST with and without the welcome mail",
      note: "10 connections to the same server, in turns: with, without, without, with.",
      yardstick: without,
    },
  ],
  async run(bench) {
    const figures = newFigures();
    const target = bench.targets.sandbox();
    const { create } = target;
    const quiet = { ...create, path: `${create.path}?disableClientOutreach=true` };
    const times = { connections, seconds: bench.seconds };
    const start = () => startServed(target.command(null, bench.folder), target.getOne);
    await eachRound(bench, measure, start, async (served, round) => {
      await bench.load.run(served.port, [create, quiet], times);
      const rates = { with: 0, without: 0 };
      for (const way of ["with", "without", "without", "with"] as const) {
        const sent = way === "with" ? create : quiet;
        const seen = await bench.load.run(served.port, [sent], times);
        rates[way] += seen.answers / seen.seconds / 2;
        if (seen.errors > 0) bench.skip(`${measure}, round ${round}`, `${seen.errors} errors`);
      }
      const at = { measure, column: "at 10", unit: "req/s" } as const;
      figures.add({ ...at, target: "with the welcome mail" }, rates.with);
      figures.add({ ...at, target: without }, rates.without);
    });
    return figures.all();
  },
};
