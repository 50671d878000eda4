import { describe, expect, it } from "vitest";

import type { World } from "../../../support/world.ts";
import { newWorld } from "../../../support/world.ts";
import { planFault, standings, statuses } from "./planned-faults.ts";

const busy = { status: 503 } as const;

/** Which of `count` requests a fault with that probability hits, in a workspace with that seed. */
async function history(seed: number, probability: number, count: number): Promise<string> {
  const world = await newWorld({ seed });
  await planFault(world, { then: busy, probability });
  return metBy(world, count);
}

async function metBy(world: World, count: number): Promise<string> {
  const seen = await statuses(world, count);
  return seen.map((status) => (status === 503 ? "x" : ".")).join("");
}

describe("a fault with a probability", () => {
  it("matches the same requests again after a reset", async () => {
    const world = await newWorld({ seed: 7 });
    await planFault(world, { then: busy, probability: 0.5 });
    const first = await metBy(world, 40);
    await world.control("POST", "/reset");
    await planFault(world, { then: busy, probability: 0.5 });
    expect(await metBy(world, 40)).toBe(first);
  });

  it("continues in the same way after a restore as after the snapshot", async () => {
    const world = await newWorld({ seed: 7 });
    await planFault(world, { then: busy, probability: 0.5 });
    await metBy(world, 15);
    await world.control("POST", "/snapshots", { name: "half-way" });
    const first = await metBy(world, 40);
    await world.control("POST", "/snapshots/half-way/restore");
    expect(await metBy(world, 40)).toBe(first);
  });

  it.each([0.05, 0.3, 0.9])(
    "of %d matches about that share of 2000 requests",
    async (probability) => {
      const met = (await history(20_260_302, probability, 2_000)).split("x").length - 1;
      const deviation = Math.sqrt(2_000 * probability * (1 - probability));
      expect(Math.abs(met - 2_000 * probability)).toBeLessThan(4 * deviation);
    },
  );

  it("of 1 matches every request and draws no random number", async () => {
    const world = await newWorld({ seed: 7 });
    await planFault(world, { then: busy, probability: 1, times: 30 });
    await planFault(world, { then: busy, probability: 0.5 });
    expect(await metBy(world, 30)).toBe("x".repeat(30));
    expect(await metBy(world, 40)).toBe(await history(7, 0.5, 40));
  });

  it("counts only the matched requests in its times", async () => {
    const world = await newWorld({ seed: 7 });
    await planFault(world, { then: busy, probability: 0.3, times: 5 });
    const met = await metBy(world, 60);
    expect(met.split("x")).toHaveLength(6);
    expect(met).toMatch(/\.+$/);
    expect(await standings(world)).toEqual(["used-up 5"]);
  });

  it.each([
    { name: "that does not fit", fault: { match: { method: "DELETE" } } },
    { name: "that waits", fault: { startsAt: "2026-03-03T00:00:00Z" } },
    { name: "that is used up", fault: { times: 1, match: { path: "/v1/plans" } } },
  ])("is not affected by another fault $name", async ({ fault }) => {
    const world = await newWorld({ seed: 7 });
    await planFault(world, { then: busy, ...fault });
    await world.api("GET", "/v1/plans");
    await planFault(world, { then: busy, probability: 0.5, ...fault });
    await planFault(world, { then: busy, probability: 0.5 });
    expect(await metBy(world, 40)).toBe(await history(7, 0.5, 40));
  });

  it("is not affected by explanations and requests that do not match", async () => {
    const world = await newWorld({ seed: 7 });
    await planFault(world, { match: { method: "GET" }, then: busy, probability: 0.5 });
    await world.createLead();
    await world.api("GET", "/_sandbox/health", { key: null });
    const asked = { method: "GET", path: "/v1/leads?limit=1", apiKeyId: world.keyIds.partner };
    const expected = await world.control("POST", "/explain", asked);
    await world.control("POST", "/explain", asked);
    const seen = await metBy(world, 40);
    expect(seen).toBe(await history(7, 0.5, 40));
    expect(expected.text.includes('"status":503')).toBe(seen.startsWith("x"));
  });

  it("of two, each draws its own random numbers: the second only if the first did not match", async () => {
    const world = await newWorld({ seed: 7 });
    await planFault(world, { then: { status: 501 }, probability: 0.5 });
    await planFault(world, { then: { status: 502 }, probability: 0.5 });
    const seen = await statuses(world, 400);
    const share = (status: number) => seen.filter((one) => one === status).length / 400;
    expect(share(501)).toBeGreaterThan(0.4);
    expect(share(501)).toBeLessThan(0.6);
    expect(share(502)).toBeGreaterThan(0.17);
    expect(share(502)).toBeLessThan(0.33);
  });
});
