import type { Measure, Row, Values } from "../bench.ts";
import { inTurns } from "../bench.ts";
import { unpinned } from "../cores.ts";
import { fewLeads } from "../leads.ts";
import type { Sent } from "../sent.ts";
import type { Command } from "../served.ts";
import { startServed } from "../served.ts";
import { bareHonoName } from "../targets/peers.ts";

const name = "cold-start";

/** Time from process start to the first answer, and peak memory until then. */
export const coldStart: Measure = {
  name,
  title: "Start of the server",
  note: `First 200: \`/readyz\` of the sandbox, GET of one Lead of the others. The probe repeats every millisecond. Every server has ${fewLeads} Leads and ran once before, so that compile caches are full. Processes use all cores.`,
  yardstick: bareHonoName,
  run(bench) {
    const rows = bench.targets.all.map((target): Row => {
      const command = target.command(null, bench.folder);
      return [target.name, () => start(command, target.ready ?? target.getOne)];
    });
    return inTurns(bench, name, rows, { rounds: bench.sized(3, 11), warmUps: 1 });
  },
};

async function start(command: (port: number) => Command, probe: Sent): Promise<Values> {
  const served = await unpinned(() => startServed(command, probe, false));
  const peak = served.peak();
  await served.stop();
  return { "first 200": [served.startMs, "ms"], "peak memory": [peak, "MiB"] };
}
