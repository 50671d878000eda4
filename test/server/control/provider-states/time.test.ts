import { describe, expect, it } from "vitest";

import { at, column, text } from "../../../support/reply.ts";
import { ids, monday, newWorld } from "../../../support/world.ts";
import { changeState, staged, withKey } from "./staged.ts";

describe("a quota that no test can use up", () => {
  it.each(["the API key has used its quota", "the API key has used its burst"])(
    "is 409, and allocates nothing: %s (8)",
    async (state) => {
      const world = await newWorld();
      const quotaPerHour = 1_000_000_000_000;
      await world.control("PUT", `/quotas/${world.keyIds.partner}`, { quotaPerHour });
      const reply = await changeState(world, state);
      expect(`${reply.status} ${reply.text}`).toMatch(/^409 .*too large/);
    },
  );
});

describe("the time is", () => {
  it.each(["2031-12-31T23:59:59.999Z", "2001-01-01T00:00:00.000Z"])("%s", async (now) => {
    const world = await newWorld();
    await staged(world, "the time is", { now });
    const values = await staged(world, "an active lead exists");
    const reply = await withKey(world, values, "GET", `/v1/leads/${text(values, "leadId")}`);
    expect(at(reply, "data.createdAt")).toBe(now);
    const clock = await world.control("GET", "/clock");
    expect(at(clock, "data")).toMatchObject({ now, mode: "frozen" });
  });

  it("moves the clock back, with keys that are usable at once (8)", async () => {
    const world = await newWorld({ quotaPerHour: 60 });
    const values = await staged(world, "the API key has used its burst");
    await staged(world, "the time is", { now: "2001-01-01T00:00:00.000Z" });
    expect((await withKey(world, values, "GET", "/v1/leads")).status).toBe(200);
  });

  it("moves the clock back, and repeats what falls due later", async () => {
    const world = await newWorld();
    const key = { firmId: ids.partnerFirm, roleType: "Partner", environment: "sandbox" } as const;
    await world.control("POST", "/api-keys", { ...key, expiresAt: "2031-01-01T00:00:00.000Z" });
    await staged(world, "the time is", { now: "2032-01-01T00:00:00.000Z" });
    await world.api("GET", "/v1/leads");
    await staged(world, "the time is", { now: "2030-01-01T00:00:00.000Z" });
    await world.control("POST", "/clock/advance", { to: "2031-06-01T00:00:00.000Z" });
    const types = column(await world.control("GET", "/events"), "type");
    expect(types.filter((type) => type === "key.expired")).toHaveLength(2);
  });

  it("is 422 for an invalid time, and the clock does not move", async () => {
    const world = await newWorld();
    expect((await changeState(world, "the time is", { now: "noon" })).status).toBe(422);
    expect(at(await world.control("GET", "/clock"), "data.now")).toBe(monday);
  });
});
