import { describe, expect, it } from "vitest";

import type { Reply } from "../../support/reply.ts";
import { rulesOf } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { advanceTo, read, statuses, withQuota } from "./quota-world.ts";
import { expectAssumes, outcome } from "./ruled-answers.ts";

const second = 1_000;
const minute = 60 * second;

/** Each family of three headers, with the alternative that sends it. */
const families = [
  { choice: "ratelimit-06", prefix: "ratelimit" },
  { choice: "x-ratelimit", prefix: "x-ratelimit" },
] as const;

describe("the rate-limit headers", () => {
  it("quota.headers: are absent from all responses by default, which a 429 cites (8)", async () => {
    const world = await withQuota(10);
    const [allowed, refused] = [await read(world), await read(world)];
    expect([allowed.status, refused.status]).toEqual([200, 429]);
    expect([...limitHeaders(allowed), ...limitHeaders(refused)]).toEqual([]);
    expectAssumes(refused, "quota.headers");
    expect(rulesOf(allowed)).not.toContain("quota.headers");
  });

  it("quota.headers [retry-after]: a 429 has Retry-After, and other responses have no header (8)", async () => {
    const world = await withQuota(10, { "quota.headers": "retry-after" });
    const [allowed, refused] = [await read(world), await read(world)];
    expect(limitHeaders(allowed)).toEqual([]);
    expect(limitHeaders(refused)).toEqual(["retry-after"]);
    expectAssumes(refused, "quota.headers");
  });

  it("quota.headers [ratelimit]: responses have RateLimit-Policy and RateLimit, with both windows (8)", async () => {
    const world = await withQuota(100, { "quota.headers": "ratelimit" });
    await read(world);
    await advanceTo(world, 20_400);
    const allowed = await read(world);
    expect(limitHeaders(allowed)).toEqual(["ratelimit", "ratelimit-policy"]);
    expect(allowed.headers.get("ratelimit-policy")).toBe('"hour";q=100;w=3600, "minute";q=10;w=60');
    expect(allowed.headers.get("ratelimit")).toBe('"hour";r=98;t=3580, "minute";r=8;t=40');
    expectAssumes(allowed, "quota.headers");
  });

  it("quota.headers [ratelimit]: a 429 also has them, with Retry-After, and names the exhausted window (8)", async () => {
    const world = await withQuota(100, { "quota.headers": "ratelimit" });
    await statuses(world, 10);
    const refused = await read(world);
    expect(outcome(refused)).toMatch(/^429 /);
    expect(refused.headers.get("ratelimit")).toBe('"hour";r=90;t=3600, "minute";r=0;t=60');
    expect(refused.headers.get("retry-after")).toBe("60");
  });

  it("quota.headers [ratelimit-06]: responses have RateLimit-Limit, -Remaining and -Reset (8)", async () => {
    const { names, reply } = await readUnder("ratelimit-06", "ratelimit");
    expect(limitHeaders(reply)).toEqual(names);
    expectAssumes(reply, "quota.headers");
  });

  it("quota.headers [x-ratelimit]: responses have X-RateLimit-Limit, -Remaining and -Reset (8)", async () => {
    const { names, reply } = await readUnder("x-ratelimit", "x-ratelimit");
    expect(limitHeaders(reply)).toEqual(names);
    expectAssumes(reply, "quota.headers");
  });
});

describe("Retry-After", () => {
  const choices = ["retry-after", "ratelimit", "ratelimit-06", "x-ratelimit"];

  it.each(choices)(
    "quota.headers: is exact to the second after a burst, under %s (8)",
    async (choice) => {
      const assumptions = { "quota.headers": choice };
      const bursting = async (): Promise<World> => {
        const world = await withQuota(100, assumptions);
        await statuses(world, 10);
        await advanceTo(world, 250);
        return world;
      };
      expect(await outcomesAround(bursting, 250)).toEqual({
        retryAfter: 60,
        before: 429,
        onTime: 200,
      });
    },
  );

  it.each(choices)(
    "quota.headers: is exact to the second after an hour's quota, under %s (8)",
    async (choice) => {
      const spent = async (): Promise<World> => {
        const world = await withQuota(10, { "quota.headers": choice });
        for (let sent = 0; sent < 10; sent += 1) {
          // oxlint-disable-next-line no-await-in-loop -- time moves forward
          await advanceTo(world, sent * minute);
          // oxlint-disable-next-line no-await-in-loop -- time moves forward
          await read(world);
        }
        await advanceTo(world, 20 * minute + 999);
        return world;
      };
      expect(await outcomesAround(spent, 20 * minute + 999)).toEqual({
        retryAfter: 2_400,
        before: 429,
        onTime: 200,
      });
    },
  );

  it("quota.headers: is exact when rejected requests use quota (8)", async () => {
    const assumptions = { "quota.headers": "retry-after", "quota.refused": "counted" };
    const refusedOnce = async (): Promise<World> => {
      const world = await withQuota(10, assumptions);
      await read(world);
      await advanceTo(world, 30 * second);
      return world;
    };
    expect(await outcomesAround(refusedOnce, 30 * second)).toEqual({
      retryAfter: 60,
      before: 429,
      onTime: 200,
    });
  });

  it("quota.headers: is exact when the burst uses clock minutes (8)", async () => {
    const assumptions = { "quota.headers": "retry-after", "quota.burst": "clock-minute" };
    const bursting = async (): Promise<World> => {
      const world = await withQuota(100, assumptions);
      await advanceTo(world, 45_500);
      await statuses(world, 10);
      return world;
    };
    expect(await outcomesAround(bursting, 45_500)).toEqual({
      retryAfter: 15,
      before: 429,
      onTime: 200,
    });
  });
});

