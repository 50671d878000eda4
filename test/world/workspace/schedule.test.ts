import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { ApiKey } from "../../../src/domain/model/api-key.ts";
import type { Fault } from "../../../src/domain/model/fault.ts";
import type { DueItem } from "../../../src/world/workspace/time/schedule.ts";
import { dueItems, newSchedule } from "../../../src/world/workspace/time/schedule.ts";
import { seeded } from "../../property/seeded.ts";

function item(at: number, id: string): DueItem {
  return { at, id, type: "key.expired" };
}

/** A schedule of these items that starts at 100, and the ids of those that ran. */
function schedule(...items: readonly DueItem[]) {
  const ran: string[] = [];
  const made = newSchedule(
    100,
    () => items,
    ({ id }) => void ran.push(id),
  );
  return { ...made, ran };
}

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

describe("runUpTo of a schedule", () => {
  it("runs each item once, at the step that passes its time, in order of time", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        let now = 1_000;
        let items: DueItem[] = [];
        let planned = 0;
        const ran: DueItem[] = [];
        const wanted: DueItem[] = [];
        const made = newSchedule(
          now,
          () => items,
          (due) => ran.push(due),
        );
        for (const one of steps) {
          if (one.act === "plan") {
            planned += 1;
            items = [...items, { at: now + one.ahead, type: "fault.started", id: `${planned}` }];
          } else if (one.act === "remove") {
            items = items.filter((_, index) => index !== one.index);
          } else {
            const from = now;
            now += one.by;
            made.runUpTo(now);
            const passed = items.filter(({ at }) => at > from && at <= now);
            wanted.push(...passed.toSorted((first, second) => first.at - second.at));
          }
        }
        expect(ran).toEqual(wanted);
      }),
      seeded(500),
    );
  });

  it("runs nothing twice, also for an earlier time", () => {
    const { runUpTo, ran } = schedule(item(150, "once"));
    for (const moment of [150, 120, 150, 151]) runUpTo(moment);
    expect(ran).toEqual(["once"]);
  });
});

describe("renew of a schedule", () => {
  it("restarts at an earlier time without the items due before it", () => {
    const { runUpTo, renew, ran } = schedule(item(110, "before"), item(150, "after"));
    runUpTo(200);
    renew(120);
    runUpTo(200);
    expect(ran).toEqual(["before", "after", "after"]);
  });

  it("skips the items before a later time", () => {
    const { runUpTo, renew, ran } = schedule(item(150, "passed over"));
    renew(300);
    runUpTo(400);
    expect(ran).toEqual([]);
  });
});

describe("dueItems", () => {
  const key: ApiKey = {
    id: "Key00001",
    key: "11111111-1111-4111-8111-111111111111",
    firmId: "Firm0001",
    roleType: "Partner",
    environment: "sandbox",
    quotaPerHour: null,
    permissions: [],
    createdAt: 0,
    expiresAt: null,
    revokedAt: null,
  };
  const fault: Fault = {
    id: "Fault001",
    match: {},
    then: { when: "before", status: 503 },
    times: null,
    probability: 1,
    startsAt: null,
    expiresAt: null,
    hits: 0,
  };

  it("contains the expiry of a key that has one and is not revoked (5.6)", () => {
    const keys = [
      key,
      { ...key, id: "Expires1", expiresAt: 500 },
      { ...key, id: "Revoked1", expiresAt: 500, revokedAt: 400 },
    ];
    expect(dueItems(keys, [])).toEqual([{ type: "key.expired", id: "Expires1", at: 500 }]);
  });

  it("contains the start and the end of a fault, each if present", () => {
    const faults = [
      fault,
      { ...fault, id: "Starts01", startsAt: 5 },
      { ...fault, id: "BothEnds", startsAt: 0, expiresAt: 9 },
    ];
    expect(dueItems([], faults)).toEqual([
      { type: "fault.started", id: "Starts01", at: 5 },
      { type: "fault.started", id: "BothEnds", at: 0 },
      { type: "fault.expired", id: "BothEnds", at: 9 },
    ]);
  });
});
