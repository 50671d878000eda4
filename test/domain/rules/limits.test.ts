import { describe, expect, it } from "vitest";

import { at, rulesOf, text } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids, newWorld } from "../../support/world.ts";
import { advanceTo, quotaOf, read, start, statuses, withQuota } from "./quota-world.ts";
import { expectAssumes, expectCites, outcome } from "./ruled-answers.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

describe("the hourly quota", () => {
  it("quota.rolling-hour: allows as many requests as the quota, and rejects one more with 429 (8)", async () => {
    const world = await withQuota(10);
    expect(await oneAMinute(world, 10)).toEqual(Array.from({ length: 10 }, () => 200));
    await advanceTo(world, 10 * minute);
    const refused = await read(world);
    expect(outcome(refused)).toMatch(/^429 /);
    expectCites(refused, "quota.rolling-hour");
    expect(rulesOf(refused)).not.toContain("quota.burst");
  });

  it("quota.rolling-hour: stops counting each request exactly 60 minutes after it was sent (8)", async () => {
    const world = await withQuota(10);
    await oneAMinute(world, 10);
    const seen: number[] = [];
    for (const moment of [hour - 1, hour, hour + 1, hour + minute - 1, hour + minute]) {
      // oxlint-disable-next-line no-await-in-loop -- time moves forward
      await advanceTo(world, moment);
      // oxlint-disable-next-line no-await-in-loop -- time moves forward
      seen.push((await read(world)).status);
    }
    expect(seen).toEqual([429, 200, 429, 429, 200]);
  });

  it("quota.rolling-hour: counts per key (8)", async () => {
    const world = await withQuota(10);
    await oneAMinute(world, 10);
    const issued = await world.control("POST", "/api-keys", {
      firmId: ids.partnerFirm,
      roleType: "Partner",
      environment: "sandbox",
      quotaPerHour: 10,
    });
    const other = await world.api("GET", "/v1/leads", { key: text(issued, "data.key") });
    expect(outcome(other)).toBe("200");
    expect((await read(world)).status).toBe(429);
  });

  it("uncited quota.rolling-hour: does not count requests of the control plane (8)", async () => {
    const world = await withQuota(10);
    await Promise.all(Array.from({ length: 20 }, () => world.control("GET", "/leads")));
    expect(await quotaOf(world)).toMatchObject({ usedLastHour: 0 });
  });
});

