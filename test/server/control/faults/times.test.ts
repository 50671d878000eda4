import { describe, expect, it } from "vitest";

import { at } from "../../../support/reply.ts";
import { newWorld } from "../../../support/world.ts";
import { cutOff, lost, planFault, standings, statuses, expected } from "./planned-faults.ts";

const busy = { status: 503 } as const;

function day(time: string): string {
  return `2026-03-02T${time}Z`;
}

describe("times", () => {
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
  it.each(["08:00:00.000", "09:00:00.000"])("of %s at 09:00 matches at once", async (time) => {
    const world = await newWorld();
    await planFault(world, { then: busy, startsAt: day(time) });
    expect(await standings(world)).toEqual(["active 0"]);
    expect(await statuses(world, 1)).toEqual([503]);
    await world.control("POST", "/clock/advance", { to: day("10:00:00.000") });
    expect(await expected(world, "fault")).not.toContain("fault.started");
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
