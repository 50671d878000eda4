import { describe, expect, it, onTestFinished, vi } from "vitest";

import { at, text } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import type { World } from "../../../support/world.ts";
import { monday, newWorld } from "../../../support/world.ts";
import { statuses, expected } from "../faults/planned-faults.ts";

const endOfTime = "9999-12-31T23:59:59.999Z";

async function nowOf(world: World): Promise<string> {
  return text(await world.control("GET", "/clock"), "data.now");
}

/** Advances the system's time by a millisecond at every read. */
function tickAtEveryLook(): void {
  let moment = Date.parse(monday);
  const spy = vi.spyOn(performance, "now").mockImplementation(() => (moment += 1));
  onTestFinished(() => spy.mockRestore());
}

describe("POST clock/advance", () => {
  it.each([
    { name: "an hour", by: "PT1H", now: "2026-03-02T10:00:00.000Z" },
    { name: "days and minutes", by: "P2DT30M", now: "2026-03-04T09:30:00.000Z" },
    { name: "a week", by: "P1W", now: "2026-03-09T09:00:00.000Z" },
    { name: "half a second", by: "PT0.5S", now: "2026-03-02T09:00:00.500Z" },
    { name: "milliseconds", by: 1, now: "2026-03-02T09:00:00.001Z" },
    { name: "nothing", by: 0, now: monday },
  ])("200 for $name: $by", async ({ by, now }) => {
    const world = await newWorld();
    const reply = await world.control("POST", "/clock/advance", { by });
    expect(`${reply.status} ${reply.text}`).toMatch(/^200 /);
    expect(text(reply, "data.now")).toBe(now);
    expect(text(await world.control("GET", "/clock"), "data.now")).toBe(now);
  });

  it.each(["", "P", "PT", "1H", "PT1X", "P1Y", "P1M", "-PT1H", "P1DT", "PT1H ", "1", "pt1h"])(
    "422 for the duration %j, and the clock does not move",
    async (by) => {
      const world = await newWorld();
      expect((await world.control("POST", "/clock/advance", { by })).status).toBe(422);
      expect(text(await world.control("GET", "/clock"), "data.now")).toBe(monday);
    },
  );

  it("200 to a time in any time zone, and 409 to an earlier one", async () => {
    const world = await newWorld();
    const to = (moment: string) => world.control("POST", "/clock/advance", { to: moment });
    expect(text(await to("2026-03-02T12:00:00+02:00"), "data.now")).toBe(
      "2026-03-02T10:00:00.000Z",
    );
    expect((await to("2026-03-02T09:59:59.999Z")).status).toBe(409);
    expect(text(await world.control("GET", "/clock"), "data.now")).toBe("2026-03-02T10:00:00.000Z");
  });

  it("200 until a key may send again, to the millisecond (8)", async () => {
    const world = await newWorld({ quotaPerHour: 60 });
    const keyId = world.keyIds.partner;
    await world.control("POST", `/quotas/${keyId}/use`, { count: 60, over: "PT30M" });
    expect((await world.api("GET", "/v1/leads")).status).toBe(429);
    const reply = await world.control("POST", "/clock/advance", { untilAllowed: keyId });
    expect(text(reply, "data.now")).toBe("2026-03-02T09:30:00.000Z");
    expect((await world.api("GET", "/v1/leads")).status).toBe(200);
    expect((await world.api("GET", "/v1/leads")).status).toBe(429);
  });

  it("200 until a key may send again, at once if it may send now", async () => {
    const world = await newWorld();
    const body = { untilAllowed: world.keyIds.partner };
    expect(text(await world.control("POST", "/clock/advance", body), "data.now")).toBe(monday);
  });

  it.each([
    { name: "the hour", use: { count: 500, over: "PT55M" }, assumptions: {} },
    { name: "the burst of the last minute", use: { count: 50, over: "PT20S" }, assumptions: {} },
    {
      name: "the burst of the clock's minute",
      use: { count: 50 },
      assumptions: { "quota.burst": "clock-minute" },
    },
    { name: "far more than the hour", use: { count: 3_000, over: "PT30M" }, assumptions: {} },
  ])("200 until $name allows a request: 429 a millisecond before, 200 then (8)", async (row) => {
    const world = await newWorld({ quotaPerHour: 500, assumptions: row.assumptions });
    const keyId = world.keyIds.partner;
    const used = await world.control("POST", `/quotas/${keyId}/use`, row.use);
    const allowedAt = text(used, "data.nextAllowedAt");
    const before = new Date(Date.parse(allowedAt) - 1).toISOString();
    await world.control("POST", "/clock/advance", { to: before });
    expect(await statuses(world, 1)).toEqual([429]);
    const moved = await world.control("POST", "/clock/advance", { untilAllowed: keyId });
    expect(text(moved, "data.now")).toBe(allowedAt);
    expect(await statuses(world, 1)).toEqual([200]);
  });

  it("200 until a key may send again, also if rejected requests count (8)", async () => {
    const assumptions = { "quota.refused": "counted" };
    const world = await newWorld({ quotaPerHour: 10, assumptions });
    await statuses(world, 1);
    await world.control("POST", "/clock/advance", { by: "PT30S" });
    expect(await statuses(world, 1)).toEqual([429]);
    const body = { untilAllowed: world.keyIds.partner };
    await world.control("POST", "/clock/advance", body);
    expect(await nowOf(world)).toBe("2026-03-02T09:01:30.000Z");
    expect(await statuses(world, 1)).toEqual([200]);
  });

  it.each([
    { name: "nothing", body: {} },
    { name: "by and to", body: { by: 1, to: "2026-03-03T00:00:00Z" } },
    { name: "by and untilAllowed", body: { by: 1, untilAllowed: "HPkeySbx" } },
    { name: "to and untilAllowed", body: { to: "2026-03-03T00:00:00Z", untilAllowed: "HPkeySbx" } },
    { name: "all three", body: { by: 1, to: "2026-03-03T00:00:00Z", untilAllowed: "HPkeySbx" } },
    { name: "a mode", body: { by: 1, mode: "frozen" } },
    { name: "half a millisecond", body: { by: 0.5 } },
    { name: "null", body: { by: null } },
    { name: "a duration too long to be counted", body: { by: `P${"9".repeat(400)}W` } },
    { name: "an invalid time", body: { to: "noon" } },
    { name: "an invalid key", body: { untilAllowed: 7 } },
  ])("422 for $name, and the clock does not move", async ({ body }) => {
    const world = await newWorld();
    const reply = await world.control("POST", "/clock/advance", body);
    expect(`${reply.status} ${reply.text}`).toMatch(/^422 /);
    expect(await nowOf(world)).toBe(monday);
  });

  it("200 to the last millisecond of the year 9999, and 422 beyond that", async () => {
    const world = await newWorld();
    const advance = (body: unknown) => world.control("POST", "/clock/advance", body);
    expect((await advance({ to: endOfTime })).status).toBe(200);
    expect((await advance({ by: 0 })).status).toBe(200);
    expect((await advance({ by: 1 })).status).toBe(422);
    expect(await nowOf(world)).toBe(endOfTime);
  });

  it("422 until a key may send again if that is after the year 9999", async () => {
    const world = await newWorld({ now: endOfTime, quotaPerHour: 1 });
    const body = { untilAllowed: world.keyIds.partner };
    expect(await statuses(world, 2)).toEqual([200, 429]);
    expect((await world.control("POST", "/clock/advance", body)).status).toBe(422);
    expect(await nowOf(world)).toBe(endOfTime);
  });

  it("409 with a hint for an earlier time, and no event", async () => {
    const world = await newWorld();
    const to = "2026-03-02T08:59:59.999Z";
    const reply = await world.control("POST", "/clock/advance", { to });
    expect(reply.status).toBe(409);
    expect(text(reply, "message")).toContain(monday);
    expect(text(reply, "hint")).toContain("reset");
    expect(await expected(world, "clock")).toEqual([]);
  });

  it("200 in system mode and stays in that mode", async () => {
    const world = await newWorld();
    await world.control("PUT", "/clock", { mode: "system" });
    const moved = await world.control("POST", "/clock/advance", { to: "2027-01-01T00:00:00Z" });
    expect(text(moved, "data.mode")).toBe("system");
    expect(await nowOf(world)).toMatch(/^2027-01-01T00:0/);
  });

  // The fake system time is that of this process.
  it.skipIf(isRemote).each([
    { name: "by nothing", method: "POST", path: "/clock/advance", body: () => ({ by: 0 }) },
    {
      name: "until an idle key may send",
      method: "POST",
      path: "/clock/advance",
      body: (world: World) => ({ untilAllowed: world.keyIds.partner }),
    },
    { name: "to system", method: "PUT", path: "/clock", body: () => ({ mode: "system" }) },
    { name: "to frozen", method: "PUT", path: "/clock", body: () => ({ mode: "frozen" }) },
  ])("200 $name on a running clock", async ({ method, path, body }) => {
    tickAtEveryLook();
    const world = await newWorld({ sandbox: {} });
    await world.control("PUT", "/clock", { mode: "system" });
    const before = await nowOf(world);
    const reply = await world.control(method, path, body(world));
    expect(`${reply.status} ${reply.text}`).toMatch(/^200 /);
    expect(text(reply, "data.now") > before).toBe(true);
  });
});

