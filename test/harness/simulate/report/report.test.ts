/** What the report of a simulation has of its runs and findings. */
import { describe, expect, it } from "vitest";

import {
  discovery,
  finding,
  happened,
  historyEvent,
  historyRun,
  reported,
  seenCall,
  seenTick,
} from "../made-up.ts";

const calls = (length: number, given = {}) =>
  Array.from({ length }, (_, at) => seenCall(at, { call: at + 1, ...given }));
const busy = historyRun({
  ticks: [seenTick(1, { calls: calls(30) })],
  happened: [happened("create", 2)],
});
const accepted = { acceptedFor: () => ({ reason: "Known.", expires: null }) };

describe("the report", () => {
  it("shows its settings and the rehearsal", () => {
    const rehearsal = historyRun({
      ticks: [seenTick(1), seenTick(2, { calls: calls(3, { query: "limit=50" }) })],
    });
    expect(reported({ rehearsal })).toMatchObject({
      seed: 7,
      every: "PT15M",
      freshWithin: "PT30M",
      keeps: null,
      ledger: "file",
      problem: null,
      notes: [],
      rehearsal: { ticks: 2, callsPerTick: 3, pageSizes: [20, 50], columns: ["id", "state"] },
    });
    expect(reported({ rehearsal: null }, { keepsMs: 86_400_000 })).toMatchObject({
      rehearsal: null,
      keeps: "P1D",
    });
  });

  it("counts each history", () => {
    const run = historyRun({
      events: [historyEvent("create", 1)],
      ticks: [seenTick(1), seenTick(2, { ok: false, calls: [] }), seenTick(3, { calls: calls(2) })],
      skipped: 4,
    });
    expect(reported({ histories: [run] }).histories).toEqual([
      { leads: 3, events: 1, ticks: 3, skipped: 4, failedTicks: 1, calls: 3, durationMs: 10 },
    ]);
  });

  it("counts the events with an effect, and names the wanted kinds without one", () => {
    const happenedThere = [
      happened("convert", 1),
      happened("create", 2),
      happened("create", 3),
      happened("plan", 3, { applied: false }),
    ];
    const histories = [historyRun({ happened: happenedThere })];
    const wanted = new Set(["create", "plan"] as const);
    expect(reported({ histories }, { wanted }).summary).toMatchObject({
      events: { create: 2, convert: 1 },
      neverHappened: ["plan"],
    });
    expect(
      reported({ histories }, { wanted, shard: { part: 1, of: 2 } }).summary.neverHappened,
    ).toEqual([]);
    expect(reported({ histories, problem: "It fails." }, { wanted }).summary.neverHappened).toEqual(
      [],
    );
  });

  it.each<readonly [string, Parameters<typeof reported>[1], readonly string[], string]>([
    [
      "without a ledger",
      { ledger: { kind: "none" } },
      [],
      "Without --ledger, only what the client can know",
    ],
    ["of a ledger without states", {}, ["id"], "The ledger has no column state"],
  ])("notes what it did not judge %s", (_name, set, columns, note) => {
    const rehearsal = historyRun({ columns });
    expect(reported({ rehearsal }, set).notes).toEqual([expect.stringContaining(note)]);
    expect(reported({ rehearsal, problem: "It fails." }, set).notes).toEqual([]);
    expect(reported({ rehearsal: null }).notes).toEqual([]);
  });

  it("has high findings first, then lasting ones", () => {
    const { findings } = reported({
      findings: [
        finding({ lasting: false }, { id: "f-late" }),
        finding({ kind: "duplicate", lasting: false }, { id: "f-duplicate" }),
        finding({}, { id: "f-lasting" }),
      ],
      histories: [busy],
    });
    expect(findings.map(({ kind, lasting }) => `${kind} ${lasting}`)).toEqual([
      "missing true",
      "duplicate false",
      "quota true",
      "missing false",
    ]);
  });

  it("counts accepted findings apart", () => {
    const { findings, summary } = reported({ findings: [finding()] }, {}, accepted);
    expect(findings).toMatchObject([{ accepted: true, acceptance: { reason: "Known." } }]);
    expect(summary).toMatchObject({ findings: 0, accepted: 1 });
    expect(reported({ findings: [finding()] }).summary).toMatchObject({ findings: 1, accepted: 0 });
  });
});

