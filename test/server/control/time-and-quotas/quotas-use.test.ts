import { describe, expect, it } from "vitest";

import { at } from "../../../support/reply.ts";
import { monday, newWorld } from "../../../support/world.ts";
import { statuses } from "../faults/planned-faults.ts";

describe("POST quotas/{keyId}/use", () => {
  it("200 and counts at the current time without over (8)", async () => {
    const world = await newWorld({ quotaPerHour: 500 });
    const reply = await world.control("POST", `/quotas/${world.keyIds.partner}/use`, { count: 50 });
    expect(at(reply, "data")).toEqual({
      keyId: world.keyIds.partner,
      quotaPerHour: 500,
      burstPerMinute: 50,
      usedLastHour: 50,
      usedLastMinute: 50,
      nextAllowedAt: "2026-03-02T09:01:00.000Z",
    });
  });

  it.each(["PT15M", 900_000])(
    "200 and spreads over %s: 500 by 07:45 allow the next at 08:30 (8)",
    async (over) => {
      const world = await newWorld({ quotaPerHour: 500, now: "2026-03-02T07:45:00.000Z" });
      const path = `/quotas/${world.keyIds.partner}/use`;
      const reply = await world.control("POST", path, { count: 500, over });
      expect(at(reply, "data.usedLastHour")).toBe(500);
      expect(at(reply, "data.nextAllowedAt")).toBe("2026-03-02T08:30:00.000Z");
    },
  );

  it.each([
    { name: "one", count: 1, over: "PT10M", times: [0] },
    { name: "two", count: 2, over: "PT10M", times: [0, 600] },
    { name: "three", count: 3, over: "PT10M", times: [0, 300, 600] },
    { name: "four at once", count: 4, over: 0, times: [0, 0, 0, 0] },
  ])("200 and spreads $name evenly up to now (8)", async ({ count, over, times }) => {
    const world = await newWorld({ quotaPerHour: 500 });
    const path = `/quotas/${world.keyIds.partner}/use`;
    await world.control("POST", path, { count, over });
    const left: unknown[] = [];
    for (const by of ["PT50M", "PT5M", "PT5M"]) {
      // oxlint-disable-next-line no-await-in-loop -- time moves forward
      await world.control("POST", "/clock/advance", { by });
      // oxlint-disable-next-line no-await-in-loop -- time moves forward
      left.push(at(await world.control("GET", "/quotas"), "data.0.usedLastHour"));
    }
    const stillThere = (minutes: number) => times.filter((ago) => ago / 60 + minutes < 60).length;
    expect(left).toEqual([stillThere(50), stillThere(55), stillThere(60)]);
  });

  it("200 and ignores use of more than an hour ago (8)", async () => {
    const world = await newWorld({ quotaPerHour: 500 });
    const path = `/quotas/${world.keyIds.partner}/use`;
    const reply = await world.control("POST", path, { count: 3, over: "PT2H" });
    expect(at(reply, "data.usedLastHour")).toBe(1);
    expect(at(reply, "data.nextAllowedAt")).toBe(monday);
  });

  it("200 adds to earlier requests and calls (8)", async () => {
    const world = await newWorld({ quotaPerHour: 500 });
    const path = `/quotas/${world.keyIds.partner}/use`;
    await statuses(world, 2);
    await world.control("POST", path, { count: 5, over: "PT30M" });
    const reply = await world.control("POST", path, { count: 40 });
    expect(at(reply, "data")).toMatchObject({ usedLastHour: 47, usedLastMinute: 43 });
    expect(await statuses(world, 8)).toEqual([...Array.from({ length: 7 }, () => 200), 429]);
  });

  it("200 allows the request that fills the quota, and not the next one (8)", async () => {
    const world = await newWorld({ quotaPerHour: 500 });
    const path = `/quotas/${world.keyIds.partner}/use`;
    await world.control("POST", path, { count: 499, over: "PT50M" });
    expect(await statuses(world, 2)).toEqual([200, 429]);
  });

  it("200 uses only the quota of that key (8)", async () => {
    const world = await newWorld({ quotaPerHour: 500 });
    await world.control("POST", `/quotas/${world.keyIds.realtor}/use`, { count: 500 });
    expect(await statuses(world, 1)).toEqual([200]);
  });

  it("200 for the largest count of one call (8)", async () => {
    const world = await newWorld({ quotaPerHour: 500 });
    const path = `/quotas/${world.keyIds.partner}/use`;
    const reply = await world.control("POST", path, { count: 100_000, over: "PT59M" });
    expect(at(reply, "data.usedLastHour")).toBe(100_000);
  });

  it.each([
    { count: 0 },
    { count: -1 },
    { count: 1.5 },
    { count: 100_001 },
    { count: "5" },
    { count: 1, over: "soon" },
    { count: 2, over: `P${"9".repeat(400)}W` },
    { count: 1, at: "2026-03-02T08:00:00Z" },
    {},
  ])("422 and uses nothing for %j", async (body) => {
    const world = await newWorld({ quotaPerHour: 500 });
    const path = `/quotas/${world.keyIds.partner}/use`;
    expect((await world.control("POST", path, body)).status).toBe(422);
    expect(at(await world.control("GET", "/quotas"), "data.0.usedLastHour")).toBe(0);
  });
});
