import { describe, expect, it } from "vitest";

import { at } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { newWorld } from "../../../support/world.ts";
import { cutOff, lost, planFault, standings, statuses, expected } from "./planned-faults.ts";

const busy = { status: 503 } as const;

/** Moves the clock to a time of the current day. */
async function moveTo(world: World, time: string): Promise<void> {
  const moved = await world.control("PUT", "/clock", { mode: "frozen", now: day(time) });
  if (moved.status !== 200) throw new Error(`The clock did not move: ${moved.text}`);
}

function day(time: string): string {
  return `2026-03-02T${time}Z`;
}

describe("times", () => {
  it.each([1, 2, 7])("of %i match that many requests, and no more", async (times) => {
    const world = await newWorld();
    await planFault(world, { then: busy, times });
    const wanted = [...Array.from({ length: times }, () => 503), 200, 200];
    expect(await statuses(world, times + 2)).toEqual(wanted);
    expect(await standings(world)).toEqual([`used-up ${times}`]);
  });

  it("are counted exactly under concurrent requests", async () => {
    const world = await newWorld();
    await planFault(world, { then: { ...busy, delayMs: 5 }, times: 3 });
    const replies = await Promise.all(Array.from({ length: 20 }, () => world.api("GET", "/leads")));
    expect(replies.filter(({ status }) => status === 503)).toHaveLength(3);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(17);
    expect(await standings(world)).toEqual(["used-up 3"]);
  });

  it("include requests that were aborted during a delay", async () => {
    const world = await newWorld();
    await planFault(world, { then: { delayMs: 600_000 }, times: 1 });
    const given = lost(world.api("GET", "/v1/leads"));
    expect(await statuses(world, 1)).toEqual([200]);
    await world.close();
    expect(await given).toMatch(cutOff);
  });
});

describe("startsAt", () => {
  it("is the first time at which requests match, to the millisecond", async () => {
    const world = await newWorld();
    await planFault(world, { then: busy, startsAt: day("09:30:00.000") });
    await moveTo(world, "09:29:59.999");
    expect(await standings(world)).toEqual(["waiting 0"]);
    expect(await statuses(world, 1)).toEqual([200]);
    await moveTo(world, "09:30:00.000");
    expect(await standings(world)).toEqual(["active 0"]);
    expect(await statuses(world, 1)).toEqual([503]);
  });

  it.each(["08:00:00.000", "09:00:00.000"])("of %s at 09:00 matches at once", async (time) => {
    const world = await newWorld();
    await planFault(world, { then: busy, startsAt: day(time) });
    expect(await standings(world)).toEqual(["active 0"]);
    expect(await statuses(world, 1)).toEqual([503]);
    await moveTo(world, "10:00:00.000");
    expect(await expected(world, "fault")).not.toContain("fault.started");
  });
});

describe("expiresAt", () => {
  it("is the first time at which requests do not match, to the millisecond", async () => {
    const world = await newWorld();
    await planFault(world, { then: busy, expiresAt: day("09:30:00.000") });
    await moveTo(world, "09:29:59.999");
    expect(await standings(world)).toEqual(["active 0"]);
    expect(await statuses(world, 1)).toEqual([503]);
    await moveTo(world, "09:30:00.000");
    expect(await standings(world)).toEqual(["expired 1"]);
    expect(await statuses(world, 1)).toEqual([200]);
  });

  it("does not change the state of a fault that is already used up", async () => {
    const world = await newWorld();
    await planFault(world, { then: busy, times: 1, expiresAt: day("09:30:00.000") });
    await statuses(world, 1);
    await moveTo(world, "10:00:00.000");
    expect(await standings(world)).toEqual(["used-up 1"]);
  });

  it("ends a fault that never started", async () => {
    const world = await newWorld();
    const [startsAt, expiresAt] = [day("09:10:00.000"), day("09:10:00.001")];
    await planFault(world, { then: busy, startsAt, expiresAt });
    expect(await statuses(world, 1)).toEqual([200]);
    await moveTo(world, "09:10:00.000");
    expect(await statuses(world, 2)).toEqual([503, 503]);
    await moveTo(world, "09:10:00.001");
    expect(await statuses(world, 1)).toEqual([200]);
    expect(await standings(world)).toEqual(["expired 2"]);
  });
});

describe("the events of a fault", () => {
  it("name the fault, and the request that it matched", async () => {
    const world = await newWorld();
    const id = await planFault(world, { then: busy });
    const reply = await world.api("GET", "/v1/leads");
    const events = await world.control("GET", "/events");
    expect(at(events, "data.0.data")).toEqual({ id, callId: expect.any(String) });
    const requestId = reply.headers.get("x-sandbox-request-id");
    expect(at(events, "data.1.data")).toEqual({ id, requestId });
  });
});
