import type { Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import { newLoad } from "../mixed-requests.ts";
import { eachRound } from "../rounds.ts";
import { startServed } from "../served.ts";
import { sandboxName } from "../targets/sandbox.ts";

const measure = "resident-memory";
const mebibyte = 1_024 ** 2;

/** Memory as the system reports it to users. */
export const residentMemory: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "Memory after 100k mixed requests",
      note: "RSS of the server, no collection forced. Of twenty requests five create, six read one Lead, five list, two change and two are rejected (`mixed-requests.ts`). No reset in between. Each round starts a new server.",
      yardstick: null,
    },
  ],
  async run(bench) {
    const figures = newFigures();
    const target = bench.targets.sandbox();
    const requests = bench.sized(20_000, 100_000);
    const start = () => startServed(target.command(null, bench.folder), target.getOne);
    await eachRound(bench, measure, start, async (served) => {
      const load = newLoad(`http://127.0.0.1:${served.port}`);
      await load.run(requests);
      load.close();
      const at = { measure, target: sandboxName } as const;
      figures.add({ ...at, column: "requests", unit: "count" }, requests);
      figures.add({ ...at, column: "RSS afterwards", unit: "MiB" }, served.rss() / mebibyte);
      figures.add({ ...at, column: "peak RSS", unit: "MiB" }, served.peak() / mebibyte);
    });
    return figures.all();
  },
};
