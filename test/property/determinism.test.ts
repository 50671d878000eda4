import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { newIds } from "../../src/workspace/ids.ts";
import { newWorld } from "../support/world.ts";
import type { HistoryStep } from "./history.ts";
import { someHistory, transcript } from "./history.ts";
import { seeded } from "./seeded.ts";

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** How many ids of eight letters and digits there are. */
const count = 62 ** 8;
const kinds = ["lead", "plan", "clientProfile", "apiKey", "email", "request"] as const;

describe("a history on a frozen clock", () => {
  it("has the same answers and the same mail, byte for byte, in two sandboxes of one seed (2.1)", async () => {
    await fc.assert(
      fc.asyncProperty(someHistory, fc.nat(), async (history, seed) => {
        const first = await told(history, seed);
        const second = await told(history, seed);
        expect(second).toEqual(first);
      }),
      seeded(6),
    );
  });

  it("has other ids in a sandbox of another seed, and the same statuses (2.1)", async () => {
    const [history = []] = fc.sample(someHistory, { seed: 7, numRuns: 1 });
    const first = await told(history, 1);
    const second = await told(history, 2);
    expect(second.map(statusOf)).toEqual(first.map(statusOf));
    expect(second).not.toEqual(first);
  });
});

describe("newIds", () => {
  it.each(kinds)("gives 50 000 ids of 8 letters and digits, none twice: %s (2.1)", (kind) => {
    const ids = newIds(1, "default");
    const made = Array.from({ length: 50_000 }, (_, number) => ids.of(kind, number + 1));
    expect(new Set(made).size).toBe(made.length);
    expect(made.filter((id) => !/^[A-Za-z0-9]{8}$/.test(id))).toEqual([]);
  });

  it("gives two numbers below 62 to the eighth two ids, whatever the seed (2.1)", () => {
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

  it("gives each seed and each kind ids of its own (2.1)", () => {
    const first = newIds(1, "default");
    expect(newIds(1, "other").of("lead", 1)).toBe(first.of("lead", 1));
    expect(newIds(2, "default").of("lead", 1)).not.toBe(first.of("lead", 1));
    expect(new Set(kinds.map((kind) => first.of(kind, 1))).size).toBe(kinds.length);
  });

  it("gives keys that are UUIDs version 4, other ones in each workspace of one seed (5.2)", () => {
    const names = Array.from({ length: 200 }, (_, index) => `ws-${index}`);
    const keys = names.flatMap((name) => [1, 2, 3, 4].map((number) => newIds(1, name).key(number)));
    expect(new Set(keys).size).toBe(800);
    expect(keys.filter((key) => !uuidV4.test(key))).toEqual([]);
  });
});

/** What a workspace of that seed answers to the history; it is dropped at the end, so that its id is free again. */
async function told(history: readonly HistoryStep[], seed: number): Promise<readonly string[]> {
  const world = await newWorld({ id: "repeatable", seed });
  const lines = await transcript(world, history);
  await world.close();
  return [JSON.stringify(world.keys), ...lines];
}

/** An answer starts with its status, a request with its method. */
function statusOf(line: string): string {
  return line.split(" ", 1)[0]?.replace(/^\{.*/, "") ?? "";
}
