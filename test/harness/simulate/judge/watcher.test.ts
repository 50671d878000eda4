import { describe, expect, it } from "vitest";

import { causeOf } from "../../../../src/harness/simulate/judge/cause.ts";
import { newReads } from "../../../../src/harness/simulate/judge/reads.ts";
import type { Judging } from "../../../../src/harness/simulate/judge/watcher.ts";
import { newWatcher } from "../../../../src/harness/simulate/judge/watcher.ts";
import type { LedgerReading } from "../../../../src/harness/simulate/ledger/rows.ts";
import type {
  Discrepancy,
  EventKind,
  HappenedEvent,
  HistoryEvent,
  SeenTick,
} from "../../../../src/harness/simulate/model.ts";
import type { LeadTruth } from "../../../../src/harness/simulate/world/truth.ts";
import { seenCall } from "../made-up.ts";
import { ended, lead, truthOf, version } from "./made-up.ts";

/** A tick every 100 ms, in which a change may stay unknown for 200 ms. */
const judging: Judging = {
  covers: "all",
  states: new Map(),
  keepsMs: null,
  isSeen: false,
  every: 100,
  freshWithin: 200,
};

function event(id: string, kind: EventKind, tick: number, name: string | null = null) {
  return { id, kind, lead: name, tick, gap: 0 } satisfies HistoryEvent;
}

function seen(tick: number, more: Partial<SeenTick> = {}): SeenTick {
  const end = { ok: true, killed: false, why: null, output: "" };
  const at = tick * 100;
  return { ...end, tick, startedAt: at, endedAt: at + 10, calls: [], events: [], ...more };
}

function rows(...states: readonly [name: string, state: string][]): LedgerReading {
  return {
    rows: states.map(([name, state]) => ({ id: `id-${name}`, state })),
    columns: new Set(["id", "state"]),
  };
}

/** A watcher of these Leads, which explains nothing. */
function watching(...leads: readonly LeadTruth[]) {
  return newWatcher(truthOf(...leads), judging, (found, shown) => ({
    ...found,
    ...shown,
    cause: "none",
    disturbance: null,
    read: null,
    heldAfter: null,
  }));
}