describe("PUT clock", () => {
  it("200 and the emulated API uses that time (2.1)", async () => {
    const world = await newWorld();
    const now = "2027-01-01T00:00:00.000Z";
    await world.control("PUT", "/clock", { mode: "frozen", now });
    const id = await world.createLead();
    expect(text(await world.api("GET", `/v1/leads/${id}`), "data.createdAt")).toBe(now);
  });

  it("200 to the current time, and 409 to an earlier one", async () => {
    const world = await newWorld();
    const put = (now: string) => world.control("PUT", "/clock", { mode: "frozen", now });
    expect((await put(monday)).status).toBe(200);
    expect((await put("2026-03-02T08:59:59.999Z")).status).toBe(409);
    expect(await nowOf(world)).toBe(monday);
  });

  it("200 without a time freezes a running clock at its current time", async () => {
    const world = await newWorld();
    await world.control("PUT", "/clock", { mode: "system", now: "2027-01-01T00:00:00Z" });
    const frozen = await world.control("PUT", "/clock", { mode: "frozen" });
    expect(text(frozen, "data.now")).toMatch(/^2027-01-01T00:00:0/);
    expect(await nowOf(world)).toBe(text(frozen, "data.now"));
  });

  it("reports each change with both times and the mode", async () => {
    const world = await newWorld();
    const now = "2026-03-02T10:00:00.000Z";
    await world.control("PUT", "/clock", { mode: "frozen", now });
    await world.control("POST", "/clock/advance", { by: 1 });
    const events = await world.control("GET", "/events");
    expect(at(events, "data")).toEqual([
      {
        cursor: 1,
        at: now,
        type: "clock.moved",
        data: { from: monday, to: now, mode: "frozen", callId: "call_1" },
      },
      {
        cursor: 2,
        at: "2026-03-02T10:00:00.001Z",
        type: "clock.moved",
        data: { from: now, to: "2026-03-02T10:00:00.001Z", mode: "frozen", callId: "call_2" },
      },
    ]);
  });

  it("200 does not move the clock of another workspace", async () => {
    const world = await newWorld();
    await world.server("POST", "/workspaces", { id: "other", now: monday });
    await world.control("POST", "/clock/advance", { by: "P1D" });
    const other = await world.server("GET", "/workspaces/other/clock");
    expect(text(other, "data.now")).toBe(monday);
  });

  it("200 and runs on from its current time in system mode", async () => {
    const world = await newWorld();
    const reply = await world.control("PUT", "/clock", { mode: "system" });
    expect(text(reply, "data.mode")).toBe("system");
    expect(text(reply, "data.now") >= monday).toBe(true);
    expect(text(reply, "data.now") < "2026-03-02T09:05:00.000Z").toBe(true);
  });
});
