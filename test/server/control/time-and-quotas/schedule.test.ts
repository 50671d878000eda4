import { describe, expect, it } from "vitest";

import { at, column, text } from "../../../support/reply.ts";
import type { World } from "../../../support/world.ts";
import { ids, newWorld } from "../../../support/world.ts";
import { planFault, statuses, expected } from "../faults/planned-faults.ts";

const busy = { status: 503 } as const;

function day(time: string): string {
  return `2026-03-02T${time}Z`;
}

/** Issues a key of the partner Firm that expires at `time`. */
async function issueKey(world: Pick<World, "control">, time: string) {
  const issued = await world.control("POST", "/api-keys", {
    firmId: ids.partnerFirm,
    roleType: "Partner",
    environment: "sandbox",
    expiresAt: day(time),
  });
  if (issued.status !== 201) throw new Error(`No key: ${issued.status} ${issued.text}`);
  return { id: text(issued, "data.id"), key: text(issued, "data.key") };
}

/** Plans expiries of keys, and starts and ends of faults, but not in the order of their times. */
async function planDay(world: World): Promise<void> {
  await planFault(world, { then: busy, startsAt: day("09:40:00.000") });
  await issueKey(world, "09:50:00.000");
  await planFault(world, {
    then: busy,
    startsAt: day("09:10:00.000"),
    expiresAt: day("09:30:00.000"),
  });
  await issueKey(world, "09:20:00.001");
}

const wholeDay = [
  "09:10:00.000 fault.started",
  "09:20:00.001 key.expired",
  "09:30:00.000 fault.expired",
  "09:40:00.000 fault.started",
  "09:50:00.000 key.expired",
] as const;

/** The scheduled events and clock changes so far. */
async function due(world: World): Promise<readonly string[]> {
  const all = await expected(world, "key", "fault", "clock");
  return all.filter((line) => !line.endsWith(".issued") && !line.endsWith(".planned"));
}

describe.each([
  { name: "POST clock/advance", method: "POST", path: "/clock/advance", body: { by: "PT1H" } },
  {
    name: "PUT clock",
    method: "PUT",
    path: "/clock",
    body: { mode: "frozen", now: day("10:00:00.000") },
  },
])("$name", ({ method, path, body }) => {
  it("runs everything that falls due on the way in order, each at its time, before the answer", async () => {
    const world = await newWorld();
    await planDay(world);
    const moved = await world.control(method, path, body);
    expect(text(moved, "data.now")).toBe(day("10:00:00.000"));
    expect(await due(world)).toEqual([...wholeDay, "10:00:00.000 clock.moved"]);
  });
});

describe("a scheduled event", () => {
  it.each([
    { name: "the expiry of a key", type: "key.expired", plan: issueKey },
    {
      name: "the start of a fault",
      type: "fault.started",
      plan: (world: World, time: string) => planFault(world, { then: busy, startsAt: day(time) }),
    },
    {
      name: "the end of a fault",
      type: "fault.expired",
      plan: (world: World, time: string) => planFault(world, { then: busy, expiresAt: day(time) }),
    },
  ])("$name happens at its time, and not a millisecond earlier", async ({ type, plan }) => {
    const world = await newWorld();
    await plan(world, "09:30:00.000");
    const happened = async () => (await due(world)).filter((line) => line.endsWith(type));
    await world.control("POST", "/clock/advance", { to: day("09:29:59.999") });
    expect(await happened()).toEqual([]);
    await world.control("POST", "/clock/advance", { by: 1 });
    expect(await happened()).toEqual([`09:30:00.000 ${type}`]);
  });

  it("of a key happens before those of faults at the same time, which follow in planning order", async () => {
    const world = await newWorld();
    const moment = day("09:30:00.000");
    const ending = await planFault(world, { then: busy, expiresAt: moment });
    const starting = await planFault(world, { then: busy, startsAt: moment });
    const { id } = await issueKey(world, "09:30:00.000");
    await world.control("POST", "/clock/advance", { to: moment });
    const events = await world.control("GET", "/events?after=3");
    expect(column(events, "type")).toEqual([
      "key.expired",
      "fault.expired",
      "fault.started",
      "clock.moved",
    ]);
    expect(column(events, "data.id").slice(0, 3)).toEqual([id, ending, starting]);
  });

  it("has happened before a request at that time is answered (5.6)", async () => {
    const world = await newWorld();
    const { key } = await issueKey(world, "09:30:00.000");
    await world.control("POST", "/clock/advance", { to: day("09:29:59.999") });
    expect(await statuses(world, 1, { key })).toEqual([200]);
    await world.control("POST", "/clock/advance", { by: 1 });
    expect(await statuses(world, 1, { key })).toEqual([401]);
    expect(await expected(world, "key", "request")).toEqual([
      "09:00:00.000 key.issued",
      "09:29:59.999 request",
      "09:30:00.000 key.expired",
      "09:30:00.000 request",
    ]);
  });

  it.each([
    {
      name: "a deleted fault",
      plan: async (world: World) => {
        const expiresAt = day("09:40:00.000");
        const id = await planFault(world, { then: busy, startsAt: day("09:30:00.000"), expiresAt });
        await world.control("DELETE", `/faults/${id}`);
      },
    },
    {
      name: "a key and a fault of before a reset",
      plan: async (world: World) => {
        await planDay(world);
        await world.control("POST", "/reset");
      },
    },
    {
      name: "a key and a fault of before another state",
      plan: async (world: World) => {
        const state = at(await world.control("GET", "/state"), "data");
        await planDay(world);
        await world.control("PUT", "/state", state);
      },
    },
    {
      name: "a key and a fault created after a restored snapshot",
      plan: async (world: World) => {
        await world.control("POST", "/snapshots", { name: "before" });
        await planDay(world);
        await world.control("POST", "/snapshots/before/restore");
      },
    },
  ])("is never caused by $name", async ({ plan }) => {
    const world = await newWorld();
    await plan(world);
    const before = (await due(world)).filter((line) => !/revoked|removed/.test(line));
    expect(before).toEqual([]);
    await world.control("POST", "/clock/advance", { by: "P1D" });
    const after = (await due(world)).filter((line) => !/revoked|removed/.test(line));
    expect(after).toEqual(["09:00:00.000 clock.moved"]);
  });

  it("is repeated once after a restore of an earlier snapshot", async () => {
    const world = await newWorld();
    await planDay(world);
    await world.control("POST", "/snapshots", { name: "morning" });
    await world.control("POST", "/clock/advance", { by: "PT2H" });
    await world.control("POST", "/snapshots/morning/restore");
    expect(await due(world)).toEqual([]);
    await world.control("POST", "/clock/advance", { by: "PT2H" });
    expect(await due(world)).toEqual([...wholeDay, "11:00:00.000 clock.moved"]);
  });

  it("of a loaded state happens at its time (5.6)", async () => {
    const world = await newWorld();
    await issueKey(world, "09:30:00.000");
    const state = at(await world.control("GET", "/state"), "data");
    await world.control("PUT", "/state", state);
    await world.control("POST", "/clock/advance", { by: "PT1H" });
    expect(await due(world)).toEqual(["09:30:00.000 key.expired", "10:00:00.000 clock.moved"]);
  });
});
