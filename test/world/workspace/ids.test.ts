import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { newIds } from "../../../src/world/workspace/ids.ts";

describe("ids", () => {
  it("gives a number the same id regardless of earlier calls (lead.id.shape)", () => {
    const runs = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 20 })), { minLength: 1 });
    fc.assert(
      fc.property(fc.integer(), runs, (seed, asked) => {
        const ids = newIds(seed, "one");
        for (const [first, length] of asked) {
          for (let number = first; number < first + length; number += 1) {
            expect(ids.of("lead", number)).toBe(newIds(seed, "other").of("lead", number));
            expect(ids.of("lead", number)).toMatch(/^[0-9A-Za-z]{8}$/);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it("matches the ids of an earlier version", () => {
    const ids = newIds(1, "default");
    const expected = [1, 2, 3, 4, 1_000_000, 1_000_001].map((number) => ids.of("request", number));
    expect(expected).toEqual([
      "vUbW5O1S",
      "LQUbC3Q3",
      "lMNgIioe",
      "BIGlPODF",
      "jqCALmn3",
      "9m5FSSBe",
    ]);
  });

  it("gives different ids to consecutive numbers", () => {
    const ids = newIds(7, "default");
    const many = Array.from({ length: 20_000 }, (_, number) => ids.of("email", number));
    expect(new Set(many).size).toBe(many.length);
  });
});
