import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { DueItem } from "../../src/workspace/schedule.ts";
import { newSchedule } from "../../src/workspace/schedule.ts";
import { seeded } from "./seeded.ts";

/**
 * One step: the clock advances, an item is planned that far from now (possibly in the past), or an
 * item is removed.
 */
type Step =
  | { readonly act: "move"; readonly by: number }
  | { readonly act: "plan"; readonly ahead: number }
  | { readonly act: "remove"; readonly index: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ act: fc.constant("move" as const), by: fc.integer({ min: 0, max: 20 }) }),
  fc.record({ act: fc.constant("plan" as const), ahead: fc.integer({ min: -5, max: 30 }) }),
  fc.record({ act: fc.constant("remove" as const), index: fc.nat({ max: 20 }) }),
);

describe("newSchedule", () => {
  it("runs each item once, at the step that passes its time, in order of time", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        let now = 1_000;
        let items: DueItem[] = [];
        let planned = 0;
        const ran: DueItem[] = [];
        const wanted: DueItem[] = [];
        const schedule = newSchedule(
          now,
          () => items,
          (item) => ran.push(item),
        );
        for (const one of steps) {
          if (one.act === "plan") {
            planned += 1;
            items = [...items, { at: now + one.ahead, type: "fault.started", id: `${planned}` }];
            schedule.changed();
          } else if (one.act === "remove") {
            items = items.filter((_, index) => index !== one.index);
            schedule.changed();
          } else {
            const from = now;
            now += one.by;
            schedule.runUpTo(now);
            const passed = items.filter(({ at }) => at > from && at <= now);
            wanted.push(...passed.toSorted((first, second) => first.at - second.at));
          }
        }
        expect(ran).toEqual(wanted);
      }),
      seeded(500),
    );
  });
});
