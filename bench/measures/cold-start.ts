import type { Bench, Figures, Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import { unpinned } from "../cores.ts";
import type { Sent } from "../sent.ts";
import { startServed } from "../served.ts";
import { bareHonoName } from "../targets/bare-hono.ts";
import type { Target } from "../targets/target.ts";
import { fewLeads } from "../targets/target.ts";

const measure = "cold-start";

/** Time from process start to the first answers, and peak memory until then. */
export const coldStart: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "Start of the server",
      note: `First 200: \`/readyz\` of the sandbox, \`/__admin/health\` of WireMock, GET of one Lead of the others. First Lead: GET of one Lead, in a start of its own. The probe repeats every millisecond. Every server has ${fewLeads} Leads and ran once before, so that compile caches are full. Memory includes child processes. Processes use all cores.`,
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
    const rounds = bench.sized(3, 11);
    for (let round = 0; round <= rounds; round += 1) {
      bench.say(`cold-start, round ${round} of ${rounds}`);
      for (const target of all.filter(({ name }) => !failed.has(name))) {
        try {
          const found = await unpinned(() => starts(bench, target));
          // The first start fills caches that later starts use.
          if (round > 0) add(figures, target, found);
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

interface Start {
  readonly startMs: number;
  readonly peak: number;
}

/** One start up to the first 200. If reading a Lead is a different request, also a start up to the first Lead. */
async function starts(bench: Bench, target: Target): Promise<readonly [Start, Start]> {
  const first = await started(bench, target, target.ready ?? target.getOne);
  return [first, target.ready === undefined ? first : await started(bench, target, target.getOne)];
}

async function started(bench: Bench, target: Target, probe: Sent): Promise<Start> {
  const served = await startServed(target.command(null, bench.folder), probe, false);
  await served.stop();
  return { startMs: served.startMs, peak: served.peakAtStart / 1_024 ** 2 };
}

function add(figures: Figures, { name }: Target, [first, lead]: readonly [Start, Start]): void {
  const at = { measure, target: name };
  figures.add({ ...at, column: "first 200", unit: "ms" }, first.startMs);
  figures.add({ ...at, column: "peak memory", unit: "MiB" }, first.peak);
  figures.add({ ...at, column: "first Lead", unit: "ms" }, lead.startMs);
  figures.add({ ...at, column: "peak memory then", unit: "MiB" }, lead.peak);
}
