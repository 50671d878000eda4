import { describe, expect, it } from "vitest";

import { defaultPermissions } from "../../../../src/domain/model/api-key.ts";
import { at, rulesOf, text } from "../../../support/reply.ts";
import { ids, newWorld } from "../../../support/world.ts";
import type { Params } from "./staged.ts";
import { changeState, staged, withKey } from "./staged.ts";

describe("the state of a key", () => {
  it.each<[string, Params, number, string]>([
    ["the API key is valid", {}, 200, "lead.list-all"],
    ["the API key is valid", { permissions: ["leads:read"] }, 200, "lead.list-all"],
    ["the API key is valid", { permissions: ["leads:create"] }, 403, "auth.permission"],
    ["the API key is valid", { permissions: [] }, 403, "auth.permission"],
    ["the API key is unknown", {}, 401, "auth.invalid"],
    ["the API key has been revoked", {}, 401, "auth.invalid"],
    ["the API key has expired", {}, 401, "auth.invalid"],
    ["the API key belongs to the other environment", {}, 401, "env.key-mismatch"],
    ["the API key belongs to the other API", {}, 403, "auth.role-surface"],
    ["the API key lacks a permission", { permission: "leads:read" }, 403, "auth.permission"],
    ["the API key has used its quota", {}, 429, "quota.rolling-hour"],
    ["the API key has used its burst", {}, 429, "quota.burst"],
  ])("%s with %o: %i by %s (5, 8)", async (state, params, status, rule) => {
    const world = await newWorld({ quotaPerHour: 60 });
    const values = await staged(world, state, params);
    const reply = await withKey(world, values, "GET", "/v1/leads");
    expect(`${reply.status} ${reply.text}`).toMatch(new RegExp(`^${status} `));
    expect(rulesOf(reply)).toContain(rule);
  });

  const surface = { roleType: "Realtor", environment: "production" } as const;

  it.each<[string, Params]>([
    ["the API key is valid", surface],
    ["the API key has been revoked", surface],
    ["the API key has expired", surface],
    ["the API key belongs to the other environment", {}],
    ["the API key belongs to the other API", {}],
    ["the API key has used its burst", {}],
    ["there are no leads", {}],
  ])("%s returns a key of the given Firm, which is created with it, %o", async (state, given) => {
    const world = await newWorld();
    const values = await staged(world, state, { firmId: "NewFirm1", ...given });
    const keys = await world.control("GET", "/api-keys");
    expect(at(keys, "data")).toContainEqual(
      expect.objectContaining({ id: text(values, "apiKeyId"), firmId: "NewFirm1", ...given }),
    );
  });

  it.each(["leads:read", "plans:read"] as const)(
    "lacks %s and has the other default permissions",
    async (permission) => {
      const world = await newWorld();
      const values = await staged(world, "the API key lacks a permission", { permission });
      const keys = await world.control("GET", "/api-keys");
      const usual = defaultPermissions.filter((one) => one !== permission);
      expect(at(keys, "data")).toContainEqual(
        expect.objectContaining({ id: text(values, "apiKeyId"), permissions: usual }),
      );
    },
  );

  it.each<[string, Params, string]>([
    ["the API key is valid", { permissions: ["leads:write"] }, "permissions.0"],
    ["the API key lacks a permission", { permission: "leads" }, "permission"],
  ])("%s is 422 for %o", async (state, params, name) => {
    const reply = await changeState(await newWorld(), state, params);
    expect(reply.status).toBe(422);
    expect(Object.keys(Object(at(reply, "fields")))).toEqual([name]);
  });
});

describe("the API key has used its quota", () => {
  it("ends once the oldest request is an hour old, and the burst limit is not the reason (8)", async () => {
    const world = await newWorld({ quotaPerHour: 60 });
    const values = await staged(world, "the API key has used its quota");
    const quotas = await world.control("GET", "/quotas");
    const row = Object(at(quotas, "data")).find(
      ({ keyId }: { keyId: string }) => keyId === text(values, "apiKeyId"),
    );
    expect(row).toMatchObject({ usedLastHour: 60, nextAllowedAt: "2026-03-02T09:30:00.000Z" });
    await world.control("POST", "/clock/advance", { by: "PT30M" });
    expect((await withKey(world, values, "GET", "/v1/leads")).status).toBe(200);
  });

  it.each([1, 100_000])("makes the next request fail under a quota of %i", async (quota) => {
    const world = await newWorld({ quotaPerHour: quota });
    const values = await staged(world, "the API key has used its quota");
    expect((await withKey(world, values, "GET", "/v1/leads")).status).toBe(429);
  });
});

