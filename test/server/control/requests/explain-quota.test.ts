import { describe, expect, it } from "vitest";

import type { Reply } from "../../../support/reply.ts";
import { at, text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { newWorld } from "../../../support/world.ts";

const request = { method: "GET", path: "/v1/leads" };

function explain(world: World): Promise<Reply> {
  return world.control("POST", "/explain", { ...request, apiKeyId: world.keyIds.partner });
}

describe("POST explain of a request over its quota", () => {
  it.each([
    {
      limit: "the hour",
      used: { count: 60, over: "PT20M" },
      allowedAt: "2026-03-02T09:40:00.000Z",
    },
    {
      limit: "the minute",
      used: { count: 10, over: "PT9S" },
      allowedAt: "2026-03-02T09:00:51.000Z",
    },
  ])("200 with the time at which $limit allows it: $allowedAt (8)", async ({ used, allowedAt }) => {
    const quotaPerHour = used.count === 60 ? 60 : 100;
    const world = await newWorld({ quotaPerHour });
    await world.control("POST", `/quotas/${world.keyIds.partner}/use`, used);
    expect(at(await explain(world), "data")).toMatchObject({ status: 429, allowedAt });
    await world.control("POST", "/clock/advance", { to: allowedAt });
    expect(at(await explain(world), "data")).toMatchObject({ status: 200, allowedAt: null });
  });
});

describe("POST explain of a request that a fault matches", () => {
  it("200 with the id of the first fault that matches, as long as it applies", async () => {
    const world = await newWorld();
    await world.control("POST", "/faults", { match: { method: "POST" }, then: { status: 501 } });
    const fault = await world.control("POST", "/faults", { then: { status: 502 }, times: 1 });
    const expected = { status: 502, faultId: text(fault, "data.id") };
    expect(at(await explain(world), "data")).toMatchObject(expected);
    expect(at(await explain(world), "data")).toMatchObject(expected);
    expect((await world.api("GET", "/v1/leads")).status).toBe(502);
    expect(at(await explain(world), "data.faultId")).toBeUndefined();
  });

  it.each([
    { name: "without a status for a fault that hangs", then: { kind: "hang" }, status: null },
    { name: "for a fault with a delay of ten minutes", then: { delayMs: 600_000 }, status: 200 },
  ])("200 at once $name", async ({ then, status }) => {
    const world = await newWorld();
    const fault = await world.control("POST", "/faults", { then });
    const faultId = text(fault, "data.id");
    expect(at(await explain(world), "data")).toMatchObject({ status, faultId });
  });
});
