/** Runs of histories that were never played. */
import type { HistoryRun } from "../../../src/harness/simulate/history/run-history.ts";
import type {
  Discovery,
  EventKind,
  HappenedEvent,
  HistoryEvent,
  SeenCall,
  SeenTick,
} from "../../../src/harness/simulate/model.ts";
import type {
  ReportContext,
  ReportedSettings,
} from "../../../src/harness/simulate/report/report.ts";
import { simulationReport } from "../../../src/harness/simulate/report/report.ts";
import type { Simulation, SimulationFinding } from "../../../src/harness/simulate/simulate.ts";
import { madeUpCall } from "../traffic/made-up.ts";

/** Monday, 09:00: the start of every history. */
export const nine = Date.parse("2026-03-02T09:00:00.000Z");

/** A list of Leads, `seconds` after nine, with `given` over the defaults. */
export function seenCall(seconds: number, given: Partial<SeenCall> = {}): SeenCall {
  const sentAtMs = nine + seconds * 1_000;
  return {
    ...madeUpCall({ path: "/v1/firms/F1/leads", sentAtMs, answeredAtMs: sentAtMs }),
    run: 1,
    tick: 1,
    process: 1,
    call: 1,
    records: 2,
    rules: [],
    failed: false,
    ...given,
  };
}

/** A tick of the `tick`th minute that ended well with one call. */
export function seenTick(tick: number, given: Partial<SeenTick> = {}): SeenTick {
  const startedAt = nine + tick * 60_000;
  return {
    tick,
    startedAt,
    endedAt: startedAt + 1_000,
    calls: [seenCall(tick * 60, { tick })],
    events: [],
    ok: true,
    killed: false,
    why: null,
    output: "",
    ...given,
  };
}

export function historyEvent(
  kind: EventKind,
  tick: number,
  lead: string | null = "lead1",
): HistoryEvent {
  return { id: `e${tick}`, kind, lead, tick, gap: 0 };
}

/** An event at the start of its tick, with an effect. */
export function happened(
  kind: EventKind,
  tick: number,
  given: Partial<HappenedEvent> = {},
): HappenedEvent {
  const event = historyEvent(kind, tick);
  return { event, at: nine + tick * 60_000, rules: [], applied: true, ...given };
}

/** A Lead that the ledger misses for good since it was created in tick 2. */
export function discovery(given: Partial<Discovery> = {}): Discovery {
  return {
    kind: "missing",
    column: null,
    lead: "lead1",
    ledger: null,
    world: "Active",
    event: "e2",
    tick: 3,
    cause: "create",
    disturbance: null,
    lasting: true,
    read: null,
    heldAfter: null,
    ...given,
  };
}

/** A history of three Leads with three ticks, without events. */
export function historyRun(given: Partial<HistoryRun> = {}): HistoryRun {
  return {
    leads: 3,
    events: [],
    ticks: [seenTick(1), seenTick(2), seenTick(3)],
    skipped: 0,
    happened: [],
    discoveries: [],
    differences: [],
    lacksFromMs: null,
    columns: ["id", "state"],
    agreed: true,
    isIdle: true,
    isIsolated: true,
    durationMs: 10,
    ...given,
  };
}

/** A finding that was not shrunk, in a history with its event. */
export function finding(
  found: Partial<Discovery> = {},
  given: Partial<SimulationFinding> = {},
): SimulationFinding {
  const events = [historyEvent("create", 2)];
  const run = historyRun({ events, happened: [happened("create", 2)] });
  return { id: "f-1", discovery: discovery(found), run, count: 1, shrunk: null, ...given };
}

const settings: ReportedSettings = {
  command: ["node", "sync.mjs"],
  config: { seed: 7 },
  every: 900_000,
  freshWithin: 1_800_000,
  covers: "all",
  keepsMs: null,
  leads: [3],
  ledger: { kind: "file", file: "ledger.json" },
  quota: 100,
  shard: { part: 1, of: 1 },
  wanted: new Set(),
};

/** The report on a simulation with one history, with `given` over the defaults. */
export function reported(
  given: Partial<Simulation> = {},
  set: Partial<ReportedSettings> = {},
  context: Partial<ReportContext> = {},
) {
  const simulation: Simulation = {
    problem: null,
    rehearsal: historyRun(),
    capacity: null,
    histories: [historyRun()],
    findings: [],
    notExplored: [],
    interrupted: false,
    runs: 2,
    ticks: 6,
    durationMs: 1_500,
    ...given,
  };
  return simulationReport(
    simulation,
    { ...settings, ...set },
    { version: "0.1.0", acceptedFor: () => null, bundleFor: () => null, notes: [], ...context },
  );
}