describe("a finding", () => {
  const shrunkRun = historyRun({ happened: [happened("create", 2, { rules: ["state.create"] })] });
  const shrunk = {
    history: { leads: 1, events: [historyEvent("create", 2)] },
    run: shrunkRun,
    discovery: discovery({ lasting: false, cause: "fail" }),
    minimal: true,
    alternatives: [{ rule: "state.convert", choice: "updated-at-moves" } as const],
    runs: 9,
  };

  it("has the events up to the tick that shows it", () => {
    const events = [historyEvent("create", 2), historyEvent("patch", 3), historyEvent("plan", 4)];
    const run = historyRun({ events });
    const [first] = reported({ findings: [finding({}, { run })] }).findings;
    expect(first?.history).toMatchObject({ leads: 3, minimal: false });
    expect(first?.history.events.map(({ kind }) => kind)).toEqual(["create", "patch"]);
  });

  it("is shown by its smallest history, and keeps its cause", () => {
    const [first] = reported({ findings: [finding({}, { shrunk, count: 4 })] }).findings;
    expect(first).toMatchObject({
      cause: "create",
      lasting: false,
      count: 4,
      rules: ["state.create"],
      alternatives: ["state.convert=updated-at-moves"],
      history: { leads: 1, minimal: true },
    });
  });

  it("has the rules of its events until it shows, each once", () => {
    const rules = ["state.create"];
    const run = historyRun({
      happened: [
        happened("create", 2, { rules }),
        happened("patch", 3, { rules }),
        happened("plan", 4, { rules: ["state.plan"] }),
      ],
    });
    expect(reported({ findings: [finding({}, { run })] }).findings[0]?.rules).toEqual(rules);
  });

  it.each<readonly [string, Parameters<typeof seenCall>[1], boolean]>([
    ["with closed Leads", { query: "scope=withDeleted" }, true],
    ["without them", { query: "" }, false],
    ["of single Leads only", { query: "scope=withDeleted", records: null }, false],
  ])("is advised by what the client read since, %s", (_name, given, readsDeleted) => {
    const ticks = [
      seenTick(1, { calls: [seenCall(60)] }),
      seenTick(2, { calls: [seenCall(120, given)] }),
    ];
    const run = historyRun({ ticks, happened: [happened("convert", 2)] });
    const found = { kind: "stale", column: "state", cause: "convert" } as const;
    const [first] = reported({ findings: [finding(found, { run })] }).findings;
    expect(first?.advice.includes("hides the Lead without scope=withDeleted")).toBe(!readsDeleted);
  });
});

const quotas = (leadsAt: Readonly<Record<string, number | null>> | null) =>
  reported(
    {
      histories: [busy, historyRun({ leads: 9 })],
      capacity: leadsAt === null ? null : { measured: [], leadsAt, burstLeadsAt: {} },
    },
    { leads: [3, 9, 12] },
  ).findings;

describe("the quota of a key", () => {
  it("is too small where quiet ticks of an hour need more", () => {
    const [found, ...more] = quotas({ "100": 8 });
    expect(found).toMatchObject({ kind: "quota", count: 1, lasting: true, severity: "medium" });
    expect(found?.explanation).toContain(
      "makes 30 calls: 120 an hour at PT15M, and the key has 100 an hour",
    );
    expect(found?.explanation).toMatch(/ It fits up to 8 Leads\.$/);
    expect(more).toEqual([]);
    expect(quotas({ "100": null })[0]?.explanation).toMatch(/\(clause 8\)\.$/);
    expect(quotas(null)[0]?.explanation).toMatch(/\(clause 8\)\.$/);
  });

  it("is enough where they need just as much", () => {
    expect(reported({ histories: [busy] }, { quota: 120 }).findings).toEqual([]);
    expect(reported({ histories: [busy] }, { quota: 119 }).findings).toHaveLength(1);
  });

  it("is measured by the last tick before the first event", () => {
    const ticks = [seenTick(1, { calls: calls(26) }), seenTick(2, { calls: calls(1) })];
    const findings = (tick: number) =>
      reported({ histories: [historyRun({ ticks, happened: [happened("create", tick)] })] })
        .findings;
    expect(findings(2)).toHaveLength(1);
    expect(findings(3)).toEqual([]);
    expect(reported({ histories: [historyRun({ ticks })] }).findings).toEqual([]);
  });

  it("can be accepted", () => {
    expect(reported({ histories: [busy] }, {}, accepted).summary).toMatchObject({ accepted: 1 });
  });
});
