/** Makes the report of a simulation. */
import { counted } from "../../../base/values/counted.ts";
import { isoDuration } from "../../../base/values/duration.ts";
import { burstPerMinute } from "../../../domain/model/quota.ts";
import { quietCalls, ticksPerHour } from "../capacity.ts";
import { idOf } from "../findings.ts";
import type { HistoryRun } from "../history/run-history.ts";
import { pageSizesOf } from "../history/targets.ts";
import type { EventKind } from "../model.ts";
import { eventKinds } from "../model.ts";
import type { SimulationSettings } from "../settings.ts";
import type { Simulation, SimulationFinding } from "../simulate.ts";
import type { ReportedFinding, SimulationReport } from "./shape.ts";
import { reportFormat } from "./shape.ts";
import { endOfStory, storyOf } from "./story.ts";
import { readingOf, severityOf, wordingOf } from "./wording.ts";

/** What a report needs besides the simulation. */
export interface ReportContext {
  readonly version: string;
  readonly acceptedFor: (id: string) => ReportedFinding["acceptance"];
  readonly bundleFor: (id: string) => string | null;
  readonly notes: readonly string[];
}

export type ReportedSettings = Pick<
  SimulationSettings,
  | "command"
  | "covers"
  | "every"
  | "freshWithin"
  | "keepsMs"
  | "leads"
  | "ledger"
  | "quota"
  | "shard"
  | "wanted"
> & { readonly config: Pick<SimulationSettings["config"], "seed"> };

export function simulationReport(
  simulation: Simulation,
  settings: ReportedSettings,
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
    keeps: settings.keepsMs === null ? null : isoDuration(settings.keepsMs),
    problem: simulation.problem,
    interrupted: simulation.interrupted,
    notes: [...context.notes, ...(simulation.problem === null ? notesOn(settings, rehearsal) : [])],
    rehearsal: rehearsal === null ? null : rehearsed(rehearsal),
    capacity,
    histories: histories.map((run) => ({
      leads: run.leads,
      events: run.events.length,
      ticks: run.ticks.length,
      skipped: run.skipped,
      failedTicks: run.ticks.filter(({ ok }) => !ok).length,
      calls: run.ticks.reduce((sum, { calls }) => sum + calls.length, 0),
      durationMs: Math.round(run.durationMs),
    })),
    findings,
    summary: {
      findings: findings.filter(({ accepted }) => !accepted).length,
      accepted: findings.filter(({ accepted }) => accepted).length,
      events: eventsIn(histories),
      neverHappened: neverHappened(simulation, settings),
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

function reported(
  { id, discovery: first, run: whole, count, shrunk }: SimulationFinding,
  { acceptedFor, bundleFor }: ReportContext,
): ReportedFinding {
  const found = shrunk?.discovery ?? first;
  const run = shrunk?.run ?? whole;
  const events = run.happened.filter(({ event }) => event.tick <= found.tick);
  const rules = new Set(events.flatMap((one) => one.rules));
  const readsDeleted = readsDeletedSince(run, found);
  const words = wordingOf({ ...found, cause: first.cause, readsDeleted });
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
    reading: readingOf(found),
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

/** Whether the client read lists since the change behind a finding, each of them with `scope=withDeleted`. */
function readsDeletedSince(
  { happened, ticks }: HistoryRun,
  { event }: SimulationFinding["discovery"],
): boolean {
  const since = happened.find((one) => one.event.id === event)?.at ?? 0;
  const lists = ticks.flatMap(({ calls }) =>
    calls.filter(({ sentAtMs, records }) => sentAtMs >= since && records !== null),
  );
  const scopes = lists.map(({ query }) => new URLSearchParams(query).get("scope"));
  return scopes.length > 0 && scopes.every((scope) => scope === "withDeleted");
}

/** How many events of each kind happened and had an effect. */
function eventsIn(histories: readonly HistoryRun[]): SimulationReport["summary"]["events"] {
  const happened = histories.flatMap((run) => run.happened.filter(({ applied }) => applied));
  const counts = eventKinds.map((kind): [string, number] => [
    kind,
    happened.filter(({ event }) => event.kind === kind).length,
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** The kinds that were asked for and never happened. A shard has only its part of the events. */
function neverHappened(
  { problem, histories }: Simulation,
  { wanted, shard }: ReportedSettings,
): readonly EventKind[] {
  if (problem !== null || shard.of > 1) return [];
  const events = eventsIn(histories);
  return eventKinds.filter((kind) => wanted.has(kind) && events[kind] === undefined);
}

/** Each number of Leads whose quiet ticks need more than the quota, as one finding. */
function quotaFindings(
  { histories, capacity }: Simulation,
  { quota, every, leads }: ReportedSettings,
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
  const limit =
    most === undefined || most === null ? "" : ` It fits up to ${counted(most, "Lead")}.`;
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
      title: `A quiet tick needs more requests than the key has, at ${counted(count, "Lead")}`,
      explanation: `With ${counted(count, "Lead")}, a tick without any change makes ${counted(calls, "call")}: ${perHour} an hour at ${isoDuration(every)}, and the key has ${quota} an hour and ${burstPerMinute(quota)} a minute (clause 8).${limit}`,
      advice:
        "Read lists with limit=100 and filters instead of one call for each Lead, or run the job less often.",
      reading: null,
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

function notesOn({ ledger }: ReportedSettings, rehearsal: HistoryRun | null): readonly string[] {
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
