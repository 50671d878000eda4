import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";

import { newIds } from "../../src/world/workspace/ids.ts";
import { temporaryFolder } from "../apps/cli/program.ts";
import { isRemote } from "../support/target.ts";
import { monday, newWorld } from "../support/world.ts";
import { sinceStart, toldUnderFaults } from "./faulty-history.ts";
import type { HistoryStep } from "./history.ts";
import { someHistory, transcript } from "./history.ts";
import { seeded } from "./seeded.ts";

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** The number of ids with eight letters and digits. */
const count = 62 ** 8;
describe("a history on a frozen clock", () => {
  it("gives the same responses and mail, byte for byte, in two sandboxes of one seed (2.1)", async () => {
    await fc.assert(
      fc.asyncProperty(someHistory, fc.nat(), async (history, seed) => {
        const first = await expected(history, seed);
        const second = await expected(history, seed);
        expect(second).toEqual(first);
      }),
      seeded(6),
    );
  });

  it("gives other ids and the same statuses in a sandbox of another seed (2.1)", async () => {
    const [history = []] = fc.sample(someHistory, { seed: 7, numRuns: 1 });
    const first = await expected(history, 1);
    const second = await expected(history, 2);
    expect(second.map(statusOf)).toEqual(first.map(statusOf));
    expect(second).not.toEqual(first);
  });
});

describe("a history on a frozen clock under a quota and planned faults", () => {
  it("gives the same responses, mail, journal and events, byte for byte, in two sandboxes of one seed (2.1)", async () => {
    await fc.assert(
      fc.asyncProperty(someHistory, fc.nat(), async (history, seed) => {
        const first = await toldUnderFaults(history, { seed, now: monday });
        const second = await toldUnderFaults(history, { seed, now: monday });
        expect(second).toEqual(first);
      }),
      seeded(3),
    );
  });

  it("is hit by other faults in a sandbox of another seed", async () => {
    const [history = []] = fc.sample(someHistory, { seed: 7, numRuns: 1 });
    const first = await toldUnderFaults(history, { seed: 1, now: monday });
    const second = await toldUnderFaults(history, { seed: 2, now: monday });
    expect(second.map(statusOf)).not.toEqual(first.map(statusOf));
  });

  it("gives the same limits, faults, ids and texts at another clock time, with every date shifted equally", async () => {
    await fc.assert(
      fc.asyncProperty(someHistory, fc.integer({ min: 1, max: 1e11 }), async (history, shift) => {
        const later = new Date(Date.parse(monday) + shift * 1_000).toISOString();
        const first = await toldUnderFaults(history, { now: monday });
        const second = await toldUnderFaults(history, { now: later });
        expect(second).not.toEqual(first);
        expect(sinceStart(second, later)).toEqual(sinceStart(first, monday));
      }),
      seeded(3),
    );
  });

  // The system time of another process cannot be set.
  it.skipIf(isRemote)("is the same, byte for byte, at another system time", async () => {
    const [history = []] = fc.sample(someHistory, { seed: 8, numRuns: 1 });
    const first = await toldUnderFaults(history, { now: monday });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2031, 6, 1) });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    expect(await toldUnderFaults(history, { now: monday })).toEqual(first);
  });

  // The storage of workspaces is a setting of the sandbox.
  it.skipIf(isRemote)("is the same, byte for byte, with the workspaces in files", async () => {
    const [history = []] = fc.sample(someHistory, { seed: 9, numRuns: 1 });
    const first = await toldUnderFaults(history, { now: monday });
    const sandbox = { data: temporaryFolder() };
    expect(await toldUnderFaults(history, { now: monday, sandbox })).toEqual(first);
  });
});

describe("newIds", () => {
  it("generates different ids for different numbers below 62 to the eighth, for any seed (2.1)", () => {
    const number = fc.maxSafeNat().map((value) => value % count);
    const distance = fc.oneof(
      fc.constantFrom(count / 2, count / 31, count / 62, count / 62 ** 4),
      fc.integer({ min: 1, max: count - 1 }),
    );
    fc.assert(
      fc.property(fc.maxSafeInteger(), number, distance, (seed, one, apart) => {
        const ids = newIds(seed, "default");
        expect(ids.of("lead", one)).not.toBe(ids.of("lead", (one + apart) % count));
      }),
      seeded(1_000),
    );
  });

  it("generates keys that are UUIDs version 4, different in each workspace of one seed (5.2)", () => {
    const names = Array.from({ length: 200 }, (_, index) => `ws-${index}`);
    const keys = names.flatMap((name) => [1, 2, 3, 4].map((number) => newIds(1, name).key(number)));
    expect(new Set(keys).size).toBe(800);
    expect(keys.filter((key) => !uuidV4.test(key))).toEqual([]);
  });
});

/**
 * The responses of a workspace with that seed to the history. The workspace is dropped at the end
 * to free its id.
 */
async function expected(history: readonly HistoryStep[], seed: number): Promise<readonly string[]> {
  const world = await newWorld({ id: "repeatable", seed });
  const lines = await transcript(world, history);
  await world.close();
  return [JSON.stringify(world.keys), ...lines];
}

/** A response line starts with its status, a request line with its method. */
function statusOf(line: string): string {
  return line.split(" ", 1)[0]?.replace(/^\{.*/, "") ?? "";
}
