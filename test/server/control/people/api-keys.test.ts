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
const soon = "2026-03-02T10:00:00.000Z";

/** Issues a key; fails the test if the call fails. */
async function issue(world: World, fields: object = {}): Promise<Reply> {
  const reply = await world.control("POST", "/api-keys", { ...request, ...fields });
  expect(`${reply.status} ${reply.text}`).toMatch(/^201 /);
  return reply;
}

async function statusOf(world: World, key: string): Promise<number> {
  return (await world.api("GET", "/v1/leads", { key })).status;
}

/** The type and key id of each key event. */
async function keyEvents(world: World): Promise<readonly unknown[]> {
  const events = at(await world.control("GET", "/events"), "data");
  return (Array.isArray(events) ? events : [])
    .filter((event: unknown) => /"type":"key\./.test(JSON.stringify(event)))
    .map((event: unknown) => [
      part(event, "type"),
      part(event, "at"),
      part(part(event, "data"), "id"),
    ]);
}

function part(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
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

  it("201 with a unique key and id, however many exist (5.2)", async () => {
    const world = await newWorld();
    const made = await Promise.all(Array.from({ length: 50 }, () => issue(world)));
    for (const field of ["data.id", "data.key"]) {
      expect(new Set(made.map((reply) => text(reply, field))).size).toBe(50);
    }
    const listed = await world.control("GET", "/api-keys");
    expect(at(listed, "meta.total")).toBe(54);
    expect(column(listed, "id").slice(4)).toEqual(made.map((reply) => at(reply, "data.id")));
  });

  it("201 with the requested permissions without duplicates, in catalogue order (5.2)", async () => {
    const world = await newWorld();
    const permissions = ["plans:read", "leads:create", "plans:read"];
    const issued = await issue(world, { permissions });
    expect(at(issued, "data.permissions")).toEqual(["leads:create", "plans:read"]);
    const listed = column(await world.control("GET", "/api-keys"), "permissions").at(-1);
    expect(listed).toEqual(at(issued, "data.permissions"));
  });

  it("201 with no permissions by default: every operation answers 403 (5.2)", async () => {
    const world = await newWorld();
    const issued = await issue(world, { permissions: [] });
    expect(at(issued, "data.permissions")).toEqual([]);
    expect(await statusOf(world, text(issued, "data.key"))).toBe(403);
  });

  it("201 with the default quota, which follows rule quota.value (8)", async () => {
    const world = await newWorld();
    const { firmId, roleType, environment } = request;
    const reply = await world.control("POST", "/api-keys", { firmId, roleType, environment });
    expect(at(reply, "data.quotaPerHour")).toBe(500);
    await world.control("PUT", "/assumptions", { "quota.value": "off" });
    expect(column(await world.control("GET", "/api-keys"), "quotaPerHour").at(-1)).toBeNull();
  });

  it("404 for an unknown Firm, and nothing is changed", async () => {
    const world = await newWorld();
    const before = await tellAll(world);
    const reply = await world.control("POST", "/api-keys", { ...request, firmId: "Nowhere1" });
    expect(reply.status).toBe(404);
    expect(await tellAll(world)).toBe(before);
  });

  it.each([
    { field: "firmId", value: 7 },
    { field: "roleType", value: "partner" },
    { field: "environment", value: "test" },
    { field: "quotaPerHour", value: 0 },
    { field: "quotaPerHour", value: 1.5 },
    { field: "quotaPerHour", value: "500" },
    { field: "permissions", value: "leads:read" },
    { field: "permissions.0", value: ["leads:write"], sent: "permissions" },
    { field: "expiresAt", value: "soon" },
    { field: "expiresAt", value: 0 },
    { field: "key", value: "11111111-1111-1111-8111-111111111111" },
    { field: "key", value: "11111111" },
    { field: "key", value: false },
    { field: "name", value: "mine" },
  ])("422 for $field $value, and nothing is changed", async ({ field, value, sent = field }) => {
    const world = await newWorld();
    const before = await tellAll(world);
    const reply = await world.control("POST", "/api-keys", { ...request, [sent]: value });
    expect(`${reply.status} ${reply.text}`).toMatch(/^422 /);
    expect(Object.keys(Object(at(reply, "fields")))).toEqual([field]);
    expect(await tellAll(world)).toBe(before);
  });
});

