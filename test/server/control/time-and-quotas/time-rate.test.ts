import { describe, expect, it } from "vitest";

import { temporaryFolder } from "../../../apps/cli/program.ts";
import type { Reply } from "../../../support/reply.ts";
import { at, text } from "../../../support/reply.ts";
import { standSystemAt } from "../../../support/system-time.ts";
import { isRemote } from "../../../support/target.ts";
import type { World, WorldOptions } from "../../../support/world.ts";
import { ids, monday, newWorld } from "../../../support/world.ts";
import { opened } from "../opened.ts";

const hour = 3_600_000;

const clockOf = (world: World): Promise<Reply> => world.control("GET", "/clock");
const passed = (since: string, reply: Reply): number =>
  Date.parse(text(reply, "data.now")) - Date.parse(since);

/** The system time at the start of a test; it moves only by `standSystemAt`. */
const systemStart = Date.parse("2026-03-01T00:00:00.000Z");

/** A world in a sandbox of its own, whose system time stands. */
function standingWorld(options: WorldOptions = {}): Promise<World> {
  standSystemAt(systemStart);
  return newWorld({ sandbox: {}, ...options });
}

describe("the rate of a clock", () => {
  it.skipIf(isRemote)("200 and time runs at that rate from the current time", async () => {
    const world = await standingWorld();
    const put = await world.control("PUT", "/clock", { mode: "system", rate: 3_600 });
    expect(at(put, "data")).toMatchObject({ mode: "system", rate: 3_600, onRefusal: "stay" });
    expect(passed(monday, put)).toBe(0);
    standSystemAt(systemStart + 100);
    expect(passed(monday, await clockOf(world))).toBe(360_000);
    expect(at(await clockOf(world), "data.rate")).toBe(3_600);
  });

  it.skipIf(isRemote)("200 below 1 and time runs slower; an advance keeps the rate", async () => {
    const world = await standingWorld();
    await world.control("PUT", "/clock", { mode: "system", rate: 0.01 });
    const moved = await world.control("POST", "/clock/advance", { by: "PT1H" });
    expect(at(moved, "data")).toMatchObject({ mode: "system", rate: 0.01 });
    expect(passed(monday, moved)).toBe(hour);
    standSystemAt(systemStart + 1_000);
    expect(passed(monday, await clockOf(world))).toBe(hour + 10);
  });

  it.each([
    { name: "0", body: { mode: "system", rate: 0 } },
    { name: "more than 100000", body: { mode: "system", rate: 100_001 } },
    { name: "one of a frozen clock", body: { mode: "frozen", rate: 2 } },
  ])("422 for $name, and nothing moves", async ({ body }) => {
    const world = await newWorld();
    const refused = await world.control("PUT", "/clock", body);
    expect(refused.status).toBe(422);
    expect(at(refused, "fields.rate")).toBeDefined();
    expect(text(await clockOf(world), "data.now")).toBe(monday);
  });

  it.skipIf(isRemote)(
    "201 for a workspace that starts at a time and runs from there, again after a reset",
    async () => {
      const world = await standingWorld();
      const made = await world.server("POST", "/workspaces", {
        id: "fast",
        now: monday,
        rate: 3_600,
      });
      expect(at(made, "data.clock")).toMatchObject({ mode: "system", rate: 3_600 });
      const fast = (path: string, method = "GET") =>
        world.server(method, `/workspaces/fast${path}`);
      standSystemAt(systemStart + 50);
      expect(passed(monday, await fast("/clock"))).toBe(180_000);
      await fast("/reset", "POST");
      const reset = await fast("/clock");
      expect(at(reset, "data.rate")).toBe(3_600);
      expect(passed(monday, reset)).toBe(0);
      await fast("", "DELETE");
    },
  );

  it.skipIf(isRemote)("is kept over a restart", async () => {
    const data = temporaryFolder();
    const first = await opened({ data });
    const setting = { mode: "system", rate: 60, onRefusal: "jump" };
    await first.control("PUT", "/clock", setting);
    first.sandbox.close();
    const { openSandbox } = await import("../../../../src/server/sandbox/sandbox.ts");
    const second = openSandbox({ data });
    const response = await second.fetch(new Request("http://127.0.0.1/_sandbox/clock"));
    expect(await response.json()).toMatchObject({ data: setting });
    second.close();
  });
});

const send = (world: World): Promise<Reply> => world.api("GET", "/v1/leads?limit=1");

describe("a clock that jumps on a 429", () => {
  it.each([
    { mode: "frozen", limit: "the minute", use: { count: 10 }, seconds: 60 },
    { mode: "frozen", limit: "the hour", use: { count: 100, over: "PT30M" }, seconds: 1_800 },
    { mode: "system", limit: "the minute", use: { count: 10 }, seconds: 60 },
    {
      mode: "frozen",
      limit: "a 429 that counts",
      use: { count: 10 },
      seconds: 60,
      refused: "counted",
    },
  ])(
    "is past $limit after one 429 in mode $mode, and the retry succeeds (8)",
    async ({ mode, use, seconds, refused = "free" }) => {
      const assumptions = { "quota.refused": refused };
      const world = await newWorld({ quotaPerHour: 100, assumptions });
      await world.control("PUT", "/clock", { mode, onRefusal: "jump" });
      await world.control("POST", `/quotas/${world.keyIds.partner}/use`, use);
      expect((await send(world)).status).toBe(429);
      expect(passed(monday, await clockOf(world))).toBeGreaterThanOrEqual(seconds * 1_000);
      expect((await send(world)).status).toBe(200);
    },
  );

  it("does not move for an explanation, a planned 429 or another refusal", async () => {
    const world = await newWorld({ quotaPerHour: 10 });
    await world.control("PUT", "/clock", { mode: "frozen", onRefusal: "jump" });
    await world.control("POST", "/faults", { match: {}, then: { status: 429 }, times: 1 });
    expect((await send(world)).status).toBe(429);
    expect((await send(world)).status).toBe(200);
    const path = `/v1/firms/${ids.partnerFirm}/leads`;
    const headers = { "x-api-key": world.keys.partner };
    const explained = await world.control("POST", "/explain", { method: "GET", path, headers });
    expect(at(explained, "data.status")).toBe(429);
    expect((await world.api("GET", "/v1/leads", { key: null })).status).toBe(401);
    expect(text(await clockOf(world), "data.now")).toBe(monday);
  });

  it.skipIf(isRemote)("ends a workspace that expires before then", async () => {
    const { control, api } = await opened();
    const made = await control("POST", "/workspaces", {
      id: "brief",
      now: monday,
      quotaPerHour: 10,
      ttlSeconds: 30,
      onRefusal: "jump",
    });
    expect(at(made, "data.clock")).toMatchObject({ mode: "frozen", onRefusal: "jump" });
    const key = text(made, "data.firms.0.apiKeys.0.key");
    const statuses = [
      await api("GET", "/v1/leads", { key }),
      await api("GET", "/v1/leads", { key }),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([200, 429]);
    expect((await control("GET", "/workspaces/brief")).status).toBe(404);
  });
});
