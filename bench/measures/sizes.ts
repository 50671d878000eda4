import type { Bench, Figures, Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import { emailOf } from "../leads-made.ts";
import { startServed } from "../served.ts";
import type { Served } from "../served.ts";
import type { Target } from "../targets/target.ts";

const measure = "sizes";

/** The sizes of a full run. A quick run divides the larger two by ten. */
export const sizeNames = ["1k", "100k", "1M"] as const;
const counts = { "1k": 1_000, "100k": 100_000, "1M": 1_000_000 };

interface Sized {
  readonly target: Target;
  readonly name: (typeof sizeNames)[number];
  readonly count: number;
  readonly served: Served;
}

/** Lists and exact filters for growing numbers of Leads. */
export const sizes: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "Lists by the number of Leads in one Firm",
      note: "A page of 20 with the total; nothing is written in between. First page: 10 connections. Deep: median at offset nine tenths, 1 connection. Filter: median of a list by email, 1 connection. Stateful peers take part up to 100k.",
      yardstick: null,
    },
  ],
  async run(bench) {
    const figures = newFigures();
    const { targets } = bench;
    const stateful = targets.peers.filter(({ isStateful }) => isStateful);
    for (const target of [targets.sandbox(), targets.bareHono(), ...stateful]) {
      const names = sizeNames.filter((name) => name !== "1M" || !stateful.includes(target));
      bench.say(`sizes: ${target.name}`);
      try {
        await ofOne(bench, target, names, figures);
      } catch (error) {
        figures.drop(target.name);
        bench.skip(`${measure} of ${target.name}`, error);
      }
    }
    return figures.all();
  },
};

/** Starts a server for each size of a target and visits them in turn. */
async function ofOne(
  bench: Bench,
  target: Target,
  names: readonly (typeof sizeNames)[number][],
  figures: Figures,
): Promise<void> {
  const all: Sized[] = [];
  try {
    for (const name of names) {
      const count = name === "1k" ? counts[name] : bench.sized(counts[name] / 10, counts[name]);
      const served = await startServed(target.command(count, bench.folder), target.getOne);
      all.push({ target, name, count, served });
    }
    for (let round = 1; round <= bench.rounds; round += 1) {
      for (const one of all) await point(bench, one, figures);
    }
  } finally {
    await Promise.all(all.map(({ served }) => served.stop()));
  }
}

async function point(bench: Bench, sized: Sized, figures: Figures): Promise<void> {
  const { target, name, count, served } = sized;
  const at = { measure, target: target.name };
  const times = { warmUpSeconds: bench.seconds / 4, seconds: bench.seconds };
  const first = await bench.load.run(served.port, [target.list(0)], { connections: 10, ...times });
  const rate = first.answers / first.seconds;
  figures.add({ ...at, column: `first page, ${name}`, unit: "req/s" }, rate, first);
  const deep = await bench.load.run(served.port, [target.list(count * 0.9)], {
    connections: 1,
    ...times,
  });
  figures.add({ ...at, column: `deep, ${name}`, unit: "ms" }, deep.p50Ms, deep);
  if (target.filter === undefined) return;
  const found = target.filter(emailOf(Math.floor(count / 2)));
  const filtered = await bench.load.run(served.port, [found], { connections: 1, ...times });
  figures.add({ ...at, column: `filter, ${name}`, unit: "ms" }, filtered.p50Ms, filtered);
}
