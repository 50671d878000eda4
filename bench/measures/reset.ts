import type { Bench, Figures, Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import { startServed } from "../served.ts";
import type { Target } from "../targets/target.ts";

const measure = "reset";

/** The fixtures to reset, by number of Leads. */
export const resetSizes = [100, 10_000, 100_000] as const;
const writes = 10;

/** Reset over HTTP after a test of ten creates. */
export const reset: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "Reset over HTTP",
      note: "The reset alone, after ten POSTs, at 1 connection, by the number of Leads it restores. Peers take part up to 10,000 Leads. WireMock has no data to restore.",
      yardstick: null,
    },
  ],
  async run(bench) {
    const figures = newFigures();
    const { targets } = bench;
    for (let round = 1; round <= bench.rounds; round += 1) {
      for (const leads of resetSizes) {
        await ofOne(bench, targets.sandbox(), leads, figures);
        if (leads > 10_000) continue;
        for (const target of targets.peers) await ofOne(bench, target, leads, figures);
      }
    }
    return figures.all();
  },
};

async function ofOne(bench: Bench, target: Target, leads: number, figures: Figures): Promise<void> {
  if (target.reset === undefined) return;
  bench.say(`reset: ${target.name}, ${leads} Leads`);
  const served = await startServed(target.command(leads, bench.folder), target.getOne);
  const test = [...Array.from({ length: writes }, () => target.create), target.reset];
  const turns = bench.sized(30, 100);
  const run = (count: number) =>
    bench.load.run(served.port, test, {
      connections: 1,
      countsLast: true,
      requestsMax: test.length * count,
      seconds: bench.sized(5, 30),
    });
  try {
    await run(Math.ceil(turns / 4));
    const seen = await run(turns);
    const at = { measure, target: target.name, unit: "ms" } as const;
    figures.add({ ...at, column: `median, ${leads}` }, seen.p50Ms, seen);
    figures.add({ ...at, column: `p95, ${leads}` }, seen.p95Ms);
  } finally {
    await served.stop();
  }
}
