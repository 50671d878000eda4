import type { Bench, Figures, Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import { eachRound } from "../rounds.ts";
import type { Sent } from "../sent.ts";
import { startServed } from "../served.ts";
import { sandboxName } from "../targets/sandbox.ts";
import type { Target } from "../targets/target.ts";

const measure = "after-write";
const leads = 100_000;
const deepOffset = 90_000;

/** The table's columns, which goals refer to. */
export const readsAfterWrite = {
  plain: "first page",
  filter: "filter matching all",
  order: "order by lastName",
  deepOrder: "order, deep page",
  orderAndFilter: "order + filter",
  withDeleted: "withDeleted, deep page",
} as const;

export const firstUses = "order, first uses";
export const afterReset = "first page after a reset";

/** Lists of many Leads, each directly after a write. */
export const afterWrite: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "Lists of 100k Leads after a write",
      note: "The median time of a list of 20 with total, at 1 connection. A POST of a Lead comes before each list. The filter matches every Lead; deep pages start at offset 90,000. First uses: the slower of the first two lists in an order. All other lists were used twice before. After a reset: POST, reset, then the list.",
      yardstick: null,
    },
  ],
  async run(bench) {
    const figures = newFigures();
    const target = bench.targets.sandbox();
    const command = target.command(leads, bench.folder);
    const start = () => startServed(command, target.getOne);
    await eachRound(bench, measure, start, ({ port }) => ofOne(bench, target, port, figures));
    return figures.all();
  },
};

async function ofOne(bench: Bench, target: Target, port: number, figures: Figures): Promise<void> {
  const at = { measure, target: sandboxName, unit: "ms" } as const;
  const turns = bench.sized(10, 40);
  const last = (requests: readonly Sent[], count: number) =>
    bench.load.run(port, requests, {
      connections: 1,
      countsLast: true,
      requestsMax: requests.length * count,
      seconds: bench.sized(2, 5),
    });
  await last([target.create, target.list(0)], 500);
  for (const [name, read] of Object.entries(readsOf(target))) {
    const first = await last([target.create, read], 2);
    if (name === readsAfterWrite.order) figures.add({ ...at, column: firstUses }, first.mostMs);
    const seen = await last([target.create, read], turns);
    figures.add({ ...at, column: name }, seen.p50Ms, seen);
  }
  if (target.reset === undefined) return;
  const seen = await last([target.create, target.reset, target.list(0)], turns);
  figures.add({ ...at, column: afterReset }, seen.p50Ms, seen);
}

function readsOf(target: Target): Readonly<Record<string, Sent>> {
  const order = `order=${encodeURIComponent('[["lastName","ASC"]]')}`;
  const filter = `filter=${encodeURIComponent('{"firstName":"Maya"}')}`;
  const deep = target.list(deepOffset);
  const first = target.list(0);
  return {
    [readsAfterWrite.plain]: first,
    [readsAfterWrite.filter]: and(first, filter),
    [readsAfterWrite.order]: and(first, order),
    [readsAfterWrite.deepOrder]: and(deep, order),
    [readsAfterWrite.orderAndFilter]: and(first, `${order}&${filter}`),
    [readsAfterWrite.withDeleted]: and(deep, "scope=withDeleted"),
  };
}

function and(list: Sent, query: string): Sent {
  return { ...list, path: `${list.path}&${query}` };
}
