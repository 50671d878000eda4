/** What a simulation can test, and what it says of that: kinds, old Leads, missed ticks, rows that were never read. */
import { describe, expect, it } from "vitest";

import { impossibleKinds } from "../../../src/harness/simulate/history/possible-kinds.ts";
import type { HistoryRun } from "../../../src/harness/simulate/history/run-history.ts";
import { discrepancies } from "../../../src/harness/simulate/judge/compare.ts";
import { newExplainer } from "../../../src/harness/simulate/judge/explain.ts";
import type {
  EventKind,
  HappenedEvent,
  HistoryEvent,
} from "../../../src/harness/simulate/model.ts";
import { missedTicks, usualChanges } from "../../../src/harness/simulate/model.ts";
import { rehearsalProblem } from "../../../src/harness/simulate/rehearsal.ts";
import { wordingOf } from "../../../src/harness/simulate/report/wording.ts";
import { compressed, numbered } from "../../../src/harness/simulate/shrink/simpler.ts";
import type { LeadTruth, Truth } from "../../../src/harness/simulate/world/truth.ts";
import { seenCall } from "./made-up.ts";

const impossible = (leads: number, ...changes: readonly EventKind[]) =>
  impossibleKinds({ changes: new Set(changes), leads: [leads], hasLife: false }).map(
    ({ kind, add, needsLeads }) =>
      `${kind}: ${add.map((kinds) => kinds.join("+")).join(" ")}${needsLeads ? " leads" : ""}`,
  );

describe("kinds of events that cannot happen", () => {
  it.each([
    [3, usualChanges, []],
    [1, [...usualChanges, "overlap"], []],
    [3, ["fail"], []],
    [3, ["crash"], []],
    [3, ["burst"], ["burst: convert"]],
    [3, ["plan"], ["plan: convert"]],
    [3, ["overlap"], ["overlap: create+convert"]],
    [3, ["missed"], ["missed: create convert archive"]],
    [1, ["convert", "archive"], ["archive: create leads"]],
    [3, ["convert", "archive", "patch"], []],
    [1, ["convert", "patch"], ["patch: create leads"]],
    [25, ["convert", "archive", "patch"], []],
  ] as const)("with %i Leads and %j: %j", (leads, changes, expected) => {
    expect(impossible(leads, ...changes)).toEqual(expected);
  });

  it("random life makes what needs no other kind possible", () => {
    const run = { changes: new Set(["burst", "plan"] as const), leads: [3], hasLife: true };
    expect(impossibleKinds(run).map(({ kind }) => kind)).toEqual(["plan"]);
  });
});

describe("the ticks that are missed", () => {
  it.each([
    [900_000, 96],
    [3_600_000, 24],
    [86_400_000, 3],
    [7 * 86_400_000, 3],
  ])("every %i ms: %i", (every, ticks) => {
    expect(missedTicks(every)).toBe(ticks);
  });
});

const dayMs = 86_400_000;

function lead(name: string, ...versions: readonly [since: number, event: string | null][]) {
  const values = { state: "Active", email: `${name}@example.com`, planIds: [], planStatuses: [] };
  const all = versions.map(([since, event]) => ({
    ...values,
    state: "Active" as const,
    since,
    event,
  }));
  return { id: `id-${name}`, name, versions: all } satisfies LeadTruth;
}

function truthOf(...leads: readonly LeadTruth[]): Truth {
  const find = (id: string): LeadTruth | null => leads.find((one) => one.id === id) ?? null;
  return { note() {}, leads: () => leads, find, withEmail: () => null, withPlan: () => null };
}

