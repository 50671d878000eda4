/** The processor time of the requests of a suite: checkouts and bare Hono in one interleaved run. */
import { join } from "node:path";

import { root } from "../scripts/bundling.ts";
import { startCheckout } from "./checkouts.ts";
import type { Figure } from "./figures.ts";
import { knownLead, writeFixture } from "./leads.ts";
import type { Load } from "./load/load.ts";
import type { Sent } from "./sent.ts";
import type { Served } from "./served.ts";
import { startServed } from "./served.ts";
import { bareHono, bareHonoName } from "./targets/peers.ts";
import { create, getOne, listsOf, reset } from "./targets/sandbox.ts";
import { withWaiters, waiterCount } from "./waiters.ts";

/** The names of the measured requests. */
export const [getOneName, listName, postName, waitersName] = [
  "GET one",
  "list of 20",
  "POST with mail",
  `POST with ${waiterCount} waiters`,
] as const;
export const requestNames = [getOneName, listName, postName, waitersName] as const;
export type RequestName = (typeof requestNames)[number];

/** A server to measure: its requests, without those that it does not have. */
export interface Contender {
  readonly name: string;
  readonly start: () => Promise<Served>;
  readonly requests: Readonly<Partial<Record<RequestName, Sent>>>;
  /** Returns to the Leads of the start. */
  readonly reset: Sent | null;
}

/** How often and how long each request is measured. */
export interface Extent {
  readonly leads: number;
  readonly starts: number;
  readonly rounds: number;
  readonly seconds: number;
  /** Whether to measure a request. */
  readonly includes: (name: RequestName) => boolean;
}

/** The server of a checkout, with `leads` Leads. */
export function checkoutContender(name: string, checkout: string, folder: string, leads: number) {
  const fixture = writeFixture(folder, leads);
  const requests = {
    [getOneName]: getOne(knownLead),
    [listName]: listsOf(leads)["first page"],
    [postName]: create,
    [waitersName]: create,
  };
  const start = () => startCheckout(checkout, fixture, null);
  return { name, start, requests, reset } satisfies Contender;
}

/** Bare Hono with as many Leads. It has no mail to wait for. */
export function bareContender(folder: string, leads: number): Contender {
  const target = bareHono(join(root, "bench/targets/bare-leads.ts"));
  const { create: post, list } = target;
  return {
    name: bareHonoName,
    start: () => startServed(target.command(leads, folder), target.getOne),
    requests: { [getOneName]: target.getOne, [listName]: list, [postName]: post },
    reset: null,
  };
}

/** Measures every request of every contender in turns, so that a busy moment of the machine affects all of them. */
export async function measureRequests(
  load: Load,
  contenders: readonly Contender[],
  extent: Extent,
  say: (text: string) => void,
): Promise<readonly Figure[]> {
  const rounds = new Map<string, Figure>();
  for (let start = 0; start < extent.starts; start += 1) {
    // Another one goes first in every other start.
    const order = start % 2 === 0 ? contenders : contenders.toReversed();
    const servers: (readonly [Contender, Served])[] = [];
    try {
      // In sequence: a start alone on its core reads no other start's time.
      for (const contender of order) servers.push([contender, await contender.start()]);
      say(`start ${start + 1} of ${extent.starts}`);
      await measureStart(load, servers, extent, (target, measure, value) => {
        const id = `${target}\n${measure}`;
        const before = rounds.get(id)?.rounds ?? [];
        const figure = { measure, target, column: "CPU", unit: "µs" } as const;
        rounds.set(id, { ...figure, rounds: [...before, value] });
      });
    } finally {
      await Promise.all(servers.map(([, server]) => server.stop()));
    }
  }
  return [...rounds.values()];
}

async function measureStart(
  load: Load,
  servers: readonly (readonly [Contender, Served])[],
  { rounds, seconds, includes }: Extent,
  note: (target: string, measure: RequestName, value: number) => void,
): Promise<void> {
  // The first round only warms up, for longer: V8 optimizes the code of the server.
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of requestNames.filter(includes)) {
      for (const [contender, server] of servers) {
        const request = contender.requests[name];
        if (request === undefined) continue;
        if (contender.reset !== null) await resetWorld(server, contender.reset);
        const visit = () => costOf(load, server, request, round === 0 ? 1.5 : seconds);
        const cost = await (name === waitersName ? withWaiters(server.port, visit) : visit());
        if (round > 0) note(contender.name, name, cost);
      }
    }
  }
}

/** The processor time of a request at 10 connections, in microseconds. */
async function costOf(load: Load, server: Served, request: Sent, seconds: number) {
  const before = server.cpu();
  const job = { port: server.port, requests: [request], connections: 10, seconds };
  const { answers } = await load.run(job);
  return ((server.cpu() - before) * 1e6) / answers;
}

/** Without it, the Leads of earlier POSTs would make lists and tables longer. */
async function resetWorld({ port }: Served, { method, path }: Sent): Promise<void> {
  await fetch(`http://127.0.0.1:${port}${path}`, { method });
}
