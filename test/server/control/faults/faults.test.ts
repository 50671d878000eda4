import { describe, expect, it } from "vitest";

import { at, column, text } from "../../../support/reply.ts";
import { monday, newWorld } from "../../../support/world.ts";
import { planFault, standings } from "./planned-faults.ts";

const busy = { then: { status: 503 } } as const;
const hourLater = "2026-03-02T10:00:00.000Z";

describe("POST faults", () => {
  it("201 with the planned fault and its defaults", async () => {
    const world = await newWorld();
    const reply = await world.control("POST", "/faults", { then: { status: 503 } });
    expect(reply.status).toBe(201);
    expect(at(reply, "data")).toEqual({
      id: text(reply, "data.id"),
      match: {},
      then: { when: "before", status: 503 },
      times: null,
      probability: 1,
      startsAt: null,
      expiresAt: null,
      hits: 0,
      met: 0,
      state: "active",
    });
  });

  it("201 with every part as given, times in UTC", async () => {
    const world = await newWorld();
    const match = {
      method: "post",
      path: "/firms/*/leads",
      operationId: "post-leads-for-firm",
      apiKeyId: world.keyIds.partner,
    };
    const then = {
      when: "after",
      delayMs: 600_000,
      kind: "malformed",
      status: 409,
      message: "Taken",
      fields: { email: [{ code: "NOT_UNIQUE", message: "Taken" }] },
      headers: { "Retry-After": "7" },
    };
    const reply = await world.control("POST", "/faults", {
      match,
      then,
      times: 3,
      probability: 0.25,
      startsAt: "2026-03-02T11:00:00+01:00",
      expiresAt: "2026-03-02T11:00:00Z",
    });
    expect(at(reply, "data")).toEqual({
      id: text(reply, "data.id"),
      match,
      then,
      times: 3,
      probability: 0.25,
      startsAt: hourLater,
      expiresAt: "2026-03-02T11:00:00.000Z",
      hits: 0,
      met: 0,
      state: "waiting",
    });
  });

  it("201 for the limits of each value", async () => {
    const world = await newWorld();
    await planFault(world, { then: { status: 400 }, times: 1, probability: Number.MIN_VALUE });
    await planFault(world, { then: { status: 599 }, probability: 1, times: null });
    await planFault(world, { then: { delayMs: 0 }, startsAt: null, expiresAt: null });
    await planFault(world, { then: { kind: "empty", status: 200 } });
    await planFault(world, { ...busy, expiresAt: "2026-03-02T09:00:00.001Z" });
    expect(await standings(world)).toEqual(Array.from({ length: 5 }, () => "active 0"));
  });
});

describe("GET faults", () => {
  it("200 with all faults in the order of planning, finished ones too", async () => {
    const world = await newWorld();
    const wanted = [
      await planFault(world, { ...busy, times: 1, expiresAt: hourLater }),
      await planFault(world, { ...busy, expiresAt: hourLater }),
      await planFault(world, { ...busy, startsAt: "2026-03-03T00:00:00Z" }),
      await planFault(world, busy),
    ];
    await world.api("GET", "/v1/leads");
    await world.control("PUT", "/clock", { mode: "frozen", now: hourLater });
    const listed = await world.control("GET", "/faults");
    expect(column(listed, "id")).toEqual(wanted);
    expect(await standings(world)).toEqual(["used-up 1", "expired 0", "waiting 0", "active 0"]);
    expect(at(listed, "meta")).toEqual({ total: 4, count: 4, offset: 0, limit: 4 });
  });
});

describe("DELETE faults/{faultId}", () => {
  it("404 for a fault of another workspace, which stays", async () => {
    const world = await newWorld();
    await world.server("POST", "/workspaces", { id: "other", seed: 9, now: monday });
    const other = await world.server("POST", "/workspaces/other/faults", busy);
    const path = `/faults/${text(other, "data.id")}`;
    expect((await world.control("DELETE", path)).status).toBe(404);
    expect(at(await world.server("GET", "/workspaces/other/faults"), "meta.total")).toBe(1);
  });
});
