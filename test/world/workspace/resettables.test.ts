import { describe, expect, it } from "vitest";

import type { SandboxOptions } from "../../../src/server/sandbox/sandbox.ts";
import { contentsOf, live, reseed, sameIn, worldIn } from "./contents.ts";
import type { Served } from "./served.ts";
import { dataFolder, served } from "./served.ts";

const storages: readonly {
  readonly storage: string;
  readonly options: () => SandboxOptions;
}[] = [
  { storage: "memory", options: () => ({}) },
  { storage: "a file", options: () => ({ data: dataFolder() }) },
];

/** The seed never changes, because ids depend on it. The origin changes only with the fixture. */
const constantBySeed = ["part ids"];
const constantByFixture = ["part origin", "part ids"];

describe.each(storages)("the complete state of a workspace in $storage", ({ options }) => {
  it("is changed by the calls of these tests, or constant for a listed reason", async () => {
    const sandbox = await lived(options());
    expect(sameIn(contentsOf(sandbox), contentsOf(served()))).toEqual(constantByFixture);
  });

  it("is the initial one after each of several resets", async () => {
    const sandbox = await lived(options());
    await sandbox.control("POST", "/reset");
    await live(sandbox);
    await sandbox.control("POST", "/reset");
    expect(contentsOf(sandbox)).toEqual(contentsOf(served()));
  });

  it("is the initial one after a reset from another fixture", async () => {
    const sandbox = served(options());
    await sandbox.control("POST", "/reset", { fixture: "empty" });
    await live(sandbox);
    expect(sameIn(contentsOf(sandbox), contentsOf(served()))).toEqual(constantBySeed);
    await sandbox.control("POST", "/reset", { fixture: "default" });
    expect(contentsOf(sandbox)).toEqual(contentsOf(served()));
  });

  it("is the initial one after a restore of an initial snapshot", async () => {
    const sandbox = served(options());
    await sandbox.control("POST", "/snapshots", { name: "start" });
    await sandbox.control("POST", "/reset", { fixture: "empty" });
    reseed(sandbox.workspace());
    await live(sandbox);
    expect(sameIn(contentsOf(sandbox), contentsOf(served()))).toEqual([]);
    await sandbox.control("POST", "/snapshots/start/restore");
    const again = served();
    await again.control("POST", "/snapshots", { name: "start" });
    await again.control("POST", "/snapshots/start/restore");
    expect(withoutTimes(contentsOf(sandbox))).toEqual(withoutTimes(contentsOf(again)));
  });

  it("is the initial one after PUT of the initial state, except for the running clock", async () => {
    const sandbox = served(options());
    const world = worldIn(await sandbox.control("GET", "/state"));
    await live(sandbox);
    await sandbox.control("PUT", "/state", world);
    const { "part clock": clock, "table settings": settings, ...rest } = contentsOf(sandbox);
    expect(contentsOf(served())).toMatchObject(rest);
    expect(clock).toEqual({ mode: "system", offsetMs: expect.closeTo(86_400_000, -4) });
    expect(settings).toEqual([{ ...remembered(served()), clock }]);
  });
});

async function lived(options: SandboxOptions): Promise<Served> {
  const sandbox = served(options);
  await live(sandbox);
  return sandbox;
}

/** The settings of a workspace in its database. */
function remembered(sandbox: Served): object {
  const { "table settings": settings } = contentsOf(sandbox);
  const [memory]: unknown[] = Array.isArray(settings) ? settings : [];
  if (typeof memory === "object" && memory !== null) return memory;
  throw new Error("The workspace remembers nothing.");
}

/** The contents without the time of the restore, which is the first event of the new log. */
function withoutTimes({
  "part events": events,
  ...contents
}: object & { "part events"?: unknown }) {
  const log = Array.isArray(events) ? events.map(({ at: _at, ...event }) => event) : events;
  return { ...contents, log };
}
