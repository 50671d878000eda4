import { setTimeout as wait } from "node:timers/promises";

import type { Bench, Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import { eachRound } from "../rounds.ts";
import type { Served } from "../served.ts";
import { startServed } from "../served.ts";
import type { Target } from "../targets/target.ts";

const measure = "waiters";
const mails = 10_000;
const waiting = 32;
const settleMs = 1_000;

/** The table's rows, which goals refer to. */
export const waitersNames = { with: "32 open waits", without: "no open wait" } as const;

/** How much open waits for mail slow down a POST. */
export const waiters: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "POST while clients wait for mail",
      note: "The median time of a POST at 1 connection, with 10,000 mails in the outbox. Each POST sends a mail. The 32 waits (`emails/wait`) are for a recipient who gets none. Same server, in turns: without, with, with, without.",
      yardstick: waitersNames.without,
      compared: ["ms", "µs"],
    },
  ],
  async run(bench) {
    const figures = newFigures();
    const target = bench.targets.sandbox();
    const start = () => startServed(target.command(null, bench.folder), target.getOne);
    await eachRound(bench, measure, start, async (served) => {
      await bench.load.run(served.port, [target.create], { connections: 10, requestsMax: mails });
      const took = { with: { ms: 0, cpu: 0 }, without: { ms: 0, cpu: 0 } };
      for (const way of ["without", "with", "with", "without"] as const) {
        const { ms, cpu } =
          way === "with"
            ? await withWaits(served, () => creates(bench, target, served))
            : await creates(bench, target, served);
        took[way].ms += ms / 2;
        took[way].cpu += cpu / 2;
      }
      for (const way of ["without", "with"] as const) {
        const at = { measure, target: waitersNames[way] };
        figures.add({ ...at, column: "POST", unit: "ms" }, took[way].ms);
        figures.add({ ...at, column: "CPU", unit: "µs" }, took[way].cpu);
      }
    });
    return figures.all();
  },
};

async function creates(bench: Bench, { create }: Target, served: Served) {
  const cpu = served.cpu();
  const seconds = Math.max(1, bench.seconds);
  const seen = await bench.load.run(served.port, [create], { connections: 1, seconds });
  if (seen.errors > 0) throw new Error(`${seen.errors} of ${seen.answers} creates failed.`);
  return { ms: seen.p50Ms, cpu: ((served.cpu() - cpu) / seen.answers) * 1e6 };
}

/** Runs `work` while waits are open. Fails when one of them is answered. */
async function withWaits<Result>({ port }: Served, work: () => Promise<Result>): Promise<Result> {
  const url = `http://127.0.0.1:${port}/_sandbox/emails/wait?to=absent@example.com&timeoutMs=60000`;
  const ending = new AbortController();
  let answered = 0;
  const waits = Array.from({ length: waiting }, async () => {
    try {
      await fetch(url, { signal: ending.signal });
      answered += 1;
    } catch (error) {
      if (!ending.signal.aborted) throw error;
    }
  });
  // Each wait first searches the outbox.
  await wait(settleMs);
  const result = await work();
  ending.abort();
  await Promise.all(waits);
  await wait(settleMs);
  if (answered > 0) throw new Error(`${answered} of ${waiting} waits were answered.`);
  return result;
}