describe("DELETE api-keys/{keyId}", () => {
  it("200 with the key and its revocation time, then 401 for that key only (5.6)", async () => {
    const world = await newWorld();
    const reply = await world.control("DELETE", `/api-keys/${world.keyIds.partner}`);
    expect(reply.status).toBe(200);
    expect(at(reply, "data.revokedAt")).toBe(monday);
    const refused = await world.api("GET", "/v1/leads");
    expect(refused.status).toBe(401);
    expect(refused.headers.get("x-sandbox-reason")).toBe("The API key is revoked.");
    expect(
      (await world.api("GET", "/v1/leads", { key: world.keys.realtor, surface: "realtor" })).status,
    ).toBe(200);
    expect(column(await world.control("GET", "/api-keys"), "id")).toContain(world.keyIds.partner);
  });

  it("409 for a key already revoked, which keeps its revocation time", async () => {
    const world = await newWorld();
    const path = `/api-keys/${world.keyIds.partner}`;
    await world.control("DELETE", path);
    await world.control("POST", "/clock/advance", { by: 1_000 });
    expect((await world.control("DELETE", path)).status).toBe(409);
    expect(column(await world.control("GET", "/api-keys"), "revokedAt")[0]).toBe(monday);
  });

  it("404 for an unknown id, and for the text of a key", async () => {
    const world = await newWorld();
    for (const id of ["Nothing1", world.keys.partner, "__proto__"]) {
      // oxlint-disable-next-line no-await-in-loop -- sequential, so that a failure shows which one it is
      expect((await world.control("DELETE", `/api-keys/${id}`)).status).toBe(404);
    }
  });

  it("200 for a revoked key whose quota changed, which stays revoked after another change (8)", async () => {
    const world = await newWorld();
    await world.control("DELETE", `/api-keys/${world.keyIds.partner}`);
    await world.control("PUT", `/quotas/${world.keyIds.partner}`, { quotaPerHour: 5 });
    expect((await world.api("GET", "/v1/leads")).status).toBe(401);
  });
});

describe("the expiry of a key", () => {
  it("applies 401 from its time on, and 200 until a millisecond before (5.6)", async () => {
    const world = await newWorld();
    const key = text(await issue(world, { expiresAt: soon }), "data.key");
    await world.control("POST", "/clock/advance", { by: 3_599_999 });
    expect(await statusOf(world, key)).toBe(200);
    await world.control("POST", "/clock/advance", { by: 1 });
    const refused = await world.api("GET", "/v1/leads", { key });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("x-sandbox-reason")).toBe("The API key is expired.");
  });

  it("applies at once for a key that is issued with the current time as expiry (5.6)", async () => {
    const world = await newWorld();
    expect(await statusOf(world, text(await issue(world, { expiresAt: monday }), "data.key"))).toBe(
      401,
    );
  });

  it("is accepted in any time zone, and reported in UTC", async () => {
    const world = await newWorld();
    const reply = await issue(world, { expiresAt: "2026-03-02T12:00:00+02:00" });
    expect(at(reply, "data.expiresAt")).toBe(soon);
  });
});

describe("the events of keys", () => {
  it("are reported as they happen, an expiry at its own time and in order", async () => {
    const world = await newWorld();
    const later = text(await issue(world, { expiresAt: "2026-03-02T11:00:00.000Z" }), "data.id");
    const first = text(await issue(world, { expiresAt: soon }), "data.id");
    const revoked = text(await issue(world, { expiresAt: soon }), "data.id");
    await world.control("DELETE", `/api-keys/${revoked}`);
    await world.control("POST", "/clock/advance", { by: "PT3H" });
    expect(await keyEvents(world)).toEqual([
      ["key.issued", monday, later],
      ["key.issued", monday, first],
      ["key.issued", monday, revoked],
      ["key.revoked", monday, revoked],
      ["key.expired", soon, first],
      ["key.expired", "2026-03-02T11:00:00.000Z", later],
    ]);
  });

  it("report an expiry once, and after the clock change that causes it", async () => {
    const world = await newWorld();
    const id = text(await issue(world, { expiresAt: soon }), "data.id");
    await world.control("POST", "/clock/advance", { by: 3_599_999 });
    expect(await keyEvents(world)).toEqual([["key.issued", monday, id]]);
    await world.control("POST", "/clock/advance", { by: 1 });
    await world.control("POST", "/clock/advance", { by: "P1D" });
    expect(await keyEvents(world)).toEqual([
      ["key.issued", monday, id],
      ["key.expired", soon, id],
    ]);
  });

  it("do not contain the text of a key", async () => {
    const world = await newWorld();
    const key = text(await issue(world), "data.key");
    const id = column(await world.control("GET", "/api-keys"), "id").at(-1);
    await world.control("DELETE", `/api-keys/${String(id)}`);
    expect((await world.control("GET", "/events")).text).not.toContain(key);
  });
});
