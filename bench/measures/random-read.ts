import type { Bench, Figures, Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import { madeLeads } from "../leads-made.ts";
import type { Sent } from "../sent.ts";
import type { Served } from "../served.ts";
import { startServed } from "../served.ts";
import { bareHonoName } from "../targets/bare-hono.ts";
import type { Target } from "../targets/target.ts";

const measure = "random-read";
const connections = 10;
const counts = { "1k": 1_000, "100k": 100_000 } as const;

/** Random reads, for which a small cache does not help. */
export const randomRead: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "GET of a random Lead",
      note: "Each request asks for a random one of 1k or of 100k Leads, at 10 connections. Nothing is written in between. Both servers run at once and take turns.",
      yardstick: bareHonoName,
      compared: ["req/s", "µs"],
    },
  ],
  async run(bench) {
    const figures = newFigures();
    const { targets, folder } = bench;
    for (const name of ["1k", "100k"] as const) {
      const ids = Array.from(madeLeads(counts[name]), ({ id }) => id);
      const servers: (readonly [Target, Served])[] = [];
      try {
        for (const target of [targets.bareHono(), targets.sandbox()]) {
          const command = target.command(counts[name], folder);
          servers.push([target, await startServed(command, target.getOne)]);
        }
        for (const server of servers) await warmUp(bench, server, ids);
        for (let round = 1; round <= bench.rounds; round += 1) {
          for (const server of servers) await point(bench, server, name, ids, figures);
        }
      } finally {
        await Promise.all(servers.map(([, served]) => served.stop()));
      }
    }
    return figures.all();
  },
};

function requestsOf({ getOne }: Target, ids: readonly string[]): readonly Sent[] {
  return ids.map((id) => ({ ...getOne, path: `/v1/leads/${id}` }));
}

async function warmUp(
  bench: Bench,
  [target, { port }]: readonly [Target, Served],
  ids: readonly string[],
): Promise<void> {
  const seconds = bench.sized(1.5, 5);
  await bench.load.run(port, requestsOf(target, ids), { connections, isRandom: true, seconds });
}

async function point(
  bench: Bench,
  [target, served]: readonly [Target, Served],
  name: keyof typeof counts,
  ids: readonly string[],
  figures: Figures,
): Promise<void> {
  bench.say(`${measure}, ${name}: ${target.name}`);
  const cpu = served.cpu();
  const seen = await bench.load.run(served.port, requestsOf(target, ids), {
    connections,
    isRandom: true,
    warmUpSeconds: bench.seconds / 2,
    seconds: bench.seconds,
  });
  const answers = Object.values(seen.statuses).reduce((sum, one) => sum + one, 0);
  const at = { measure, target: target.name };
  figures.add({ ...at, column: name, unit: "req/s" }, seen.answers / seen.seconds, seen);
  const each = ((served.cpu() - cpu) / answers) * 1e6;
  figures.add({ ...at, column: `CPU, ${name}`, unit: "µs" }, each);
}
