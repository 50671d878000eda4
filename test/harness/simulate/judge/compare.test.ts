import { describe, expect, it } from "vitest";

import type { Expectation } from "../../../../src/harness/simulate/judge/compare.ts";
import { discrepancies, isKept } from "../../../../src/harness/simulate/judge/compare.ts";
import { isTrueOf, shownCell, shownValue } from "../../../../src/harness/simulate/judge/values.ts";
import type { Column, LedgerRow } from "../../../../src/harness/simulate/ledger/rows.ts";
import type { LeadTruth } from "../../../../src/harness/simulate/world/truth.ts";
import { ended, lead, truthOf, version } from "./made-up.ts";

const usual: Expectation = { covers: "all", states: new Map(), keepsMs: null, isSeen: false };

/** The differences of rows from Leads, judged by what was true since 50, at 100. */
function found(
  rows: readonly LedgerRow[],
  leads: readonly LeadTruth[],
  more: Partial<Expectation> = {},
  columns: readonly Column[] = ["id", "state"],
): readonly string[] {
  const reading = { rows, columns: new Set(columns) };
  const times = { since: 50, now: 100 };
  return discrepancies(reading, truthOf(...leads), times, { ...usual, ...more }).map(
    ({ kind, column, lead: name, ledger, world, event }) =>
      `${kind} ${column} ${name}: ${ledger}, not ${world} (${event})`,
  );
}

const converted = (since: number): readonly LeadTruth[] => [ended("one", "Converted", 10, since)];
const row = (name: string, state = "Active"): LedgerRow => ({ id: `id-${name}`, state });
const active = lead("one", version(10));

describe("a ledger compared with the world", () => {
  it("agrees when each Lead has its row", () => {
    expect(found([row("one")], [active])).toEqual([]);
  });

  it("misses a Lead that was created before the time that counts, not at it or after it", () => {
    const told = "missing null one: absent, not Active (null)";
    expect(found([], [active])).toEqual([told]);
    expect(found([], [lead("one", version(50))])).toEqual([told]);
    expect(found([], [lead("one", version(51))])).toEqual([]);
  });

  it("has several rows of a Lead, and one of no Lead", () => {
    expect(found([row("one"), row("one"), row("two")], [active])).toEqual([
      "duplicate null one: several rows, not one Lead (null)",
      "ghost null id-two: present, not absent (null)",
    ]);
  });

  it("names a Lead by its id, else by an email that it has or had", () => {
    const known = lead("one", version(10, { email: "old@example.com" }), version(20));
    expect(found([{ email: "old@example.com" }], [known], {}, ["email"])).toEqual([
      "stale email one: old@example.com, not maya@example.com (null)",
    ]);
    expect(found([{ id: "", email: "maya@example.com" }], [known], {}, ["email"])).toEqual([]);
    expect(found([{ id: 7 }], [known])).toEqual([
      "ghost null 7: present, not absent (null)",
      "missing null one: absent, not Active (null)",
    ]);
  });

  it("may have a value that was true at some time that counts", () => {
    expect(found([row("one")], converted(51))).toEqual([]);
    const told = "stale state one: Active, not Converted (e1)";
    expect(found([row("one")], converted(50))).toEqual([told]);
    expect(found([row("one", "Converted")], converted(51))).toEqual([]);
  });

  it("has a wrong value that was never true, by the last event", () => {
    expect(found([row("one", "Archived")], [ended("one", "Converted", 10, 20)])).toEqual([
      "wrong state one: Archived, not Converted (e1)",
    ]);
    const none = found([{ id: "id-one" }], [active], {}, ["state"]);
    expect(none).toEqual(["wrong state one: none, not Active (null)"]);
  });

  it("with covers=active lacks what ended, and may lack what ended lately", () => {
    const covers = { covers: "active" } as const;
    expect(found([], [ended("one", "Converted", 10, 20)], covers)).toEqual([]);
    expect(found([], [ended("one", "Converted", 10, 60)], covers)).toEqual([]);
    expect(found([], [active], covers)).toHaveLength(1);
    expect(found([row("one")], [ended("one", "Archived", 10, 60)], covers)).toEqual([]);
    expect(found([row("one")], [ended("one", "Archived", 10, 20)], covers)).toEqual([
      "stale state one: Active, not Archived (e1)",
    ]);
    expect(found([{ id: "id-one" }], [ended("one", "Archived", 10, 20)], covers)).toEqual([
      "stale state one: present, not Archived (e1)",
    ]);
  });

  it("made of answers can only miss a Lead or keep an old value", () => {
    const isSeen = { isSeen: true } as const;
    expect(found([row("two"), row("one"), row("one")], [active], isSeen)).toEqual([]);
    expect(found([row("one", "Archived")], [active], isSeen)).toEqual([]);
    expect(found([row("one")], [ended("one", "Converted", 10, 20)], isSeen)).toHaveLength(1);
    const covers = { ...isSeen, covers: "active" } as const;
    expect(found([row("one")], [ended("one", "Archived", 10, 20)], covers)).toEqual([]);
  });

  it("keeps a Lead as long as it says", () => {
    expect(isKept(active, 100, { keepsMs: 90 })).toBe(true);
    expect(isKept(active, 100, { keepsMs: 89 })).toBe(false);
    expect(isKept(active, 100, { keepsMs: null })).toBe(true);
    expect(found([], [active], { keepsMs: 89 })).toEqual([]);
  });
});