describe("a ledger that keeps Leads for a limited time", () => {
  const now = 400 * dayMs;
  const truth = truthOf(lead("lead1", [0, null]), lead("lead2", [399 * dayMs, null]));
  const missing = (keepsMs: number | null) =>
    discrepancies(
      { rows: [], columns: new Set() },
      truth,
      { since: Number.MAX_VALUE, now },
      {
        covers: "all",
        states: new Map(),
        isSeen: false,
        keepsMs,
      },
    ).map((one) => one.lead);

  it("may lack older ones", () => {
    expect(missing(null)).toEqual(["lead1", "lead2"]);
    expect(missing(90 * dayMs)).toEqual(["lead2"]);
    expect(missing(dayMs)).toEqual(["lead2"]);
  });

  it.each([
    [396 * dayMs, "--keeps P90D"],
    [40 * dayMs, "--keeps P30D"],
  ])("is told of --keeps if it lacks the oldest ones, %i ms old", (lacksFromMs, expected) => {
    expect(rehearsalProblem({ ...disagreeing, lacksFromMs })).toContain(expected);
  });

  it("is not told of --keeps if it lacks a younger one", () => {
    expect(rehearsalProblem(disagreeing)).not.toContain("--keeps");
  });
});

const call = seenCall(0, { tick: 4, call: 2, records: 1 });
const quietTick = { ok: true, killed: false, why: null, output: "", startedAt: 0, endedAt: 0 };
const disagreeing: HistoryRun = {
  leads: 3,
  events: [],
  skipped: 0,
  happened: [],
  discoveries: [],
  columns: [],
  ticks: [{ ...quietTick, tick: 0, calls: [call], events: [] }],
  differences: [
    {
      kind: "missing",
      column: null,
      lead: "lead1",
      ledger: "absent",
      world: "Active",
      event: null,
    },
  ],
  lacksFromMs: null,
  agreed: false,
  isIdle: true,
  isIsolated: true,
  durationMs: 0,
};

const event = (id: string, kind: EventKind, name: string | null, tick: number): HistoryEvent => ({
  id,
  kind,
  lead: name,
  tick,
  gap: 0,
});

describe("a smaller history", () => {
  it("keeps an old Lead old, and the newest the newest", () => {
    const events = [event("e1", "convert", "lead1", 5), event("e2", "archive", "lead25", 5)];
    const named = [...compressed({ leads: 25, events })].map(({ leads, events: some }) => [
      leads,
      ...some.map((one) => one.lead),
    ]);
    expect(named).toEqual([
      [2, "lead1", "lead2"],
      [3, "lead1", "lead3"],
    ]);
  });

  it("does not move what follows missed ticks", () => {
    const events = [event("e1", "missed", null, 5), event("e2", "create", "e2", 102)];
    expect([...numbered({ leads: 3, events })]).toEqual([]);
    expect([...numbered({ leads: 3, events: events.slice(0, 1) })]).not.toEqual([]);
  });
});

describe("advice", () => {
  const converted = { kind: "stale", column: "state", lead: "lead1", ledger: "Active" } as const;
  const found = { ...converted, world: "Converted", event: "e1" };
  const happened: readonly HappenedEvent[] = [
    {
      event: { id: "e1", kind: "convert", lead: "lead1", tick: 3, gap: 0 },
      at: 10,
      rules: [],
      applied: true,
    },
  ];
  const advice = (
    readIn: number | null,
    rightAfter: number | null,
    readsDeleted = true,
  ): string => {
    const versions = lead("lead1", [0, null]);
    const grown = [...versions.versions];
    const truth = truthOf({ ...versions, versions: grown });
    const { note, explain } = newExplainer(truth, happened, []);
    note({ ...call, tick: 0 }, [{ id: "id-lead1" }]);
    grown.push(...lead("lead1", [10, "e1"]).versions);
    if (readIn !== null) note({ ...call, tick: readIn }, [{ id: "id-lead1" }]);
    const shown = explain(found, { tick: 6, lasting: true, rightAfter });
    return wordingOf({ ...shown, readsDeleted }).advice;
  };

  it("says that the row was never read since the change", () => {
    expect(advice(null, null)).toMatch(/^Never read: no answer since the change had lead1\./);
    expect(advice(null, null)).not.toContain("withDeleted");
    expect(advice(null, null, false)).toContain("withDeleted");
  });

  it("names the call that read a row that was not stored", () => {
    expect(advice(4, null)).toMatch(
      /^Read and not stored: the answer to call 2 of tick 4 had lead1\. Update the row/,
    );
    expect(advice(4, 5)).toMatch(/^Read and not kept: .*, and so had the ledger after tick 5\./);
  });

  it("counts from the change that took a row away that the ledger had", () => {
    expect(advice(null, 2)).toMatch(/^Never read/);
  });
});
