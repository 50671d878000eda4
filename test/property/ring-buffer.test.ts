import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { newRingBuffer } from "../../src/domain/ring-buffer.ts";
import { seeded } from "./seeded.ts";

const change = fc.oneof(
  { weight: 5, arbitrary: fc.record({ name: fc.constant("push" as const), by: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ name: fc.constant("drop" as const), by: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ name: fc.constant("remove" as const), by: fc.nat() }) },
);
const rising = fc
  .array(fc.nat(5), { maxLength: 70, size: "max" })
  .map((steps) => steps.map((_, index) => sum(steps.slice(0, index + 1))));

describe("newRingBuffer", () => {
  it("holds the same items as a plain array through growing, wrapping and removing", () => {
    fc.assert(
      fc.property(rising, fc.array(change, { maxLength: 250, size: "max" }), (times, changes) => {
        const ring = newRingBuffer(times);
        const list = [...times];
        for (const { name, by } of changes) {
          const index = list.length === 0 ? 0 : by % list.length;
          if (name === "push") {
            const time = (list.at(-1) ?? 0) + by;
            ring.push(time);
            list.push(time);
          } else if (list.length > 0 && name === "drop") {
            ring.dropFirst();
            list.shift();
          } else if (list.length > 0) {
            ring.removeAt(index);
            list.splice(index, 1);
          }
          expect(contentsOf(ring)).toEqual(list);
        }
      }),
      seeded(100),
    );
  });

  it("counts the items at or before a moment as a filter over the array does", () => {
    fc.assert(
      fc.property(rising, fc.nat(30), fc.integer({ min: -1, max: 400 }), (times, drops, moment) => {
        const ring = newRingBuffer(times);
        const dropped = Math.min(drops, times.length);
        for (let drop = 0; drop < dropped; drop += 1) ring.dropFirst();
        const kept = times.slice(dropped);
        expect(ring.countUpTo(moment)).toBe(kept.filter((time) => time <= moment).length);
      }),
      seeded(500),
    );
  });

  it("keeps the order when it grows while wrapped around its end", () => {
    const ring = newRingBuffer(Array.from({ length: 16 }, (_, index) => index));
    for (let drop = 0; drop < 10; drop += 1) ring.dropFirst();
    for (let time = 16; time < 50; time += 1) ring.push(time);
    expect(contentsOf(ring)).toEqual(Array.from({ length: 40 }, (_, index) => index + 10));
  });
});

function contentsOf(ring: ReturnType<typeof newRingBuffer>): readonly number[] {
  return Array.from({ length: ring.length() }, (_, index) => ring.at(index));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
