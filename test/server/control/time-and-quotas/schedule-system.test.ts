import { describe, expect, it } from "vitest";

import { column, text } from "../../../support/reply.ts";
import { standSystemAt } from "../../../support/system-time.ts";
import { isRemote } from "../../../support/target.ts";
import type { World } from "../../../support/world.ts";
import { ids, monday, newWorld } from "../../../support/world.ts";
import { dataFolder, newWorkspace, served } from "../../../world/workspace/served.ts";
import { planFault, statuses, expected } from "../faults/planned-faults.ts";

const busy = { status: 503 } as const;

function day(time: string): string {
  return `2026-03-02T${time}Z`;
}

/** Sets the system's time to a time of that Monday; it stays there until the next call. */
function standAt(time: string): void {
  standSystemAt(Date.parse(day(time)));
}

/** A workspace on the system clock at nine o'clock. */
async function newRunningWorld(): Promise<World> {
  standAt("09:00:00.000");
  const world = await newWorld({ sandbox: {} });
  await world.control("PUT", "/clock", { mode: "system" });
  return world;
}

// The fake system time is that of this process.
describe.skipIf(isRemote)("what falls due when a system clock passes it", () => {
  it("happens before a request is answered, once", async () => {
    const world = await newRunningWorld();
    await planFault(world, { then: busy, startsAt: day("09:10:00.000"), times: 1 });
    standAt("09:09:59.999");
    expect(await statuses(world, 1)).toEqual([200]);
    standAt("09:10:00.001");
    expect(await statuses(world, 2)).toEqual([503, 200]);
    expect(await expected(world, "fault", "request")).toEqual([
      "09:00:00.000 fault.planned",
      "09:09:59.999 request",
      "09:10:00.000 fault.started",
      "09:10:00.001 fault.met",
      "09:10:00.001 request",
      "09:10:00.001 request",
    ]);
  });
});

/** All live events of the workspace `brief`, until it ends. */
async function liveEvents(world: World): Promise<readonly string[]> {
  const headers = { accept: "text/event-stream" };
  const path = "/_sandbox/workspaces/brief/events";
  const { text: stream } = await world.api("GET", path, { key: null, headers });
  return Array.from(stream.matchAll(/^event: (.*)$/gm), ([, type]) => type ?? "");
}

/** A workspace `brief` on a frozen clock that expires at ten, and its Partner key. */
async function newBriefWorld(): Promise<{ readonly world: World; readonly key: string }> {
  const world = await newWorld({ sandbox: {} });
  const brief = { id: "brief", now: monday, ttlSeconds: 3_600 };
  const made = await world.server("POST", "/workspaces", brief);
  return { world, key: text(made, "data.firms.0.apiKeys.0.key") };
}

const advance = "/workspaces/brief/clock/advance";

describe("an expired workspace", () => {
  it("exists until a millisecond before, and is gone afterwards", async () => {
    const { world, key } = await newBriefWorld();
    await world.server("POST", advance, { to: day("09:59:59.999") });
    expect((await world.api("GET", "/v1/leads", { key })).status).toBe(200);
    const moved = await world.server("POST", advance, { by: 1 });
    expect(text(moved, "data.now")).toBe(day("10:00:00.000"));
    expect((await world.server("GET", "/workspaces/brief")).status).toBe(404);
    const list = await world.server("GET", "/workspaces");
    expect(column(list, "id")).not.toContain("brief");
  });

  it("is gone after PUT clock, too", async () => {
    const { world } = await newBriefWorld();
    const body = { mode: "frozen", now: day("10:00:00.000") };
    await world.server("PUT", "/workspaces/brief/clock", body);
    expect((await world.server("GET", "/workspaces/brief/clock")).status).toBe(404);
  });

  it("first runs what is due before its end, and notifies listeners live", async () => {
    const { world } = await newBriefWorld();
    const live = liveEvents(world);
    const faults = "/workspaces/brief/faults";
    const [startsAt, expiresAt] = [day("09:59:59.999"), day("10:00:00.000")];
    await world.server("POST", faults, { then: busy, startsAt, expiresAt });
    await world.server("POST", "/workspaces/brief/api-keys", {
      firmId: ids.partnerFirm,
      roleType: "Partner",
      environment: "sandbox",
      expiresAt: day("09:30:00.000"),
    });
    await world.server("POST", advance, { by: "P1D" });
    expect(await live).toEqual([
      "fault.planned",
      "key.issued",
      "key.expired",
      "fault.started",
      "clock.moved",
      "workspace-dropped",
    ]);
  });

  it("keeps its end after a reset", async () => {
    const { world } = await newBriefWorld();
    await world.server("POST", advance, { by: "PT30M" });
    await world.server("POST", "/workspaces/brief/reset");
    await world.server("POST", advance, { by: "PT59M59.999S" });
    expect((await world.server("GET", "/workspaces/brief")).status).toBe(200);
    await world.server("POST", advance, { by: 1 });
    expect((await world.server("GET", "/workspaces/brief")).status).toBe(404);
  });

  it.skipIf(isRemote)("is gone when a system clock passes its end", async () => {
    standAt("09:00:00.000");
    const world = await newWorld({ sandbox: {} });
    const made = await world.server("POST", "/workspaces", { id: "brief", ttlSeconds: 3_600 });
    const key = text(made, "data.firms.0.apiKeys.0.key");
    standAt("09:59:59.999");
    expect((await world.api("GET", "/v1/leads", { key })).status).toBe(200);
    standAt("10:00:00.000");
    expect((await world.api("GET", "/v1/leads", { key })).status).toBe(401);
    expect((await world.server("GET", "/workspaces/brief")).status).toBe(404);
  });
});

// The data folder is a setting of the sandbox.
describe.skipIf(isRemote)("a workspace in a file", () => {
  it("runs what falls due after a restart, and repeats nothing", async () => {
    const data = dataFolder();
    const first = served({ data });
    await newWorkspace(first, { id: "kept", now: monday });
    const base = "/workspaces/kept";
    for (const startsAt of [day("09:10:00.000"), day("09:20:00.000")]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await first.control("POST", `${base}/faults`, { then: busy, startsAt });
    }
    await first.control("POST", `${base}/clock/advance`, { to: day("09:15:00.000") });
    first.close();
    const second = served({ data });
    await second.control("POST", `${base}/clock/advance`, { to: day("09:30:00.000") });
    const events = await second.control("GET", `${base}/events`);
    expect(column(events, "type")).toEqual(["fault.started", "clock.moved"]);
    expect(column(events, "at")[0]).toBe(day("09:20:00.000"));
  });
});
