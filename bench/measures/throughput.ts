import type { Bench, Figures, Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import type { Sent } from "../sent.ts";
import { startServed } from "../served.ts";
import type { Served } from "../served.ts";
import { bareHonoName } from "../targets/bare-hono.ts";
import type { Target } from "../targets/target.ts";

const connectionCounts = [1, 10, 50] as const;
const leads = 1_000;
const note =
  "By the number of connections, with 1000 Leads of one Firm. Each target has a new server in each round.";
const readOnly = `${note} Nothing is written in between.`;

/** GET one, list of 20 and POST at 1, 10 and 50 connections, for every server. */
export const throughput: Measure = {
  name: "throughput",
  tables: [
    {
      id: "get-one",
      title: "GET one Lead",
      note: readOnly,
      yardstick: bareHonoName,
      compared: ["req/s", "µs"],
    },
    {
      id: "list",
      title: "List of 20 with total, first page",
      note: readOnly,
      yardstick: bareHonoName,
      compared: ["req/s", "µs"],
    },
    {
      id: "create",
      title: "POST a Lead",
      note: `${note} Every email is new, and each POST sends the welcome mail.`,
      yardstick: bareHonoName,
      compared: ["req/s", "µs"],
    },
  ],
  async run(bench) {
    const figures = newFigures();
    const { targets } = bench;
    const failed = new Set<string>();
    for (let round = 1; round <= bench.rounds; round += 1) {
      for (const target of [targets.bareHono(), targets.sandbox(), ...targets.peers]) {
        if (failed.has(target.name)) continue;
        bench.say(`throughput, round ${round}: ${target.name}`);
        try {
          await ofOne(bench, target, figures);
        } catch (error) {
          failed.add(target.name);
          figures.drop(target.name);
          bench.skip(`throughput of ${target.name}`, error);
        }
      }
    }
    return figures.all();
  },
};

async function ofOne(bench: Bench, target: Target, figures: Figures): Promise<void> {
  const served = await startServed(target.command(leads, bench.folder), target.getOne);
  const operations: readonly (readonly [string, Sent])[] = [
    ["get-one", target.getOne],
    ["list", target.list(0)],
    ["create", target.create],
  ];
  try {
    for (const [measure, sent] of operations) {
      await warmUp(bench, served, sent);
      for (const connections of connectionCounts) {
        const cpu = served.cpu();
        const seen = await bench.load.run(served.port, [sent], {
          connections,
          warmUpSeconds: bench.seconds / 4,
          seconds: bench.seconds,
        });
        const at = { measure, target: target.name };
        const rate = seen.answers / seen.seconds;
        figures.add({ ...at, column: `at ${connections}`, unit: "req/s" }, rate, seen);
        const answers = Object.values(seen.statuses).reduce((sum, one) => sum + one, 0);
        const each = ((served.cpu() - cpu) / answers) * 1e6;
        figures.add({ ...at, column: `p50 at ${connections}`, unit: "ms" }, seen.p50Ms);
        figures.add({ ...at, column: `p99 at ${connections}`, unit: "ms" }, seen.p99Ms);
        figures.add({ ...at, column: `CPU at ${connections}`, unit: "µs" }, each);
      }
    }
  } finally {
    await served.stop();
  }
}

/** Loads a server over ten connections, so that its code is compiled before the first point. */
async function warmUp(bench: Bench, served: Served, sent: Sent): Promise<void> {
  await bench.load.run(served.port, [sent], { connections: 10, seconds: bench.sized(0.3, 2) });
}
