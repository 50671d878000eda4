import { describe, expect, it } from "vitest";

import { defaultPermissions } from "../../../../src/domain/model/api-key.ts";
import type { Reply } from "../../../support/reply.ts";
import { at, column, text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, monday, newWorld } from "../../../support/world.ts";
import { tellAll } from "../paths.ts";

const request = {
  firmId: ids.partnerFirm,
  roleType: "Partner",
  environment: "sandbox",
  quotaPerHour: null,
} as const;

/** Issues a key; fails the test if the call fails. */
async function issue(world: World, fields: object = {}): Promise<Reply> {
  const reply = await world.control("POST", "/api-keys", { ...request, ...fields });
  expect(`${reply.status} ${reply.text}`).toMatch(/^201 /);
  return reply;
}

function read(world: World, key: string): Promise<Reply> {
  return world.api("GET", "/v1/leads", { key });
}

describe("POST api-keys", () => {
  it("201 with the key, which is valid at once in its environment and in no other (5.2, 5.4)", async () => {
    const world = await newWorld();
    const reply = await issue(world);
    const key = text(reply, "data.key");
    expect(at(reply, "data")).toEqual({
      ...request,
      id: at(reply, "data.id"),
      key,
      permissions: defaultPermissions,
      createdAt: monday,
      expiresAt: null,
      revokedAt: null,
    });
    const surfaces = ["partner", "partner-production", "realtor"] as const;
    const statuses = surfaces.map(
      async (surface) => (await world.api("GET", "/v1/leads", { key, surface })).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 401, 403]);
  });

  it("201 with the requested permissions without duplicates, in catalogue order (5.2)", async () => {
    const world = await newWorld();
    const permissions = ["plans:read", "leads:create", "plans:read"];
    const issued = await issue(world, { permissions });
    expect(at(issued, "data.permissions")).toEqual(["leads:create", "plans:read"]);
    const listed = column(await world.control("GET", "/api-keys"), "permissions").at(-1);
    expect(listed).toEqual(at(issued, "data.permissions"));
  });

  it("201 with the default quota, which follows rule quota.value (8)", async () => {
    const world = await newWorld();
    const { firmId, roleType, environment } = request;
    const reply = await world.control("POST", "/api-keys", { firmId, roleType, environment });
    expect(at(reply, "data.quotaPerHour")).toBe(500);
    await world.control("PUT", "/assumptions", { "quota.value": "off" });
    expect(column(await world.control("GET", "/api-keys"), "quotaPerHour").at(-1)).toBeNull();
  });

  it.each([
    { field: "firmId", value: 7 },
    { field: "roleType", value: "partner" },
    { field: "environment", value: "test" },
    { field: "quotaPerHour", value: 0 },
    { field: "permissions.0", value: ["leads:write"], sent: "permissions" },
    { field: "expiresAt", value: "soon" },
    { field: "key", value: "11111111-1111-1111-8111-111111111111" },
  ])("422 for $field $value, and nothing is changed", async ({ field, value, sent = field }) => {
    const world = await newWorld();
    const before = await tellAll(world);
    const reply = await world.control("POST", "/api-keys", { ...request, [sent]: value });
    expect(`${reply.status} ${reply.text}`).toMatch(/^422 /);
    expect(Object.keys(Object(at(reply, "fields")))).toEqual([field]);
    expect(await tellAll(world)).toBe(before);
  });
});

describe("POST api-keys with a given key text", () => {
  it("201 in capitals, which is valid and taken in either case (5.2)", async () => {
    const world = await newWorld();
    const key = "0c0ffee0-0000-4000-8000-00000000000a";
    expect(text(await issue(world, { key: key.toUpperCase() }), "data.key")).toBe(key);
    expect((await read(world, key)).status).toBe(200);
    expect((await read(world, key.toUpperCase())).status).toBe(200);
    expect((await world.control("GET", "/requests")).text.toLowerCase()).not.toContain(key);
    const again = await world.control("POST", "/api-keys", { ...request, key });
    expect(again.status).toBe(409);
  });

  it("409 for a key of another workspace, a revoked one too, and nothing is changed (5.2)", async () => {
    const world = await newWorld();
    const other = await world.server("POST", "/workspaces", { id: "other", seed: 2 });
    const revoked = text(other, "data.firms.1.apiKeys.0.id");
    await world.server("DELETE", `/workspaces/other/api-keys/${revoked}`);
    const taken = ["data.firms.0.apiKeys.0.key", "data.firms.1.apiKeys.0.key"];
    const before = await tellAll(world);
    const statuses = taken.map(async (path) => {
      const key = text(other, path);
      return (await world.control("POST", "/api-keys", { ...request, key })).status;
    });
    expect(await Promise.all(statuses)).toEqual([409, 409]);
    expect(await tellAll(world)).toBe(before);
  });
});

describe("a key that ends", () => {
  it("is listed when it is revoked, and stays revoked after another change (5.6)", async () => {
    const world = await newWorld();
    await world.control("DELETE", `/api-keys/${world.keyIds.partner}`);
    const refused = await world.api("GET", "/v1/leads");
    expect(refused.headers.get("x-sandbox-reason")).toBe("The API key is revoked.");
    await world.control("PUT", `/quotas/${world.keyIds.partner}`, { quotaPerHour: 5 });
    expect((await world.api("GET", "/v1/leads")).status).toBe(401);
    await world.control("POST", "/clock/advance", { by: 1_000 });
    await world.control("DELETE", `/api-keys/${world.keyIds.partner}`);
    expect(column(await world.control("GET", "/api-keys"), "revokedAt")[0]).toBe(monday);
  });

  it("is refused from the moment of its expiry on, which any time zone can give (5.6)", async () => {
    const world = await newWorld();
    const issued = await issue(world, { expiresAt: "2026-03-02T11:00:00+02:00" });
    expect(at(issued, "data.expiresAt")).toBe(monday);
    const refused = await read(world, text(issued, "data.key"));
    expect(refused.status).toBe(401);
    expect(refused.headers.get("x-sandbox-reason")).toBe("The API key is expired.");
  });
});
