/**
 * Measures every kind of request of several checkouts. One server of each runs from source, and the load visits them
 * in turns, on its own core. Each start has new servers: a process can be 5 % slower than another one with the same
 * code.
 */
import { join } from "node:path";

import type { Row } from "./bench.ts";
import { inTurns } from "./bench.ts";
import { startCheckout } from "./checkouts.ts";
import type { Figure } from "./figures.ts";
import { idOf, knownLead, writeFixture } from "./leads.ts";
import type { Load } from "./load/load.ts";
import type { Sent } from "./sent.ts";
import type { Served } from "./served.ts";
import { create, getOne, listsOf, reset } from "./targets/sandbox.ts";

export interface Extent {
  readonly leads: number;
  readonly only: string;
  readonly starts: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly files?: true;
}

const newWorkspace = {
  ...create,
  path: "/_sandbox/workspaces",
  headers: {},
  body: '{"id":"w{n}"}',
};

/** The figures of each checkout, by its name; `folder` is temporary. */
export async function compareCheckouts(
  load: Load,
  checkouts: readonly (readonly [name: string, folder: string])[],
  extent: Extent,
  { folder, say }: { readonly folder: string; readonly say: (text: string) => void },
): Promise<readonly Figure[]> {
  const { leads, starts, files } = extent;
  const figures: Figure[] = [];
  const fixture = writeFixture(folder, leads);
  for (let start = 0; start < starts; start += 1) {
    const data = files === true ? join(folder, `data-${start}`) : null;
    const servers: (readonly [string, Served])[] = [];
    try {
      for (const [at, [name, checkout]] of checkouts.entries()) {
        const own = data === null ? null : `${data}-${at}`;
        servers.push([name, await startCheckout(checkout, fixture, own)]);
      }
      // Another server goes first in every other start.
      const inOrder = start % 2 === 0 ? servers : servers.toReversed();
      figures.push(...(await measureAll(load, inOrder, extent, say)));
    } finally {
      await Promise.all(servers.map(([, server]) => server.stop()));
    }
  }
  return figures;
}

async function measureAll(
  load: Load,
  servers: readonly (readonly [name: string, server: Served])[],
  { leads, only, rounds, seconds }: Extent,
  say: (text: string) => void,
): Promise<readonly Figure[]> {
  const all: Figure[] = [];
  const rowsOf = (visit: (server: Served) => Promise<number>): readonly Row[] =>
    servers.map(([name, server]) => [name, () => visited(server, visit)]);
  const measure = async (name: string, visit: (server: Served) => Promise<number>) => {
    if (!name.includes(only)) return;
    // The first round only warms up.
    all.push(...(await inTurns({ say, rounds }, name, rowsOf(visit), { warmUps: 1 })));
  };
  const requests = (sent: readonly Sent[]) => async (server: Served) => {
    const before = server.cpu();
    const job = { port: server.port, requests: sent, connections: 10, isRandom: true, seconds };
    const { answers } = await load.run(job);
    return ((server.cpu() - before) * 1e6) / answers;
  };
  const afterPost = (sent: Sent) => async (server: Served) => {
    const job = { port: server.port, requests: [create, sent], connections: 1, countsLast: true };
    return (await load.run({ ...job, seconds })).medianMs * 1e3;
  };
  const lists = listsOf(leads);
  const random = Array.from({ length: leads }, (_, number) => getOne(idOf(number)));
  await measure("GET one", requests([getOne(knownLead)]));
  await measure("GET a random Lead", requests(random));
  await measure("list, first page", requests([lists["first page"]]));
  await measure("list, deep page", requests([lists["deep page"]]));
  await measure("POST", requests([create]));
  for (const [name, list] of Object.entries(lists)) {
    await measure(`${name}, after a POST`, afterPost(list));
  }
  await measure("reset, after a POST", afterPost(reset));
  await measure("new workspace", requests([newWorkspace]));
  return all;
}

async function visited(server: Served, visit: (server: Served) => Promise<number>) {
  // Otherwise the POSTs of earlier measures would make lists longer.
  await fetch(`http://127.0.0.1:${server.port}${reset.path}`, { method: reset.method });
  return { median: [await visit(server), "µs"] } as const;
}

/** Prints the median of each checkout, and its ratios to the first one over all starts. */
