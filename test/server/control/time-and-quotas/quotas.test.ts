import { describe, expect, it } from "vitest";

import { at } from "../../../support/reply.ts";
import { monday, newWorld } from "../../../support/world.ts";
import { stalledIn } from "../calls/stalled.ts";
import { statuses } from "../faults/planned-faults.ts";
import { opened, partnerKey } from "../opened.ts";

describe("GET quotas", () => {
  it("200 with null for no limit, and the use (8)", async () => {
    const world = await newWorld({ quotaPerHour: null });
    await statuses(world, 60);
    expect(at(await world.control("GET", "/quotas"), "data.0")).toMatchObject({
      quotaPerHour: null,
      burstPerMinute: null,
      usedLastHour: 60,
      usedLastMinute: 60,
      nextAllowedAt: monday,
    });
  });
});

describe("PUT quotas/{keyId}", () => {
  it("200 counts requests under the previous quota (8)", async () => {
    const world = await newWorld({ quotaPerHour: null });
    await statuses(world, 20);
    const path = `/quotas/${world.keyIds.partner}`;
    const lowered = await world.control("PUT", path, { quotaPerHour: 20 });
    expect(at(lowered, "data.nextAllowedAt")).toBe("2026-03-02T10:00:00.000Z");
    expect(await statuses(world, 1)).toEqual([429]);
    const raised = await world.control("PUT", path, { quotaPerHour: 500 });
    expect(at(raised, "data.nextAllowedAt")).toBe(monday);
    expect(await statuses(world, 1)).toEqual([200]);
  });

  it.each([
    { quotaPerHour: 0 },
    { quotaPerHour: -1 },
    { quotaPerHour: 1.5 },
    { quotaPerHour: "60" },
    { quotaPerHour: 60, burstPerMinute: 5 },
    {},
  ])("422 and sets nothing for %j", async (body) => {
    const world = await newWorld({ quotaPerHour: 500 });
    const path = `/quotas/${world.keyIds.partner}`;
    expect((await world.control("PUT", path, body)).status).toBe(422);
    expect(at(await world.control("GET", "/quotas"), "data.0.quotaPerHour")).toBe(500);
  });
});

describe("POST quotas/{keyId}/refill", () => {
  it("200 deletes the use of that key, and of no other (8)", async () => {
    const world = await newWorld({ quotaPerHour: 60 });
    const use = (id: string) => world.control("POST", `/quotas/${id}/use`, { count: 60 });
    await use(world.keyIds.partner);
    await use(world.keyIds.realtor);
    await world.control("POST", `/quotas/${world.keyIds.partner}/refill`);
    expect(await statuses(world, 1)).toEqual([200]);
    const realtor = { key: world.keys.realtor, surface: "realtor" } as const;
    expect(await statuses(world, 1, realtor)).toEqual([429]);
  });
});

describe("POST quotas/{keyId}/use", () => {
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

describe("a request in flight that quota.failed makes free", () => {
  it.each([
    { path: "use", body: { count: 3 }, usedLastHour: 3 },
    { path: "refill", body: undefined, usedLastHour: 0 },
  ])("uses no quota after quotas/$path (8)", async ({ path, body, usedLastHour }) => {
    const { sandbox, control } = await opened();
    await control("PUT", "/assumptions", { "quota.failed": "free" });
    await control("PUT", `/quotas/${partnerKey.id}`, { quotaPerHour: 100 });
    const taken = stalledIn(sandbox, "ada.active");
    expect((await control("POST", `/quotas/${partnerKey.id}/${path}`, body)).status).toBe(200);
    taken.finish();
    expect((await taken.reply).status).toBe(409);
    expect(at(await control("GET", "/quotas"), "data.0")).toMatchObject({ usedLastHour });
  });
});