describe("the burst limit of a minute", () => {
  it("quota.burst: is six times the hourly average, 50 at 500 an hour, and one more gets 429 (8)", async () => {
    const world = await withQuota(500);
    expect(await statuses(world, 51)).toEqual([...Array.from({ length: 50 }, () => 200), 429]);
    const refused = await read(world);
    expect(outcome(refused)).toMatch(/^429 /);
    expectAssumes(refused, "quota.burst");
    expect(rulesOf(refused)).not.toContain("quota.rolling-hour");
  });

  it.each(["free", "counted"])(
    "quota.burst: takes precedence over quota.refused [%s] for a rejected request (8)",
    async (choice) => {
      const world = await withQuota(10, { "quota.refused": choice });
      await read(world);
      expect(rulesOf(await read(world)).slice(0, 2)).toEqual(["quota.burst", "quota.refused"]);
    },
  );

  it.each([
    { rule: "quota.burst", quota: 500, burst: 50 },
    { rule: "quota.burst", quota: 200, burst: 20 },
    { rule: "quota.burst", quota: 100, burst: 10 },
    { rule: "quota.burst", quota: 10, burst: 1 },
    { rule: "quota.rolling-hour", quota: 1, burst: 1 },
  ])("$rule: is $burst at $quota an hour (8)", async ({ quota, burst }) => {
    const world = await withQuota(quota);
    const allowed = (await statuses(world, burst + 2)).filter((status) => status === 200);
    expect(allowed).toHaveLength(burst);
  });

  it("quota.burst: covers the last 60 seconds, to the millisecond (8)", async () => {
    const world = await withQuota(100);
    await advanceTo(world, 50 * second);
    await statuses(world, 10);
    await advanceTo(world, 110 * second - 1);
    expect((await read(world)).status).toBe(429);
    await advanceTo(world, 110 * second);
    expect(await statuses(world, 11)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it("quota.burst [clock-minute]: covers the clock's minute, to the millisecond (8)", async () => {
    const world = await withQuota(100, { "quota.burst": "clock-minute" });
    await advanceTo(world, 50 * second);
    await statuses(world, 10);
    await advanceTo(world, minute - 1);
    const refused = await read(world);
    expect(outcome(refused)).toMatch(/^429 /);
    expectAssumes(refused, "quota.burst");
    await advanceTo(world, minute);
    expect(await statuses(world, 11)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});

describe("the quota of a key without its own", () => {
  it("quota.value: is 500 requests an hour (8)", async () => {
    const { refused } = await usedUp({}, 499);
    expect(outcome(refused)).toMatch(/^429 /);
    expectAssumes(refused, "quota.value");
  });

  it.each([{}, { "quota.value": "500" }])(
    "quota.value: allows the 500th request, with a burst of 50 and the assumptions %o (8)",
    async (assumptions) => {
      const { allowed, shown } = await usedUp(assumptions, 499);
      expect(outcome(allowed)).toBe("200");
      expect(shown).toMatchObject({ quotaPerHour: 500, burstPerMinute: 50 });
    },
  );

  it("quota.value [100]: is 100 requests an hour (8)", async () => {
    const { allowed, refused } = await usedUp({ "quota.value": "100" }, 99);
    expect(outcome(allowed)).toBe("200");
    expect(outcome(refused)).toMatch(/^429 /);
    expectAssumes(refused, "quota.value");
  });

  it("quota.value [200]: is 200 requests an hour (8)", async () => {
    const { allowed, refused } = await usedUp({ "quota.value": "200" }, 199);
    expect(outcome(allowed)).toBe("200");
    expect(outcome(refused)).toMatch(/^429 /);
    expectAssumes(refused, "quota.value");
  });

  it("uncited quota.value [off]: is unlimited (8)", async () => {
    const { allowed, refused, shown } = await usedUp({ "quota.value": "off" }, 5_000);
    expect(outcome(allowed)).toBe("200");
    expect(outcome(refused)).toBe("200");
    expect(shown).toMatchObject({ quotaPerHour: null, burstPerMinute: null });
  });

  it("uncited quota.value: is not cited for a key with its own quota (8)", async () => {
    const world = await withQuota(10);
    await statuses(world, 1);
    expect(rulesOf(await read(world))).not.toContain("quota.value");
  });
});

/** Sends `count` requests, one at the start of each minute. */
async function oneAMinute(world: World, count: number): Promise<readonly number[]> {
  const seen: number[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    // oxlint-disable-next-line no-await-in-loop -- time moves forward
    await advanceTo(world, sent * minute);
    // oxlint-disable-next-line no-await-in-loop -- time moves forward
    seen.push((await read(world)).status);
  }
  return seen;
}

/** Sends two requests with a new key that has used `count` requests over the last 50 minutes. */
async function usedUp(assumptions: Readonly<Record<string, string>>, count: number) {
  const world = await newWorld({ now: start, assumptions });
  const issued = await world.control("POST", "/api-keys", {
    firmId: ids.partnerFirm,
    roleType: "Partner",
    environment: "sandbox",
  });
  const [id, key] = [text(issued, "data.id"), text(issued, "data.key")];
  const used = await world.control("POST", `/quotas/${id}/use`, { count, over: "PT50M" });
  const allowed = await world.api("GET", "/v1/leads", { key });
  const refused = await world.api("GET", "/v1/leads", { key });
  return { allowed, refused, shown: at(used, "data") };
}
