import type { Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import { startServed } from "../served.ts";
import { sandboxName } from "../targets/sandbox.ts";
import { resetSizes } from "./reset.ts";

const measure = "fixture-load";

/** Reset to another fixture over HTTP. */
export const fixtureLoad: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "Reset to another fixture",
      note: "Reset to a fixture other than the loaded one, over HTTP at 1 connection, by its number of Leads. The server read its file at the start. Nothing is written in between.",
      yardstick: null,
    },
  ],
  async run(bench) {
    const figures = newFigures();
    const target = bench.targets.sandbox();
    for (let round = 1; round <= bench.rounds; round += 1) {
      for (const leads of resetSizes) {
        const served = await startServed(target.command(leads, bench.folder), target.getOne);
        const seen = await bench.load.run(served.port, [to("default"), to(`made-${leads}`)], {
          connections: 1,
          countsLast: true,
          requestsMax: 2 * bench.sized(20, 100),
          seconds: 60,
        });
        await served.stop();
        const at = { measure, target: sandboxName, unit: "ms" } as const;
        figures.add({ ...at, column: `median, ${leads}` }, seen.p50Ms, seen);
        figures.add({ ...at, column: `p95, ${leads}` }, seen.p95Ms);
      }
    }
    return figures.all();
  },
};

function to(fixture: string) {
  return { method: "POST", path: "/_sandbox/reset", body: JSON.stringify({ fixture }) };
}
