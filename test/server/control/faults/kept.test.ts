import { cpSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { at, column, text } from "../../../support/reply.ts";
import { isRemote } from "../../../support/target.ts";
import type { World } from "../../../support/world.ts";
import { monday, newWorld } from "../../../support/world.ts";
import type { Served } from "../../../world/workspace/served.ts";
import { dataFolder, newWorkspace, served } from "../../../world/workspace/served.ts";
import { planFault, standings, statuses, expected } from "./planned-faults.ts";

const busy = { status: 503 } as const;
const later = "2026-03-02T10:00:00.000Z";

/** Plans one fault of each state except for expired; one request hits the first. */
async function planSome(world: World): Promise<void> {
  await planFault(world, { match: { method: "GET" }, then: busy, times: 1 });
  await planFault(world, { match: { method: "POST" }, then: { kind: "reset" }, startsAt: later });
  await planFault(world, { match: { method: "GET" }, then: { delayMs: 1 }, probability: 0.5 });
  await statuses(world, 5);
}

async function listed(world: World): Promise<string> {
  return (await world.control("GET", "/faults")).text;
}

describe("POST reset", () => {
  it("deletes every fault without an event, and restarts their ids", async () => {
    const world = await newWorld();
    const first = await planFault(world, { then: busy });
    await planFault(world, { then: busy, expiresAt: later });
    await world.control("POST", "/reset");
    expect(at(await world.control("GET", "/faults"), "data")).toEqual([]);
    expect(await statuses(world, 1)).toEqual([200]);
    await world.control("POST", "/clock/advance", { to: later });
    expect(await expected(world, "fault")).toEqual([]);
    expect(await planFault(world, { then: busy })).toBe(first);
  });
});

describe("a snapshot", () => {
  it("contains the faults with their counts, and restores them", async () => {
    const world = await newWorld();
    await planSome(world);
    const before = await listed(world);
    await world.control("POST", "/snapshots", { name: "some" });
    await world.control("DELETE", "/faults");
    await planFault(world, { then: { status: 599 } });
    await world.control("POST", "/snapshots/some/restore");
    expect(await listed(world)).toBe(before);
    expect(await standings(world)).toEqual(["used-up 1", "waiting 0", expect.any(String)]);
  });

  it("does not restore a fault that was planned after it", async () => {
    const world = await newWorld();
    await world.control("POST", "/snapshots", { name: "none" });
    const first = await planFault(world, { then: busy });
    await world.control("POST", "/snapshots/none/restore");
    expect(await statuses(world, 1)).toEqual([200]);
    expect(await planFault(world, { then: busy })).toBe(first);
  });

  it("restores a pending start of a fault, which happens once", async () => {
    const world = await newWorld();
    await planFault(world, { then: busy, startsAt: later });
    await world.control("POST", "/snapshots", { name: "waiting" });
    await world.control("POST", "/clock/advance", { to: later });
    await world.control("POST", "/snapshots/waiting/restore");
    expect(await expected(world, "fault")).toEqual([]);
    await world.control("POST", "/clock/advance", { by: "PT2H" });
    expect(await expected(world, "fault")).toEqual(["10:00:00.000 fault.started"]);
  });
});

/** The statuses of 40 requests under a fault with probability 0.5, with or without a restart after 20. */
async function history(restarts: boolean): Promise<readonly number[]> {
  const data = dataFolder();
  let sandbox = served({ data });
  const key = await newWorkspace(sandbox, { id: "kept", now: monday, quotaPerHour: null });
  const fault = { then: busy, probability: 0.5 };
  await sandbox.control("POST", "/workspaces/kept/faults", fault);
  const seen: number[] = [];
  for (let sent = 0; sent < 40; sent += 1) {
    if (restarts && sent === 20) {
      sandbox.close();
      sandbox = served({ data });
    }
    // oxlint-disable-next-line no-await-in-loop -- the order is what is tested
    seen.push((await sandbox.api(key, "GET", "/leads")).status);
  }
  return seen;
}

const faults = "/workspaces/kept/faults";

/** A sandbox with a workspace in a file. */
async function inFile() {
  const data = dataFolder();
  const sandbox = served({ data });
  const key = await newWorkspace(sandbox, { id: "kept", now: monday });
  return { ...sandbox, data, key };
}

/** The sandbox that a killed process leaves: its files as they are. */
function killed({ data }: { readonly data: string }): Served {
  const left = dataFolder();
  cpSync(data, left, { recursive: true });
  return served({ data: left });
}

// The data folder is a setting of the sandbox.
describe.skipIf(isRemote)("a workspace in a file", () => {
  it("has its faults with their counts after a restart, and plans others with new ids", async () => {
    const first = await inFile();
    const whole = {
      match: { method: "GET", path: "/leads", operationId: "get-leads" },
      then: { status: 409, fields: { email: [{ code: "IN_USE", message: "Taken" }] } },
      times: 2,
    };
    await first.control("POST", faults, whole);
    await first.control("POST", faults, { then: { kind: "hang" }, startsAt: later });
    expect((await first.api(first.key, "GET", "/leads")).status).toBe(409);
    const before = await first.control("GET", faults);
    const gone = text(await first.control("POST", faults, { then: busy }), "data.id");
    await first.control("DELETE", `${faults}/${gone}`);
    first.close();
    const second = served({ data: first.data });
    expect((await second.control("GET", faults)).text).toBe(before.text);
    expect((await second.api(first.key, "GET", "/leads")).status).toBe(409);
    expect((await second.api(first.key, "GET", "/leads")).status).toBe(200);
    expect(text(await second.control("POST", faults, { then: busy }), "data.id")).not.toBe(gone);
  });

  it("keeps the planned faults when the process is killed", async () => {
    const first = await inFile();
    const gone = text(await first.control("POST", faults, { then: { status: 501 } }), "data.id");
    const kept = text(await first.control("POST", faults, { then: busy }), "data.id");
    await first.control("DELETE", `${faults}/${gone}`);
    expect(column(await killed(first).control("GET", faults), "id")).toEqual([kept]);
  });

  it("keeps the fault of a provider state when the process is killed", async () => {
    const first = await inFile();
    await first.control("POST", "/workspaces/kept/pact/states", { state: "the service fails" });
    const kept = await killed(first).control("GET", faults);
    expect(column(kept, "then.status")).toEqual([500]);
  });

  it("continues its random draws after a restart", async () => {
    expect(await history(true)).toEqual(await history(false));
  });
});
