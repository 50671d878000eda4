import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Random } from "../../../src/world/workspace/random.ts";
import { newRandom } from "../../../src/world/workspace/random.ts";
import type { WorkspaceSettings } from "../../../src/world/workspace/workspace-settings.ts";
import { newWorkspaceSettings } from "../../../src/world/workspace/workspace-settings.ts";
import { seeded } from "../../property/seeded.ts";

/** The settings of a workspace with that seed after that many draws. */
function memoryOf(seed: number, draws = 0): WorkspaceSettings {
  const origin = {
    seed,
    fixture: "default",
    clock: { mode: "frozen", now: 0 },
    assumptions: {},
    expiresAt: null,
  } as const;
  return { ...newWorkspaceSettings(origin, Date.now), draws };
}

function drawn(random: Pick<Random, "draw">, count: number): readonly number[] {
  return Array.from({ length: count }, () => random.draw());
}

describe("draw from a random source", () => {
  it("returns the same numbers in the same order for the same seed", () => {
    const one = newRandom(memoryOf(7));
    expect(drawn(one, 50)).toEqual(drawn(newRandom(memoryOf(7)), 50));
  });

  it("returns other numbers for another seed, and no number twice in a row", () => {
    const one = drawn(newRandom(memoryOf(1)), 50);
    const other = drawn(newRandom(memoryOf(2)), 50);
    expect(new Set([...one, ...other]).size).toBe(100);
  });

  it("is at least 0 and below 1, for any seed", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (seed) => {
        const numbers = drawn(newRandom(memoryOf(seed)), 20);
        expect(numbers.filter((number) => number < 0 || number >= 1)).toEqual([]);
      }),
      seeded(200),
    );
  });

  it("returns each tenth of the range about equally often", () => {
    const tenths = drawn(newRandom(memoryOf(3)), 10_000).map((number) => Math.floor(number * 10));
    const counts = [...Map.groupBy(tenths, (tenth) => tenth).values()].map(({ length }) => length);
    expect(counts).toHaveLength(10);
    expect(Math.min(...counts)).toBeGreaterThan(850);
    expect(Math.max(...counts)).toBeLessThan(1_150);
  });

  it("continues after the draws that the settings count", () => {
    const [, , third] = drawn(newRandom(memoryOf(5)), 3);
    expect(newRandom(memoryOf(5, 2)).draw()).toBe(third);
  });
});

describe("fork of a random source", () => {
  it("continues the sequence of its source without moving the source", () => {
    const random = newRandom(memoryOf(5));
    random.draw();
    const forked = Array.from({ length: 5 }, random.fork());
    expect(drawn(random, 5)).toEqual(forked);
  });

  it("is independent of later draws from the source", () => {
    const random = newRandom(memoryOf(5));
    const fork = random.fork();
    const before = fork();
    random.draw();
    expect([before, fork()]).toEqual(drawn(newRandom(memoryOf(5)), 2));
  });
});

describe("renew of a random source", () => {
  it("takes over the seed and the draws of the settings", () => {
    const random = newRandom(memoryOf(5));
    drawn(random, 9);
    random.renew(memoryOf(6, 1));
    const [, second] = drawn(newRandom(memoryOf(6)), 2);
    expect(random.draw()).toBe(second);
  });
});

describe("keep of a random source", () => {
  it("counts the draws of the source, without those of its forks", () => {
    const random = newRandom(memoryOf(5));
    random.draw();
    random.fork()();
    expect(random.keep()).toEqual({ draws: 1 });
  });
});
