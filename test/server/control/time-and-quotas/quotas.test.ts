import { describe, expect, it } from "vitest";

import { at, column, text } from "../../../support/reply.ts";
import { ids, monday, newWorld } from "../../../support/world.ts";
import { statuses, expected } from "../faults/planned-faults.ts";

describe("GET quotas", () => {
  it("200 with each key of the workspace, its quota and its use (8)", async () => {
    const world = await newWorld({ quotaPerHour: 500 });
    await statuses(world, 3);
    const quotas = await world.control("GET", "/quotas");
    expect(at(quotas, "meta.total")).toBe(4);
    expect(new Set(column(quotas, "keyId"))).toEqual(new Set(Object.values(world.keyIds)));
    expect(at(quotas, "data.0")).toEqual({
      keyId: world.keyIds.partner,
      quotaPerHour: 500,
      burstPerMinute: 50,
      usedLastHour: 3,
      usedLastMinute: 3,
      nextAllowedAt: monday,
    });
    expect(column(quotas, "usedLastHour").slice(1)).toEqual([0, 0, 0]);
  });

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

  it("200 with requests that leave the minute and the hour to the millisecond (8)", async () => {
    const world = await newWorld({ quotaPerHour: 500 });
    await statuses(world, 2);
    const seen: unknown[] = [];
    for (const by of [59_999, 1, 3_540_000 - 1, 1]) {
      // oxlint-disable-next-line no-await-in-loop -- time moves forward
      await world.control("POST", "/clock/advance", { by });
      // oxlint-disable-next-line no-await-in-loop -- time moves forward
      const quota = await world.control("GET", "/quotas");
      seen.push([at(quota, "data.0.usedLastHour"), at(quota, "data.0.usedLastMinute")]);
    }
    expect(seen).toEqual([
      [2, 2],
      [2, 0],
      [2, 0],
      [0, 0],
    ]);
  });

  it("200 with a revoked key, and a new one", async () => {
    const world = await newWorld();
    await world.control("DELETE", `/api-keys/${world.keyIds.partner}`);
    const key = { firmId: ids.partnerFirm, roleType: "Partner", environment: "sandbox" };
    const issued = await world.control("POST", "/api-keys", { ...key, quotaPerHour: 60 });
    const keyIds = column(await world.control("GET", "/quotas"), "keyId");
    expect(keyIds).toContain(world.keyIds.partner);
    expect(keyIds).toContain(text(issued, "data.id"));
  });
});

describe("PUT quotas/{keyId}", () => {
  it("200 and applies from the next request on, null for no limit (8)", async () => {
    const world = await newWorld();
    const path = `/quotas/${world.keyIds.partner}`;
    await world.control("PUT", path, { quotaPerHour: 10 });
    expect((await world.api("GET", `/v1/firms/${ids.partnerFirm}/leads`)).status).toBe(200);
    expect((await world.api("GET", `/v1/firms/${ids.partnerFirm}/leads`)).status).toBe(429);
    await world.control("PUT", path, { quotaPerHour: null });
    expect((await world.api("GET", `/v1/firms/${ids.partnerFirm}/leads`)).status).toBe(200);
  });

  it("200 with the quota in force and its burst (8)", async () => {
    const world = await newWorld();
    const path = `/quotas/${world.keyIds.partner}`;
    const reply = await world.control("PUT", path, { quotaPerHour: 45 });
    expect(at(reply, "data")).toMatchObject({ quotaPerHour: 45, burstPerMinute: 4 });
    const keys = await world.control("GET", "/api-keys");
    expect(at(keys, "data.0.quotaPerHour")).toBe(45);
  });

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

  it("200 for a key without use", async () => {
    const world = await newWorld({ quotaPerHour: 60 });
    const refilled = await world.control("POST", `/quotas/${world.keyIds.partner}/refill`);
    expect(at(refilled, "data")).toMatchObject({ usedLastHour: 0, nextAllowedAt: monday });
  });
});

describe("the events of quotas", () => {
  it("report each change with the key, in order", async () => {
    const world = await newWorld({ quotaPerHour: 60 });
    const keyId = world.keyIds.partner;
    await world.control("PUT", `/quotas/${keyId}`, { quotaPerHour: 100 });
    await world.control("POST", `/quotas/${keyId}/use`, { count: 3, over: "PT1M" });
    await world.control("POST", `/quotas/${keyId}/refill`);
    await world.control("PUT", `/quotas/${keyId}`, { quotaPerHour: null });
    const events = await world.control("GET", "/events");
    expect(column(events, "type")).toEqual([
      "quota.set",
      "quota.used",
      "quota.refilled",
      "quota.set",
    ]);
    expect(column(events, "data")).toEqual([
      { keyId, quotaPerHour: 100, callId: "call_1" },
      { keyId, count: 3, callId: "call_2" },
      { keyId, callId: "call_3" },
      { keyId, quotaPerHour: null, callId: "call_4" },
    ]);
  });

  it("report nothing for a rejected change", async () => {
    const world = await newWorld();
    await world.control("PUT", "/quotas/nope", { quotaPerHour: 1 });
    await world.control("PUT", `/quotas/${world.keyIds.partner}`, { quotaPerHour: 0 });
    expect(await expected(world, "quota")).toEqual([]);
  });
});

describe("a snapshot", () => {
  it("contains the use of each key, and restores it (8)", async () => {
    const world = await newWorld({ quotaPerHour: 60 });
    const keyId = world.keyIds.partner;
    await world.control("POST", `/quotas/${keyId}/use`, { count: 60, over: "PT30M" });
    const before = (await world.control("GET", "/quotas")).text;
    await world.control("POST", "/snapshots", { name: "used" });
    await world.control("POST", `/quotas/${keyId}/refill`);
    await world.control("PUT", `/quotas/${keyId}`, { quotaPerHour: null });
    await world.control("POST", "/snapshots/used/restore");
    expect((await world.control("GET", "/quotas")).text).toBe(before);
    expect(await statuses(world, 1)).toEqual([429]);
  });
});
