import { describe, expect, it } from "vitest";

import type { Reply } from "../../../support/reply.ts";
import { at, text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { newWorld } from "../../../support/world.ts";

const request = { method: "GET", path: "/v1/leads" };

function explain(world: World): Promise<Reply> {
  return world.control("POST", "/explain", { ...request, apiKeyId: world.keyIds.partner });
}

async function nextAllowedAt(world: World): Promise<unknown> {
  return at(await world.control("GET", "/quotas"), "data.0.nextAllowedAt");
}

function use(world: World, body: object): Promise<Reply> {
  return world.control("POST", `/quotas/${world.keyIds.partner}/use`, body);
}

/** Ways to exceed a quota. */
const over: readonly {
  readonly name: string;
  readonly quotaPerHour: number;
  readonly used: object;
  readonly assumptions?: Readonly<Record<string, string>>;
  readonly allowedAt: string;
}[] = [
  {
    name: "an hour used up in its first 20 minutes",
    quotaPerHour: 60,
    used: { count: 60, over: "PT20M" },
    allowedAt: "2026-03-02T09:40:00.000Z",
  },
  {
    name: "more than an hour used up",
    quotaPerHour: 60,
    used: { count: 61, over: "PT1M" },
    allowedAt: "2026-03-02T09:59:01.000Z",
  },
  {
    name: "a minute used up over its last seconds",
    quotaPerHour: 100,
    used: { count: 10, over: "PT9S" },
    allowedAt: "2026-03-02T09:00:51.000Z",
  },
  {
    name: "a minute of the clock used up",
    quotaPerHour: 100,
    used: { count: 10 },
    assumptions: { "quota.burst": "clock-minute" },
    allowedAt: "2026-03-02T09:01:00.000Z",
  },
  {
    name: "an exhausted quota with rejected requests counted",
    quotaPerHour: 60,
    used: { count: 60, over: "PT20M" },
    assumptions: { "quota.refused": "counted" },
    allowedAt: "2026-03-02T09:40:00.000Z",
  },
];

describe("POST explain of a request over its quota", () => {
  it.each(over)("200 with the time at which it is allowed: $name (8)", async (row) => {
    const { quotaPerHour, used, assumptions = {}, allowedAt } = row;
    const world = await newWorld({ quotaPerHour, assumptions });
    await use(world, used);
    const reply = await explain(world);
    expect(at(reply, "data.status")).toBe(429);
    expect(at(reply, "data.allowedAt")).toBe(allowedAt);
    expect(allowedAt).toBe(await nextAllowedAt(world));
  });

  it.each(over)(
    "200 and the request is allowed then, and a millisecond earlier is not: $name (8)",
    async (row) => {
      const { quotaPerHour, used, assumptions = {}, allowedAt } = row;
      const world = await newWorld({ quotaPerHour, assumptions });
      await use(world, used);
      const before = new Date(Date.parse(allowedAt) - 1).toISOString();
      await world.control("POST", "/clock/advance", { to: before });
      expect(at(await explain(world), "data.status")).toBe(429);
      await world.control("POST", "/clock/advance", { to: allowedAt });
      expect(at(await explain(world), "data")).toMatchObject({ status: 200, allowedAt: null });
      expect((await world.api("GET", "/v1/leads")).status).toBe(200);
    },
  );

  it("200 without using the quota, however often (8)", async () => {
    const world = await newWorld({ quotaPerHour: 10 });
    for (let times = 0; times < 5; times += 1) {
      // oxlint-disable-next-line no-await-in-loop -- sequential, because the quota counts in order
      expect(at(await explain(world), "data.status")).toBe(200);
    }
    expect(at(await world.control("GET", "/quotas"), "data.0")).toMatchObject({
      usedLastHour: 0,
      usedLastMinute: 0,
    });
    expect((await world.api("GET", "/v1/leads")).status).toBe(200);
    expect((await world.api("GET", "/v1/leads")).status).toBe(429);
  });

  it.each([
    { name: "the last request of the minute", count: 9, status: 200 },
    { name: "one more", count: 10, status: 429 },
  ])("200 with $status for $name (8)", async ({ count, status }) => {
    const world = await newWorld({ quotaPerHour: 100 });
    await use(world, { count });
    expect(at(await explain(world), "data.status")).toBe(status);
    expect((await world.api("GET", "/v1/leads")).status).toBe(status);
  });
});

describe("POST explain of a request that a fault matches", () => {
  it("200 with the fault's id, without a hit or an event", async () => {
    const world = await newWorld();
    const fault = await world.control("POST", "/faults", { then: { status: 503 }, times: 1 });
    const faultId = text(fault, "data.id");
    expect(at(await explain(world), "data")).toMatchObject({ status: 503, faultId });
    expect(at(await explain(world), "data")).toMatchObject({ status: 503, faultId });
    const [listed, events] = [
      await world.control("GET", "/faults"),
      await world.control("GET", "/events"),
    ];
    expect(at(listed, "data.0")).toMatchObject({ met: 0, state: "active" });
    expect(events.text).not.toContain("fault.met");
    expect((await world.api("GET", "/v1/leads")).status).toBe(503);
    expect(at(await explain(world), "data.faultId")).toBeUndefined();
  });

  it("200 with the first of several faults that matches", async () => {
    const world = await newWorld();
    await world.control("POST", "/faults", { match: { method: "POST" }, then: { status: 501 } });
    const second = await world.control("POST", "/faults", { then: { status: 502 } });
    await world.control("POST", "/faults", { then: { status: 503 } });
    expect(at(await explain(world), "data")).toMatchObject({
      status: 502,
      faultId: text(second, "data.id"),
    });
  });

  it.each(["reset", "hang"])(
    "200 at once without a status for a fault that is a %s",
    async (kind) => {
      const world = await newWorld();
      const fault = await world.control("POST", "/faults", { then: { kind } });
      expect(at(await explain(world), "data")).toMatchObject({
        status: null,
        headers: {},
        body: null,
        faultId: text(fault, "data.id"),
        reason: `The planned fault ${text(fault, "data.id")} hit this request.`,
      });
    },
  );

  it("200 at once for a fault with a delay of ten minutes", async () => {
    const world = await newWorld();
    const fault = await world.control("POST", "/faults", { then: { delayMs: 600_000 } });
    expect(at(await explain(world), "data")).toMatchObject({
      status: 200,
      faultId: text(fault, "data.id"),
    });
  });
});