describe.each(families)("$prefix-Remaining and $prefix-Reset", ({ choice, prefix }) => {
  it("quota.headers: describe a single window, the more restrictive one (8)", async () => {
    const world = await withQuota(20, { "quota.headers": choice });
    const read3 = async (ms: number): Promise<readonly number[]> => {
      await advanceTo(world, ms);
      const reply = await read(world);
      return ["limit", "remaining", "reset"].map((name) => numberIn(reply, `${prefix}-${name}`));
    };
    expect(await read3(0)).toEqual([2, 1, 60]);
    for (let sent = 1; sent < 18; sent += 1) {
      // oxlint-disable-next-line no-await-in-loop -- time moves forward
      await read3(sent * minute);
    }
    expect(await read3(18 * minute)).toEqual([20, 1, 42 * 60]);
    expect(await read3(19 * minute)).toEqual([20, 0, 41 * 60]);
  });

  it("quota.headers: Remaining is the exact number of further allowed requests (8)", async () => {
    const world = await withQuota(100, { "quota.headers": choice });
    await statuses(world, 2);
    const remaining = numberIn(await read(world), `${prefix}-remaining`);
    expect(remaining).toBe(7);
    expect(await statuses(world, remaining + 1)).toEqual([
      ...Array.from({ length: remaining }, () => 200),
      429,
    ]);
  });

  it("quota.headers: Remaining falls by one with each request, to 0 on a 429 (8)", async () => {
    const world = await withQuota(30, { "quota.headers": choice });
    const seen = [await read(world), await read(world), await read(world), await read(world)];
    expect(seen.map((reply) => numberIn(reply, `${prefix}-remaining`))).toEqual([2, 1, 0, 0]);
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  });

  it("quota.headers: Remaining grows after exactly Reset seconds (8)", async () => {
    expect(await remainingAfter({ choice, prefix }, 1)).toEqual([40, 7]);
    expect(await remainingAfter({ choice, prefix }, 0)).toEqual([40, 8]);
  });

  it("quota.headers: Reset of a 429 equals its Retry-After (8)", async () => {
    const world = await withQuota(10, { "quota.headers": choice });
    await read(world);
    await advanceTo(world, 12_345);
    const refused = await read(world);
    expect(outcome(refused)).toMatch(/^429 /);
    expect(numberIn(refused, "retry-after")).toBe(48);
    expect(numberIn(refused, `${prefix}-reset`)).toBe(48);
  });

  it("quota.headers: a refusal without a charge leaves Remaining unchanged (8)", async () => {
    const assumptions = { "quota.headers": choice, "quota.failed": "free" };
    const world = await withQuota(100, assumptions);
    const before = await read(world);
    const failed = await world.api("GET", "/v1/leads/NoSuchId");
    expect(outcome(failed)).toMatch(/^404 /);
    expect(numberIn(failed, `${prefix}-remaining`)).toBe(numberIn(before, `${prefix}-remaining`));
  });
});

async function readUnder(choice: string, prefix: string) {
  const world = await withQuota(100, { "quota.headers": choice });
  const names = ["limit", "remaining", "reset"].map((name) => `${prefix}-${name}`);
  return { names, reply: await read(world) };
}

/** Names of rate-limit headers, in order. */
function limitHeaders(reply: Reply): readonly string[] {
  return [...reply.headers.keys()].filter((name) => /ratelimit|retry-after/.test(name)).toSorted();
}

function numberIn(reply: Reply, header: string): number {
  const value = reply.headers.get(header);
  if (value === null || !/^\d+$/.test(value)) throw new Error(`${header} is ${value}.`);
  return Number(value);
}

/**
 * The Retry-After at `ms` in a world over quota, and the statuses one second before that time and
 * at it.
 */
async function outcomesAround(
  refusing: () => Promise<World>,
  ms: number,
): Promise<{ readonly retryAfter: number; readonly before: number; readonly onTime: number }> {
  const after = async (early: number): Promise<{ retryAfter: number; status: number }> => {
    const world = await refusing();
    const retryAfter = numberIn(await read(world), "retry-after");
    await advanceTo(world, ms + (retryAfter - early) * second);
    return { retryAfter, status: (await read(world)).status };
  };
  const [early, onTime] = [await after(1), await after(0)];
  return { retryAfter: onTime.retryAfter, before: early.status, onTime: onTime.status };
}

/** The Reset value, and Remaining `early` seconds before that time, after one more request. */
async function remainingAfter(
  { choice, prefix }: { readonly choice: string; readonly prefix: string },
  early: number,
): Promise<readonly number[]> {
  const world = await withQuota(100, { "quota.headers": choice });
  await read(world);
  await advanceTo(world, 20_400);
  const reset = numberIn(await read(world), `${prefix}-reset`);
  await advanceTo(world, 20_400 + (reset - early) * second);
  return [reset, numberIn(await read(world), `${prefix}-remaining`)];
}
