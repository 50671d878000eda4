import { describe, expect, it } from "vitest";

import { at, text } from "../support/reply.ts";
import { ids, monday, newWorld } from "../support/world.ts";

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
    "422 for %j as duration, and the clock stands",
    async (by) => {
      const world = await newWorld();
      expect((await world.control("POST", "/clock/advance", { by })).status).toBe(422);
      expect(text(await world.control("GET", "/clock"), "data.now")).toBe(monday);
    },
  );

  it("200 to a moment, also one written in another zone, and 409 to one before", async () => {
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

  it("200 until a key may send again is now for one that may", async () => {
    const world = await newWorld();
    const body = { untilAllowed: world.keyIds.partner };
    expect(text(await world.control("POST", "/clock/advance", body), "data.now")).toBe(monday);
  });
});

describe("PUT clock", () => {
  it("200 and the emulated API lives at that time (2.1)", async () => {
    const world = await newWorld();
    const now = "2027-01-01T00:00:00.000Z";
    await world.control("PUT", "/clock", { mode: "frozen", now });
    const id = await world.createLead();
    expect(text(await world.api("GET", `/v1/leads/${id}`), "data.createdAt")).toBe(now);
  });

  it("200 and runs on from where it stood under system", async () => {
    const world = await newWorld();
    const reply = await world.control("PUT", "/clock", { mode: "system" });
    expect(text(reply, "data.mode")).toBe("system");
    expect(text(reply, "data.now") >= monday).toBe(true);
    expect(text(reply, "data.now") < "2026-03-02T09:05:00.000Z").toBe(true);
  });
});

describe("POST quotas/{keyId}/use", () => {
  it("200 and counts at once without over (8)", async () => {
    const world = await newWorld({ quotaPerHour: 500 });
    const reply = await world.control("POST", `/quotas/${world.keyIds.partner}/use`, { count: 50 });
    expect(at(reply, "data")).toEqual({
      keyId: world.keyIds.partner,
      quotaPerHour: 500,
      burstPerMinute: 50,
      usedLastHour: 50,
      usedLastMinute: 50,
      nextAllowedAt: "2026-03-02T09:01:00.000Z",
    });
  });

  it.each(["PT15M", 900_000])(
    "200 and spreads over %s: 500 by 07:45 free the next at 08:30 (8)",
    async (over) => {
      const world = await newWorld({ quotaPerHour: 500, now: "2026-03-02T07:45:00.000Z" });
      const path = `/quotas/${world.keyIds.partner}/use`;
      const reply = await world.control("POST", path, { count: 500, over });
      expect(at(reply, "data.usedLastHour")).toBe(500);
      expect(at(reply, "data.nextAllowedAt")).toBe("2026-03-02T08:30:00.000Z");
    },
  );

  it.each([{ count: 0 }, { count: 1.5 }, { count: 100_001 }, { count: 1, over: "soon" }, {}])(
    "422 and uses nothing for %j",
    async (body) => {
      const world = await newWorld({ quotaPerHour: 500 });
      const path = `/quotas/${world.keyIds.partner}/use`;
      expect((await world.control("POST", path, body)).status).toBe(422);
      expect(at(await world.control("GET", "/quotas"), "data.0.usedLastHour")).toBe(0);
    },
  );

  it("200 and refill forgets it (8)", async () => {
    const world = await newWorld({ quotaPerHour: 60 });
    const base = `/quotas/${world.keyIds.partner}`;
    await world.control("POST", `${base}/use`, { count: 60 });
    expect(at(await world.control("POST", `${base}/refill`), "data.usedLastHour")).toBe(0);
    expect((await world.api("GET", "/v1/leads")).status).toBe(200);
  });
});

describe("PUT quotas/{keyId}", () => {
  it("200 and holds from the next request on, null for no limit (8)", async () => {
    const world = await newWorld();
    const path = `/quotas/${world.keyIds.partner}`;
    await world.control("PUT", path, { quotaPerHour: 10 });
    expect((await world.api("GET", `/v1/firms/${ids.partnerFirm}/leads`)).status).toBe(200);
    expect((await world.api("GET", `/v1/firms/${ids.partnerFirm}/leads`)).status).toBe(429);
    await world.control("PUT", path, { quotaPerHour: null });
    expect((await world.api("GET", `/v1/firms/${ids.partnerFirm}/leads`)).status).toBe(200);
  });
});