describe("the API key has used its burst", () => {
  it("ends after a minute (8)", async () => {
    const world = await newWorld({ quotaPerHour: 60 });
    const values = await staged(world, "the API key has used its burst");
    await world.control("POST", "/clock/advance", { by: 59_999 });
    expect((await withKey(world, values, "GET", "/v1/leads")).status).toBe(429);
    await world.control("POST", "/clock/advance", { by: 1 });
    expect((await withKey(world, values, "GET", "/v1/leads")).status).toBe(200);
  });
});

describe("a rejected state", () => {
  it.each(["the API key has used its quota", "the API key has used its burst"])(
    "changes nothing: %s for a key without a quota",
    async (state) => {
      const world = await newWorld({ assumptions: { "quota.value": "off" } });
      const expected = async (): Promise<string> =>
        (await world.control("GET", "/api-keys")).text +
        (await world.control("GET", "/state")).text;
      const before = await expected();
      const reply = await changeState(world, state, { firmId: "NewFirm1" });
      expect(`${reply.status} ${reply.text}`).toMatch(/^409 .*no quota/);
      expect(await expected()).toBe(before);
      const issued = await staged(world, "the API key is valid", { firmId: "NewFirm1" });
      expect((await withKey(world, issued, "GET", "/v1/firms/NewFirm1")).status).toBe(200);
    },
  );
});

describe("there are no leads", () => {
  it("deletes Leads, Plans and clients, and nothing else", async () => {
    const world = await newWorld();
    const before = await world.control("GET", "/state");
    await staged(world, "there are no leads");
    const after = await world.control("GET", "/state");
    const none = { leads: [], plans: [], clientProfiles: [] };
    expect(at(after, "data")).toEqual({ ...Object(at(before, "data")), ...none });
    const reply = await world.api("GET", "/v1/leads?scope=withDeleted");
    expect(at(reply, "data")).toEqual([]);
  });
});

describe("leads exist", () => {
  it.each([3, 1_000])("creates %i Leads of one Firm, oldest first", async (count) => {
    const world = await newWorld();
    await world.control("PUT", "/state", {});
    const values = await staged(world, "leads exist", count === 3 ? {} : { count });
    const reply = await withKey(
      world,
      values,
      "GET",
      '/v1/leads?limit=1&order=[["createdAt","ASC"]]',
    );
    expect(at(reply, "meta.total") ?? Object(at(values, "leadIds")).length).toBe(count);
    const leads = await world.control("GET", "/state");
    const found: readonly { id: string; resourceId: string }[] = Object(at(leads, "data.leads"));
    expect(found.map(({ id }) => id)).toEqual(at(values, "leadIds"));
    expect(new Set(found.map(({ resourceId }) => resourceId)).size).toBe(1);
  });

  it.each([0, 1_001])("is 422 for a count of %j", async (count) => {
    const reply = await changeState(await newWorld(), "leads exist", { count });
    expect(reply.status).toBe(422);
  });
});

describe("the service fails", () => {
  it.each<[number, Params]>([
    [500, {}],
    [599, { status: 599 }],
  ])("answers every request with %i", async (status, params) => {
    const world = await newWorld();
    await staged(world, "the service fails", params);
    const bad = { surface: "realtor" } as const;
    const body = { email: "x" };
    const path = `/v1/firms/${ids.partnerFirm}/leads`;
    expect((await world.api("GET", "/v1/leads")).status).toBe(status);
    expect((await world.api("POST", path, { body })).status).toBe(status);
    expect((await world.api("GET", "/v1/nothing", bad)).status).toBe(status);
  });

  it.each([499, 600])("is 422 for the status %i", async (status) => {
    const reply = await changeState(await newWorld(), "the service fails", { status });
    expect(reply.status).toBe(422);
  });
});

describe("the rule is chosen", () => {
  it("changes only that rule", async () => {
    const world = await newWorld();
    const before = await world.control("GET", "/assumptions");
    await staged(world, "the rule is chosen", { rule: "lead.delete", choice: "204" });
    const after = { ...Object(at(before, "data")), "lead.delete": "204" };
    expect(at(await world.control("GET", "/assumptions"), "data")).toEqual(after);
    expect((await world.api("DELETE", `/v1/leads/${ids.activeLead}`)).status).toBe(204);
  });

  it.each([
    ["no rule", { rule: "lead.nope", choice: "204" }, "lead.nope"],
    ["no choice of it", { rule: "lead.delete", choice: "205" }, "lead.delete"],
    ["a rule without a choice", { rule: "auth.missing", choice: "401" }, "auth.missing"],
  ])("is 422 for %s, with that field", async (_what, params, expected) => {
    const reply = await changeState(await newWorld(), "the rule is chosen", params);
    expect(`${reply.status} ${reply.text}`).toMatch(new RegExp(`^422 .*${expected}`));
  });
});
