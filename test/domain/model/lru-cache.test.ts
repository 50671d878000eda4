import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { newLruCache } from "../../../src/base/values/lru-cache.ts";
import { seeded } from "../../property/seeded.ts";

describe("newLruCache", () => {
  it("returns the latest value of a key, or nothing, and keeps recently used entries", () => {
    const step = fc.record({
      does: fc.constantFrom("set", "get", "delete", "ensure"),
      key: fc.nat(30),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const cache = newLruCache<number, number>(10);
        const model = new Map<number, number>();
        for (const [index, { does, key }] of steps.entries()) {
          const found = cache.get(key);
          expect([undefined, model.get(key)]).toContain(found);
          if (does === "delete") {
            cache.delete(key);
            model.delete(key);
          } else if (does === "set") {
            cache.set(key, index);
            model.set(key, index);
          } else if (does === "ensure") {
            model.set(
              key,
              cache.ensure(key, () => index),
            );
          }
          expect(cache.get(key)).toBe(does === "get" ? found : model.get(key));
        }
      }),
      seeded(300),
    );
  });

  it("evicts only the least recently used entries", () => {
    const cache = newLruCache<number, number>(10);
    for (let key = 0; key < 1_000; key += 1) {
      cache.set(key, key);
      expect(cache.get(0)).toBe(0);
    }
    const held = Array.from({ length: 1_000 }, (_, key) => key).filter(
      (key) => cache.get(key) !== undefined,
    );
    expect(held.length).toBeLessThanOrEqual(10);
    expect(held).toEqual(expect.arrayContaining([0, 999, 998]));
  });

  it("is empty after a clear", () => {
    const cache = newLruCache<string, number>(4);
    for (const key of ["a", "b", "c", "d"]) cache.set(key, 1);
    cache.clear();
    expect(["a", "b", "c", "d"].map((key) => cache.get(key))).toEqual(Array(4).fill(undefined));
  });
});
