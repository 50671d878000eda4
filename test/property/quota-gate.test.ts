import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { statuses } from "../server/control/faults/planned-faults.ts";
import { at, text } from "../support/reply.ts";
import type { World } from "../support/world.ts";
import { newWorld } from "../support/world.ts";
import { seeded } from "./seeded.ts";

type Step =
  | { readonly act: "send"; readonly count: number }
  | { readonly act: "use"; readonly count: number; readonly over: number }
  | { readonly act: "set"; readonly quotaPerHour: number | null }
  | { readonly act: "advance"; readonly by: number }
  | { readonly act: "refill" };

const minuteMs = 60_000;
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant("send" as const),
      count: fc.integer({ min: 1, max: 5 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant("use" as const),
      count: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 13, max: 700 })),
      over: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 90 * minuteMs })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant("set" as const),
      quotaPerHour: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 600 })),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant("advance" as const),
      by: fc.oneof(
        fc.integer({ min: 0, max: 2 * minuteMs }),
        fc.integer({ min: minuteMs - 1, max: minuteMs + 1 }),
        fc.integer({ min: 58 * minuteMs, max: 61 * minuteMs }),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ act: "refill" } as const) },
);
const assumptions = fc.record({
  "quota.burst": fc.constantFrom("rolling-60-s", "clock-minute"),
  "quota.refused": fc.constantFrom("free", "counted"),
});

async function take(world: World, one: Step): Promise<void> {
  const quota = `/quotas/${world.keyIds.partner}`;
  switch (one.act) {
    case "send":
      await statuses(world, one.count);
      return;
    case "use":
      await world.control("POST", `${quota}/use`, { count: one.count, over: one.over });
      return;
    case "set":
      await world.control("PUT", quota, { quotaPerHour: one.quotaPerHour });
      return;
    case "advance":
      await world.control("POST", "/clock/advance", { by: one.by });
      return;
    case "refill":
      await world.control("POST", `${quota}/refill`);
      return;
    default:
      one satisfies never;
  }
}

/** The status of one request at a given time. The workspace is restored afterwards. */
async function statusAt(world: World, moment: number): Promise<number | undefined> {
  await world.control("POST", "/snapshots", { name: "here" });
  const now = new Date(moment).toISOString();
  await world.control("PUT", "/clock", { mode: "frozen", now });
  const [status] = await statuses(world, 1);
  await world.control("POST", "/snapshots/here/restore");
  await world.control("DELETE", "/snapshots/here");
  return status;
}

/** The statuses just before and at the `nextAllowedAt` that the control API reports. */
async function aroundNextAllowed(world: World) {
  const quota = await world.control("GET", "/quotas");
  const allowedAt = text(quota, "data.0.nextAllowedAt");
  const clock = await world.control("GET", "/clock");
  const isAllowed = allowedAt === text(clock, "data.now");
  return {
    quota: at(quota, "data.0"),
    before: isAllowed ? 429 : await statusAt(world, Date.parse(allowedAt) - 1),
    then: await statusAt(world, Date.parse(allowedAt)),
  };
}

describe("nextAllowedAt of a quota", () => {
  it("is the first moment at which a request succeeds, in any history (8)", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 15, size: "max" }),
        fc.integer({ min: 1, max: 600 }),
        assumptions,
        async (steps, quotaPerHour, chosen) => {
          const world = await newWorld({ quotaPerHour, assumptions: chosen });
          for (const one of steps) {
            // oxlint-disable-next-line no-await-in-loop -- the order is what is tested
            await take(world, one);
            // oxlint-disable-next-line no-await-in-loop -- the order is what is tested
            const seen = await aroundNextAllowed(world);
            expect(seen).toEqual({ quota: seen.quota, before: 429, then: 200 });
          }
          await world.close();
        },
      ),
      seeded(25),
    );
  });
});
