import { describe, expect, it, onTestFinished, vi } from "vitest";

import { text } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import type { World } from "../../../support/world.ts";
import { monday, newWorld } from "../../../support/world.ts";
import { statuses } from "../faults/planned-faults.ts";

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
    { name: "days and minutes", by: "P2DT30M", now: "2026-03-04T09:30:00.000Z" },
    { name: "a week", by: "P1W", now: "2026-03-09T09:00:00.000Z" },
    { name: "nothing", by: 0, now: monday },
  ])("200 for $name: $by", async ({ by, now }) => {
    const world = await newWorld();
    const reply = await world.control("POST", "/clock/advance", { by });
    expect(`${reply.status} ${reply.text}`).toMatch(/^200 /);
    expect(text(reply, "data.now")).toBe(now);
    expect(text(await world.control("GET", "/clock"), "data.now")).toBe(now);
  });

  it.each(["", "P", "PT1X", "-PT1H", "P1DT", "PT1H ", "1", "pt1h"])(
    "422 for the duration %j, and the clock does not move",
    async (by) => {
      const world = await newWorld();
      expect((await world.control("POST", "/clock/advance", { by })).status).toBe(422);
      expect(text(await world.control("GET", "/clock"), "data.now")).toBe(monday);
    },
  );

  it("200 to a time in any time zone, and 409 with a hint to an earlier one", async () => {
    const world = await newWorld();
    const to = (moment: string) => world.control("POST", "/clock/advance", { to: moment });
    const now = "2026-03-02T10:00:00.000Z";
    expect(text(await to("2026-03-02T12:00:00+02:00"), "data.now")).toBe(now);
    const refused = await to("2026-03-02T09:59:59.999Z");
    expect(refused.status).toBe(409);
    expect(text(refused, "message")).toContain(now);
    expect(text(refused, "hint")).toContain("reset");
    expect(await nowOf(world)).toBe(now);
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
    { name: "a mode", body: { by: 1, mode: "frozen" } },
    { name: "half a millisecond", body: { by: 0.5 } },
    { name: "null", body: { by: null } },
    { name: "a duration too long to be counted", body: { by: `P${"9".repeat(400)}W` } },
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
