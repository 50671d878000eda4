import { describe, expect, it, onTestFinished, vi } from "vitest";

import { at, text } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import type { World } from "../../../support/world.ts";
import { newWorld } from "../../../support/world.ts";
import { dataFolder, newWorkspace, served } from "../../../world/workspace/served.ts";

const hourMs = 3_600_000;

/** Moves the system clock by `ms` until the end of the test, as an administrator or NTP can. */
function setSystemClock(ms: number): void {
  const { now } = Date;
  const spy = vi.spyOn(Date, "now").mockImplementation(() => now() + ms);
  onTestFinished(() => spy.mockRestore());
}

/** A workspace on the system clock. */
async function newRunningWorld(): Promise<World> {
  const world = await newWorld({ sandbox: {} });
  await world.control("PUT", "/clock", { mode: "system" });
  return world;
}

async function nowOf(world: World): Promise<number> {
  return Date.parse(text(await world.control("GET", "/clock"), "data.now"));
}

async function passed(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20));
}

// The fake system time is that of this process.
describe.skipIf(isRemote)("a workspace's time when the system clock is set", () => {
  it.each([-24 * hourMs, 365 * 24 * hourMs])(
    "is unaffected by a change of %d ms (8)",
    async (ms) => {
      const world = await newRunningWorld();
      const before = await nowOf(world);
      setSystemClock(ms);
      const after = await nowOf(world);
      await passed();
      const later = await nowOf(world);
      expect(after).toBeGreaterThanOrEqual(before);
      expect(after - before).toBeLessThan(hourMs / 60);
      expect(later - after).toBeGreaterThanOrEqual(15);
      expect(later - after).toBeLessThan(hourMs / 60);
    },
  );

  it("lets a workspace expire at its time, not an hour later", async () => {
    const world = await newRunningWorld();
    await world.server("POST", "/workspaces", { id: "brief", ttlSeconds: 1 });
    setSystemClock(-hourMs);
    expect((await world.server("GET", "/workspaces/brief")).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1_010));
    expect((await world.server("GET", "/workspaces/brief")).status).toBe(404);
  });
});

describe("a system clock that was set back between two runs with --data", () => {
  it("does not move used quota into the future (8)", async () => {
    const data = dataFolder();
    const first = served({ data });
    const key = await newWorkspace(first, { id: "kept", quotaPerHour: 60 });
    const used = await first.api(key, "GET", "/leads");
    expect(used.status).toBe(200);
    const before = text(await first.control("GET", "/workspaces/kept/clock"), "data.now");
    first.close();
    setSystemClock(-24 * hourMs);
    const second = served({ data });
    const clock = await second.control("GET", "/workspaces/kept/clock");
    const now = Date.parse(text(clock, "data.now"));
    expect(now).toBeGreaterThanOrEqual(Date.parse(before) - 1_000);
    await second.control("POST", "/workspaces/kept/clock/advance", { by: "PT1H" });
    const quotas = await second.control("GET", "/workspaces/kept/quotas");
    expect(at(quotas, "data.0.usedLastHour")).toBe(0);
  });
});
