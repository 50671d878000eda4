import { join } from "node:path";

import type { Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import { unpinned } from "../cores.ts";
import { startServed } from "../served.ts";

const measure = "disk-start";

/** A start with a thousand workspaces on disk. */
export const diskStart: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "Start with 1000 workspaces on disk (`--data`)",
      note: "To the first 200 (`/readyz`) and to the first Lead. Processes use all cores.",
      yardstick: "one workspace",
      compared: ["ms", "MiB"],
    },
  ],
  async run(bench) {
    const figures = newFigures();
    const { targets, folder } = bench;
    const start = (data: string, asked: "ready" | "getOne", isPinned = false) => {
      const target = targets.sandbox(["--data", join(folder, data)]);
      const probe = target[asked] ?? target.getOne;
      return startServed(target.command(null, folder), probe, isPinned);
    };
    const first = await start("many", "getOne", true);
    const one = { method: "POST", path: "/_sandbox/workspaces", body: '{"id":"made-{n}"}' };
    const count = bench.sized(100, 1_000);
    const seen = await bench.load.run(first.port, [one], { connections: 1, requestsMax: count });
    if (seen.errors > 0) bench.skip(measure, `${seen.errors} workspaces were not created`);
    await first.stop();
    for (let round = 0; round <= bench.sized(3, 9); round += 1) {
      for (const [target, data] of [
        ["one workspace", "single"],
        [`${count} workspaces`, "many"],
      ] as const) {
        const [served, lead] = await unpinned(async () => {
          const ready = await start(data, "ready");
          await ready.stop();
          const found = await start(data, "getOne");
          await found.stop();
          return [ready, found];
        });
        if (round === 0 || served === undefined || lead === undefined) continue;
        figures.add({ measure, target, column: "first 200", unit: "ms" }, served.startMs);
        const peak = served.peakAtStart / 1_024 ** 2;
        figures.add({ measure, target, column: "peak memory", unit: "MiB" }, peak);
        figures.add({ measure, target, column: "first Lead", unit: "ms" }, lead.startMs);
      }
    }
    return figures.all();
  },
};