describe("a ledger that is watched", () => {
  const converted = ended("one", "Converted", 0, 500);
  const [right, wrong] = [rows(["one", "Converted"]), rows(["one", "Active"])];

  it("has no finding while it agrees", () => {
    const watcher = watching(converted);
    watcher.after(seen(6), right, true);
    expect(watcher.agrees()).toBe(true);
    expect([watcher.isPending(), watcher.hasFinding("one"), watcher.discoveries()]).toEqual([
      false,
      false,
      [],
    ]);
  });

  it("may be behind for as long as a change may stay unknown, and does not agree meanwhile", () => {
    const watcher = watching(converted);
    watcher.after(seen(5), wrong, true);
    expect([watcher.agrees(), watcher.isPending()]).toEqual([false, false]);
    expect(watcher.differences()).toHaveLength(1);
    watcher.after(seen(6), wrong, true);
    expect([watcher.isPending(), watcher.hasFinding("one")]).toEqual([true, true]);
    expect(watcher.discoveries()).toEqual([]);
  });

  it("has a passing finding when it is right again, and is not compared for that Lead later", () => {
    const watcher = watching(converted);
    watcher.after(seen(6), wrong, true);
    watcher.after(seen(7), right, true);
    watcher.after(seen(8), wrong, true);
    expect(watcher.discoveries()).toMatchObject([
      { kind: "stale", column: "state", lead: "one", tick: 6, lasting: false },
    ]);
    expect([watcher.isPending(), watcher.hasFinding("one"), watcher.agrees()]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("has a lasting finding after four quiet ticks, and not after ticks with events", () => {
    const watcher = watching(converted);
    const busy = { events: [event("e9", "create", 7)] };
    for (const tick of [6, 7, 8, 9, 10])
      watcher.after(seen(tick, tick === 7 ? busy : {}), wrong, true);
    expect(watcher.discoveries()).toEqual([]);
    watcher.after(seen(11), wrong, true);
    expect(watcher.discoveries()).toMatchObject([{ tick: 6, lasting: true }]);
  });

  it("knows the last tick after which the record was right, if it ever was", () => {
    const watcher = watching(converted, ended("two", "Converted", 0, 500));
    watcher.after(seen(4), rows(["one", "Active"]), false);
    watcher.after(seen(6), rows(["one", "Converted"]), true);
    watcher.after(seen(7), rows(["one", "Active"], ["two", "Converted"]), true);
    watcher.after(seen(8), rows(["one", "Converted"], ["two", "Converted"]), true);
    expect(watcher.discoveries()).toMatchObject([
      { lead: "two", kind: "missing", rightAfter: null },
      { lead: "one", kind: "stale", rightAfter: 6 },
    ]);
  });

  it("judges nothing before it is told to", () => {
    const watcher = watching(converted);
    watcher.after(seen(6), wrong, false);
    expect([watcher.isPending(), watcher.agrees()]).toEqual([false, false]);
  });

  it("shows several columns of a Lead as one record, each once", () => {
    const watcher = watching(lead("one", version(0)));
    const both = { rows: [{ id: "id-one", state: "Archived", email: "x@example.com" }] };
    const reading = { ...both, columns: new Set(["id", "state", "email"] as const) };
    watcher.after(seen(6), reading, true);
    watcher.after(seen(7), rows(["one", "Active"]), true);
    expect(watcher.discoveries().map(({ column }) => column)).toEqual(["state", "email"]);
  });

  it("may be half written once after a kill, and not twice without an event", () => {
    const torn = { unreadable: "it is cut off" };
    const watcher = watching(lead("one", version(0)));
    watcher.after(seen(6, { killed: true }), torn, true);
    expect([watcher.isPending(), watcher.agrees()]).toEqual([false, false]);
    watcher.after(seen(7, { killed: true }), torn, true);
    expect(watcher.isPending()).toBe(true);
    watcher.after(seen(8), rows(["one", "Active"]), true);
    expect(watcher.discoveries()).toMatchObject([
      { kind: "unreadable", lead: null, ledger: "it is cut off", tick: 7 },
    ]);
  });

  it("may have the start of a word after a kill, and is compared if it is whole", () => {
    const watcher = watching(lead("one", version(0)), lead("two", version(0)));
    watcher.after(seen(6, { killed: true }), rows(["one", "Act"]), true);
    expect(watcher.isPending()).toBe(false);
    watcher.after(seen(7, { killed: true, events: [event("e1", "crash", 7)] }), rows(), true);
    expect(watcher.discoveries()).toEqual([]);
    expect(watcher.isPending()).toBe(true);
  });
});

function happened(...all: readonly HistoryEvent[]): readonly HappenedEvent[] {
  return all.map((one) => ({ event: one, at: one.tick * 100, rules: [], applied: true }));
}

describe("the cause of a difference", () => {
  const missing: Discrepancy = {
    kind: "missing",
    column: null,
    lead: "one",
    ledger: "absent",
    world: "Active",
    event: "e1",
  };
  const at = { from: 2, tick: 5 };

  it("is its own event, with what disturbed that tick most", () => {
    const all = happened(event("e1", "create", 4), event("e2", "fail", 4), event("e3", "crash", 4));
    expect(causeOf(missing, at, all)).toEqual({ cause: "create", disturbance: "crash" });
  });

  it("is the most harmful event of the latest tick, if its own is too old", () => {
    const all = happened(
      event("e1", "create", 1),
      event("e2", "patch", 4),
      event("e3", "archive", 4),
      event("e4", "crash", 6),
    );
    expect(causeOf(missing, at, all)).toEqual({ cause: "archive", disturbance: null });
  });

  it("is its own old event, the start or none, if all events are too old", () => {
    expect(causeOf(missing, at, happened(event("e1", "create", 1)))).toEqual({
      cause: "create",
      disturbance: null,
    });
    expect(causeOf({ ...missing, event: null }, at, []).cause).toBe("start");
    expect(causeOf({ ...missing, kind: "stale", event: null }, at, []).cause).toBe("none");
    expect(causeOf({ ...missing, event: null }, at, happened(event("e2", "fail", 2)))).toEqual({
      cause: "fail",
      disturbance: "fail",
    });
  });
});

describe("what the client read", () => {
  const call = seenCall(0, { tick: 3, call: 2, records: 1 });
  const one = lead("one", version(0, { planIds: ["p1"] }), version(50, { event: "e1" }));
  const stale: Discrepancy = {
    kind: "stale",
    column: "state",
    lead: "one",
    ledger: "Active",
    world: "Converted",
    event: "e1",
  };

  it("is the first answer with the row since the change, until the tick", () => {
    const reads = newReads(truthOf(one));
    expect(reads.of(stale, 9)).toBeNull();
    reads.note(call, [{ id: "id-one" }, { id: 7 }, { id: "id-two" }]);
    reads.note({ ...call, tick: 4 }, [{ id: "id-one" }]);
    expect(reads.of(stale, 9)).toEqual({ tick: 3, process: 1, call: 2 });
    expect(reads.of(stale, 2)).toBeNull();
    expect(reads.of({ ...stale, lead: "two" }, 9)).toBeNull();
  });

  it("does not count an answer from before the change", () => {
    const reads = newReads(truthOf(lead("one", version(0))));
    reads.note(call, [{ id: "id-one" }]);
    expect(reads.of({ ...stale, event: null }, 9)).toEqual({ tick: 3, process: 1, call: 2 });
    const later = newReads(truthOf(one));
    later.note({ ...call, path: "/v1/plans" }, [{ id: "p1" }]);
    expect(later.of(stale, 9)).toBeNull();
    expect(later.of({ ...stale, column: "planStatus" }, 9)).not.toBeNull();
  });

  it("has the Plans of a Lead in an answer that includes them", () => {
    const reads = newReads(truthOf(one));
    const plans = { ...stale, column: "planStatus" };
    reads.note(call, [{ id: "id-one" }]);
    expect(reads.of(plans, 9)).toBeNull();
    reads.note({ ...call, call: 5 }, [{ id: "id-one", Plans: [] }]);
    expect(reads.of(plans, 9)).toEqual({ tick: 3, process: 1, call: 5 });
  });
});
