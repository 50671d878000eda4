/** Makes the report of a simulation. */
import { isoDuration } from "../../../base/values/duration.ts";
import { burstPerMinute } from "../../../domain/model/quota.ts";
import { quietCalls, ticksPerHour } from "../capacity.ts";
import { idOf } from "../findings.ts";
import type { HistoryRun } from "../history/run-history.ts";
import { pageSizesOf } from "../history/targets.ts";
import type { SimulationSettings } from "../settings.ts";
import type { Simulation, SimulationFinding } from "../simulate.ts";
import type { ReportedFinding, SimulationReport } from "./shape.ts";
import { reportFormat } from "./shape.ts";
import { endOfStory, storyOf } from "./story.ts";
import { severityOf, wordingOf } from "./wording.ts";

/** What a report needs besides the simulation. */
export interface ReportContext {
  readonly version: string;
  readonly acceptedFor: (id: string) => ReportedFinding["acceptance"];
  readonly bundleFor: (id: string) => string | null;
  readonly notes: readonly string[];
}

export function simulationReport(
  simulation: Simulation,
  settings: SimulationSettings,
  context: ReportContext,
): SimulationReport {
  const { rehearsal, capacity, histories, notExplored } = simulation;
  const findings = [
    ...simulation.findings.map((one) => reported(one, context)),
    ...quotaFindings(simulation, settings, context),
  ].toSorted((one, other) => rank(one) - rank(other));
  return {
    format: reportFormat,
    version: context.version,
    command: settings.command,
    seed: settings.config.seed,
    every: isoDuration(settings.every),
    freshWithin: isoDuration(settings.freshWithin),
    ledger: settings.ledger.kind,
    covers: settings.covers,
    problem: simulation.problem,
    interrupted: simulation.interrupted,
    notes: [...context.notes, ...(simulation.problem === null ? notesOn(settings, rehearsal) : [])],
    rehearsal: rehearsal === null ? null : rehearsed(rehearsal),
    capacity,
    histories: histories.map(historyOf),
    findings,
    summary: {
      findings: findings.filter(({ accepted }) => !accepted).length,
      accepted: findings.filter(({ accepted }) => accepted).length,
      runs: simulation.runs,
      ticks: simulation.ticks,
      durationMs: Math.round(simulation.durationMs),
      notExplored,
    },
  };
}

function rank({ severity, lasting }: ReportedFinding): number {
  return (severity === "high" ? 0 : 2) + (lasting ? 0 : 1);
}

function rehearsed(run: HistoryRun): NonNullable<SimulationReport["rehearsal"]> {
  return {
    ticks: run.ticks.length,
    callsPerTick: quietCalls(run),
    pageSizes: pageSizesOf(run.ticks),
    columns: run.columns,
  };
}

function historyOf(run: HistoryRun): SimulationReport["histories"][number] {
  return {
    leads: run.leads,
    events: run.events.length,
    ticks: run.ticks.length,
    skipped: run.skipped,
    failedTicks: run.ticks.filter(({ ok }) => !ok).length,
    calls: run.ticks.reduce((sum, { calls }) => sum + calls.length, 0),
    durationMs: Math.round(run.durationMs),
  };
}

function reported(
  { id, discovery: first, run: whole, count, shrunk }: SimulationFinding,
  { acceptedFor, bundleFor }: ReportContext,
): ReportedFinding {
  const found = shrunk?.discovery ?? first;
  const run = shrunk?.run ?? whole;
  const events = run.happened.filter(({ event }) => event.tick <= found.tick);
  const rules = new Set(events.flatMap((one) => one.rules));
  const words = wordingOf({ ...found, cause: first.cause });
  const alternatives = shrunk?.alternatives ?? [];
  const acceptance = acceptedFor(id);
  const story = storyOf(run, found);
  return {
    id,
    kind: found.kind,
    column: found.column,
    cause: first.cause,
    severity: severityOf(found),
    lasting: found.lasting,
    count,
    accepted: acceptance !== null,
    acceptance,
    ...words,
    rules: [...rules],
    alternatives: alternatives.map(({ rule, choice }) => `${rule}=${choice}`),
    history: {
      leads: shrunk?.history.leads ?? whole.leads,
      events: shrunk?.history.events ?? whole.events.filter(({ tick }) => tick <= found.tick),
      minimal: shrunk?.minimal ?? false,
    },
    story: [
      ...story,
      { at: story.at(-1)?.at ?? "", tick: found.tick, call: null, text: `→ ${endOfStory(found)}` },
    ],
    ledger: found.ledger,
    world: found.world,
    bundle: bundleFor(id),
  };
}

/** Each number of Leads whose quiet ticks need more than the quota, as one finding. */
function quotaFindings(
  { histories, capacity }: Simulation,
  { quota, every, leads }: SimulationSettings,
  { acceptedFor }: ReportContext,
): readonly ReportedFinding[] {
  const needed = leads.flatMap((count) => {
    const run = histories.find((one) => one.leads === count);
    const calls = run === undefined ? 0 : quietCallsAtStart(run);
    const perHour = calls * ticksPerHour(every);
    return perHour > quota ? [{ count, calls, perHour }] : [];
  });
  const [first] = needed;
  if (first === undefined) return [];
  const id = idOf("quota");
  const acceptance = acceptedFor(id);
  const { count, calls, perHour } = first;
  const most = capacity?.leadsAt[String(quota)];
  const limit = most === undefined || most === null ? "" : ` It fits up to ${most} Leads.`;
  return [
    {
      id,
      kind: "quota",
      column: null,
      cause: "leads",
      severity: "medium",
      lasting: true,
      count: needed.length,
      accepted: acceptance !== null,
      acceptance,
      title: `A quiet tick needs more requests than the key has, at ${count} Leads`,
      explanation: `With ${count} Leads, a tick without any change makes ${calls} calls: ${perHour} an hour at ${isoDuration(every)}, and the key has ${quota} an hour and ${burstPerMinute(quota)} a minute (clause 8).${limit}`,
      advice:
        "Read lists with limit=100 and filters instead of one call for each Lead, or run the job less often.",
      rules: ["quota.rolling-hour", "quota.burst"],
      alternatives: [],
      history: { leads: count, events: [], minimal: true },
      story: [],
      ledger: null,
      world: null,
      bundle: null,
    },
  ];
}

/** The calls of the last quiet tick before the first event. */
function quietCallsAtStart({ ticks, happened }: HistoryRun): number {
  const first = happened[0]?.event.tick ?? Number.POSITIVE_INFINITY;
  return ticks.findLast(({ tick }) => tick < first)?.calls.length ?? 0;
}

function notesOn({ ledger }: SimulationSettings, rehearsal: HistoryRun | null): readonly string[] {
  const notes: string[] = [];
  if (ledger.kind === "none") {
    notes.push(
      "Without --ledger, only what the client can know from its answers was judged: missing and stale. Not judged: wrong values, duplicates, rows of unknown Leads, and how the client stores what it reads.",
    );
  } else if (rehearsal !== null && !rehearsal.columns.includes("state")) {
    notes.push(
      "The ledger has no column state, so conversions and archived Leads were not judged.",
    );
  }
  return notes;
}
