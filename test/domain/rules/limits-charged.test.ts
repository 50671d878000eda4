import { describe, expect, it } from "vitest";

import { ruleOf } from "../../../src/domain/rules/catalogue.ts";
import { rulesOf } from "../../support/reply.ts";
import type { World } from "../../support/world.ts";
import { ids } from "../../support/world.ts";
import { advanceTo, quotaOf, read, withQuota } from "./quota-world.ts";
import { expectAssumes, outcome } from "./ruled-answers.ts";

const second = 1_000;

describe("a request that was refused with 429", () => {
  it("quota.refused: uses no quota (8)", async () => {
    const world = await withQuota(10);
    await read(world);
    await advanceTo(world, 30 * second);
    const refused = await read(world);
    expect(outcome(refused)).toMatch(/^429 /);
    expectAssumes(refused, "quota.refused");
    expect(await quotaOf(world)).toMatchObject({ usedLastHour: 1 });
    await advanceTo(world, 60 * second);
    expect((await read(world)).status).toBe(200);
  });

  it("quota.refused [counted]: uses quota, and counts towards the next minute (8)", async () => {
    const world = await withQuota(10, { "quota.refused": "counted" });
    await read(world);
    await advanceTo(world, 30 * second);
    const refused = await read(world);
    expect(outcome(refused)).toMatch(/^429 /);
    expectAssumes(refused, "quota.refused");
    expect(await quotaOf(world)).toMatchObject({ usedLastHour: 2 });
    await advanceTo(world, 60 * second);
    expect((await read(world)).status).toBe(429);
    await advanceTo(world, 120 * second);
    expect((await read(world)).status).toBe(200);
  });
});

describe("a request that failed", () => {
  const failures = [
    { status: 404, send: (world: World) => world.api("GET", "/v1/leads/NoSuchId") },
    { status: 409, send: postTaken },
    { status: 422, send: (world: World) => world.api("GET", "/v1/leads?limit=0") },
    { status: 403, send: (world: World) => world.api("GET", "/v1/clientProfiles") },
    { status: 413, send: postTooLarge },
  ];

  it.each(failures)(
    "uncited quota.failed: a $status uses quota as a success does (8)",
    async ({ status, send }) => {
      const world = await withQuota(10);
      expect((await send(world)).status).toBe(status);
      expect(await quotaOf(world)).toMatchObject({ usedLastHour: 1, usedLastMinute: 1 });
      expect((await read(world)).status).toBe(429);
    },
  );

  it.each(failures)(
    "quota.failed [free]: a $status uses no quota (8)",
    async ({ status, send }) => {
      const world = await withQuota(10, { "quota.failed": "free" });
      const failed = await send(world);
      expect(failed.status).toBe(status);
      expectAssumes(failed, "quota.failed");
      expect(await quotaOf(world)).toMatchObject({ usedLastHour: 0, usedLastMinute: 0 });
      expect((await read(world)).status).toBe(200);
    },
  );

  it("the text of rule quota.failed names every status that is free (8)", () => {
    expect(ruleOf("quota.failed").statement).toContain("any status from 400 to 499");
  });

  it("quota.failed [free]: a 403 for the role type of the key uses no quota (8)", async () => {
    const world = await withQuota(10, { "quota.failed": "free" });
    const refused = await world.api("GET", "/v1/leads", { surface: "realtor" });
    expect(outcome(refused)).toMatch(/^403 /);
    expectAssumes(refused, "quota.failed");
    expect(await quotaOf(world)).toMatchObject({ usedLastHour: 0 });
  });

  it("uncited quota.failed [free]: a success still uses quota (8)", async () => {
    const world = await withQuota(100, { "quota.failed": "free" });
    const allowed = await read(world);
    expect(rulesOf(allowed)).not.toContain("quota.failed");
    expect(await quotaOf(world)).toMatchObject({ usedLastHour: 1 });
  });
});

describe("a request that was refused with 401", () => {
  it.each([
    { name: "no key", key: null, surface: "partner" },
    { name: "an unknown key", key: "99999999-9999-4999-8999-999999999999", surface: "partner" },
    { name: "a key of the other environment", key: undefined, surface: "partner-production" },
  ] as const)("quota.unauthenticated: uses no quota, with $name (8)", async ({ key, surface }) => {
    const world = await withQuota(10);
    const sent = key === undefined ? { surface } : { surface, key };
    const refused = await world.api("GET", "/v1/leads", sent);
    expect(outcome(refused)).toMatch(/^401 /);
    expect(await quotaOf(world)).toMatchObject({ usedLastHour: 0 });
    expect((await read(world)).status).toBe(200);
  });

  it("quota.unauthenticated: a revoked key gets 401 and never 429 (5.6, 8)", async () => {
    const world = await withQuota(10);
    await world.control("DELETE", `/api-keys/${world.keyIds.partner}`);
    expect((await read(world)).status).toBe(401);
    expect((await read(world)).status).toBe(401);
    expect(await quotaOf(world)).toMatchObject({ usedLastHour: 0 });
  });
});

function postTaken(world: World) {
  return world.api("POST", `/v1/firms/${ids.partnerFirm}/leads`, {
    body: { email: "ada.active@example.com", firstName: "Ada", lastName: "Abel" },
  });
}

function postTooLarge(world: World) {
  const rawBody = JSON.stringify({ notes: "n".repeat(1_100_000) });
  return world.api("POST", `/v1/firms/${ids.partnerFirm}/leads`, { rawBody });
}