describe("a value of the ledger", () => {
  const now = version(0, {
    state: "Converted",
    planIds: ["p1", "p2"],
    planStatuses: ["New", "Closed"],
  });
  const words = new Map([["won", "Converted"]] as const);

  it.each([
    ["id", "anything", true],
    ["email", "MAYA@example.com", true],
    ["email", "other@example.com", false],
    ["email", 7, false],
    ["state", "Converted", true],
    ["state", "won", true],
    ["state", "Active", false],
    ["state", null, false],
    ["planIds", ["p2", "p1"], true],
    ["planIds", ["p1"], false],
    ["planIds", "p1,p2", true],
    ["planIds", "p1; p2", true],
    ["planIds", "p1|p2", true],
    ["planIds", '["p1","p2"]', true],
    ["planIds", "[p1", false],
    ["planIds", " ", false],
    ["planStatus", "New", true],
    ["planStatus", ["Closed", "New", null], true],
    ["planStatus", "Lost", false],
  ] as const)("of %s, %j, is true of a version: %s", (column, value, expected) => {
    expect(isTrueOf(column, value, now, words)).toBe(expected);
  });

  it("of no state is refused, with the option that helps", () => {
    expect(() => isTrueOf("state", "lost", now, words)).toThrow('--states "lost=Converted"');
    expect(() => isTrueOf("state", 3, now, words)).toThrow('"3"');
  });

  it.each([
    ["", "empty"],
    ["a".repeat(300), "a".repeat(200)],
    [null, "none"],
    [[], "none"],
    [["p1"], '["p1"]'],
    [7, "7"],
  ] as const)("%j is shown as %s", (value, expected) => {
    expect(shownCell(value)).toBe(expected);
  });

  it.each([
    ["state", "Converted"],
    [null, "Converted"],
    ["email", "maya@example.com"],
    ["planIds", "p1, p2"],
    ["planStatus", "New, Closed"],
  ] as const)("of the world in %s is shown as %s", (column, expected) => {
    expect(shownValue(column, now)).toBe(expected);
  });

  it("of the world is shown as none without Plans, and as absent without a Lead", () => {
    expect(shownValue("planIds", version(0))).toBe("none");
    expect(shownValue("planStatus", version(0))).toBe("none");
    expect(shownValue("state", undefined)).toBe("absent");
  });
});
