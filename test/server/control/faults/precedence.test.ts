import { describe, expect, it } from "vitest";

import { column } from "../../../support/reply.ts";
import { newWorld } from "../../../support/world.ts";
import { planFault, standings, statuses } from "./planned-faults.ts";

const now = "2026-03-02T09:00:00.000Z";
const later = "2026-03-02T10:00:00.000Z";

describe("of several faults that match a request", () => {
  it("the first planned one is applied, and the others do not count it", async () => {
    const world = await newWorld();
    await planFault(world, { then: { status: 501 } });
    await planFault(world, { match: { path: "/leads", method: "GET" }, then: { status: 502 } });
    expect(await statuses(world, 2)).toEqual([501, 501]);
    expect(await standings(world)).toEqual(["active 2", "active 0"]);
  });

  it.each([
    { name: "once the first is used up", first: { times: 1 }, seen: [501, 502, 502] },
    {
      name: "if the first does not match",
      first: { match: { method: "DELETE" } },
      seen: [502, 502, 502],
    },
    { name: "until the first starts", first: { startsAt: later }, seen: [502, 502, 501] },
    { name: "once the first has expired", first: { expiresAt: later }, seen: [501, 501, 502] },
  ])("the next is applied $name", async ({ first, seen }) => {
    const world = await newWorld({ now });
    await planFault(world, { ...first, then: { status: 501 } });
    await planFault(world, { then: { status: 502 } });
    const before = await statuses(world, 2);
    await world.control("PUT", "/clock", { mode: "frozen", now: later });
    expect([...before, ...(await statuses(world, 1))]).toEqual(seen);
    const hits = [501, 502].map((status) => seen.filter((one) => one === status).length);
    expect(column(await world.control("GET", "/faults"), "hits")).toEqual(hits);
  });

  it("the next is applied if the first is skipped by its probability", async () => {
    const world = await newWorld();
    await planFault(world, { then: { status: 501 }, probability: 0.5 });
    await planFault(world, { then: { status: 502 } });
    const seen = await statuses(world, 40);
    expect(new Set(seen)).toEqual(new Set([501, 502]));
    const first = seen.filter((status) => status === 501).length;
    expect(await standings(world)).toEqual([`active ${first}`, `active ${40 - first}`]);
  });

  it("a first one with only a delay counts, and the next is not applied", async () => {
    const world = await newWorld();
    await planFault(world, { then: { delayMs: 1 } });
    await planFault(world, { then: { status: 503 } });
    expect(await statuses(world, 1)).toEqual([200]);
    expect(await standings(world)).toEqual(["active 1", "active 0"]);
  });
});

describe("a planned fault takes precedence over", () => {
  it("a 401 for a revoked key", async () => {
    const world = await newWorld();
    await world.control("DELETE", `/api-keys/${world.keyIds.partner}`);
    await planFault(world, { then: { status: 503 }, times: 1 });
    expect(await statuses(world, 2)).toEqual([503, 401]);
  });

  it("a 401 for a key of another environment", async () => {
    const world = await newWorld();
    await planFault(world, { then: { status: 503 }, times: 1 });
    expect(await statuses(world, 2, { surface: "partner-production" })).toEqual([503, 401]);
  });

  it("a 429", async () => {
    const world = await newWorld({ quotaPerHour: 1 });
    await world.control("POST", `/quotas/${world.keyIds.partner}/use`, { count: 1 });
    await planFault(world, { then: { status: 503 }, times: 1 });
    expect(await statuses(world, 2)).toEqual([503, 429]);
  });

  it.each([
    { name: "a 404 of an unknown path", method: "GET", path: "/v1/nowhere", status: 404 },
    { name: "a 404 of an unknown Lead", method: "GET", path: "/v1/leads/NoSuchId", status: 404 },
    { name: "a 405", method: "PUT", path: "/v1/leads", status: 405 },
    { name: "a 422 of a query", method: "GET", path: "/v1/leads?limit=0", status: 422 },
  ])("$name", async ({ method, path, status }) => {
    const world = await newWorld({ assumptions: { "http.method.unknown": "405" } });
    await planFault(world, { then: { status: 503 }, times: 1 });
    expect((await world.api(method, path)).status).toBe(503);
    expect((await world.api(method, path)).status).toBe(status);
  });
});
