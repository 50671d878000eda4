import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { ApiKey } from "../../src/domain/api-key.ts";
import type { Fault } from "../../src/domain/fault.ts";
import type { DueItem } from "../../src/workspace/schedule.ts";
import { dueItems, newSchedule } from "../../src/workspace/schedule.ts";
import { seeded } from "../property/seeded.ts";

function item(at: number, id: string): DueItem {
  return { at, id, type: "key.expired" };
}

/** A schedule that starts at 100, its items, and the ids of those that ran. */
function schedule(...first: readonly DueItem[]) {
  const items = [...first];
  const ran: string[] = [];
  const made = newSchedule(
    100,
    () => items,
    ({ id }) => void ran.push(id),
  );
  return { ...made, items, ran };
}

describe("runUpTo of a schedule", () => {
  it("runs items due after the start and up to the given time, exact to the millisecond", () => {
    const { runUpTo, ran } = schedule(
      item(100, "at the start"),
      item(101, "after it"),
      item(200, "at the moment"),
      item(201, "later"),
    );
    runUpTo(200);
    expect(ran).toEqual(["after it", "at the moment"]);
    runUpTo(201);
    expect(ran).toEqual(["after it", "at the moment", "later"]);
  });

  it("runs items in order of time, and those of the same time in list order", () => {
    const { runUpTo, ran } = schedule(
      item(130, "late"),
      item(110, "first of two"),
      item(110, "second of two"),
      item(101, "early"),
    );
    runUpTo(1_000);
    expect(ran).toEqual(["early", "first of two", "second of two", "late"]);
  });

  it("runs nothing twice, also for an earlier time", () => {
    const { runUpTo, ran } = schedule(item(150, "once"));
    for (const moment of [150, 120, 150, 151]) runUpTo(moment);
    expect(ran).toEqual(["once"]);
  });

  it("runs the same items at the same times whatever the step size", () => {
    const moments = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 12 });
    fc.assert(
      fc.property(moments, moments, (due, steps) => {
        const items = due.map((at, index) => item(100 + at, `${at}/${index}`));
        const stepwise = schedule(...items);
        for (const step of steps) stepwise.runUpTo(100 + step);
        stepwise.runUpTo(200);
        const atOnce = schedule(...items);
        atOnce.runUpTo(200);
        expect(stepwise.ran).toEqual(atOnce.ran);
      }),
      seeded(300),
    );
  });
});

describe("changed of a schedule", () => {
  it("runs a new item that is due before the known ones", () => {
    const { runUpTo, changed, items, ran } = schedule(item(500, "known"));
    runUpTo(110);
    items.push(item(120, "new"));
    changed();
    runUpTo(130);
    expect(ran).toEqual(["new"]);
  });

  it("does not run removed items", () => {
    const { runUpTo, changed, items, ran } = schedule(item(120, "taken back"));
    runUpTo(110);
    items.length = 0;
    changed();
    runUpTo(130);
    expect(ran).toEqual([]);
  });

  it("does not run a new item that was already due", () => {
    const { runUpTo, changed, items, ran } = schedule();
    runUpTo(150);
    items.push(item(140, "too late"), item(150, "just too late"));
    changed();
    runUpTo(200);
    expect(ran).toEqual([]);
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
