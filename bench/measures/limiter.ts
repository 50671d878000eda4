import { setTimeout as wait } from "node:timers/promises";

import { newQuotaRing } from "../../src/domain/quota.ts";
import type { Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import { sandboxName } from "../targets/sandbox.ts";

const measure = "limiter";

/** The measured quotas, per hour. */
export const quotas = [500, 10_000, 100_000] as const;

/** The time of one decision of the rate limiter, in process. */
export const limiter: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "A decision of the rate limiter",
      note: "In process: whether a request fits the quotas, and its count if it does. The window of the key is full. Columns are quotas per hour. Memory: bytes of the window for each request in it.",
      yardstick: null,
    },
  ],
  async run(bench) {
    const figures = newFigures();
    const decisions = bench.sized(200_000, 2_000_000);
    for (let round = 0; round <= bench.rounds; round += 1) {
      for (const perHour of quotas) {
        const { nanoseconds, bytes } = await decided(perHour, decisions);
        // The first round includes compilation.
        if (round === 0) continue;
        const at = { measure, target: sandboxName } as const;
        figures.add({ ...at, column: `time, ${perHour}`, unit: "ns" }, nanoseconds);
        figures.add({ ...at, column: `memory, ${perHour}`, unit: "bytes" }, bytes);
      }
    }
    return figures.all();
  },
};

/** Sends requests at twice the rate of the quota, so that half of the decisions are refusals. */
async function decided(perHour: number, decisions: number) {
  const limits = { perHour, burstWindow: "rolling-60-s" } as const;
  const before = await kept();
  const ring = newQuotaRing();
  const pace = 3_600_000 / perHour / 2;
  let now = 0;
  const decide = (): void => {
    now += pace;
    if (ring.nextAllowedAt(now, limits) <= now) ring.record(now, limits);
  };
  // Fill the window.
  for (let count = 0; count < perHour * 2.5; count += 1) decide();
  const bytes = ((await kept()) - before) / ring.usedWithin(now, 3_600_000);
  const began = performance.now();
  for (let count = 0; count < decisions; count += 1) decide();
  return { nanoseconds: ((performance.now() - began) / decisions) * 1e6, bytes };
}

/** Bytes in typed arrays after a garbage collection. */
async function kept(): Promise<number> {
  for (let collection = 0; collection < 3; collection += 1) {
    globalThis.gc?.();
    await wait(10);
  }
  return process.memoryUsage().arrayBuffers;
}
