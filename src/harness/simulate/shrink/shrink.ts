/** Finds a small history that shows the same finding, by delta debugging. */
import { performance } from "../../../base/values/native-timers.ts";
import type { HistoryRun } from "../history/run-history.ts";
import { runHistory } from "../history/run-history.ts";
import { fixedScript, lastTicksOf } from "../history/script.ts";
import { UnknownWord } from "../judge/values.ts";
import type { Discovery, History, HistoryEvent } from "../model.ts";
import type { HistorySettings } from "../settings.ts";
import { SimulationProblem } from "../settings.ts";
import type { Alternative } from "./alternatives.ts";
import { alternativesOf } from "./alternatives.ts";
import { closed, compressed, leadIn, numbered, withoutGaps } from "./simpler.ts";

/** A history that shows a finding, and what was seen in it. */
export interface Shrunk {
  readonly history: History;
  readonly run: HistoryRun;
  readonly discovery: Discovery;
  /** Whether no smaller history was left to try. */
  readonly minimal: boolean;
  /** The choices under which the finding disappears. */
  readonly alternatives: readonly Alternative[];
  readonly runs: number;
}

const runsMax = 60;
const msMax = 30_000;

/** Shrinks the history of `run` up to the tick of `found`. */
export async function shrink(
  settings: HistorySettings,
  run: HistoryRun,
  found: Discovery,
): Promise<Shrunk> {
  const until = performance.now() + msMax;
  let runs = 0;
  const mayRun = (): boolean =>
    runs < runsMax && performance.now() < until && !settings.signal.aborted;
  const tried = async (history: History, own = settings): Promise<HistoryRun | null> => {
    if (!mayRun()) return null;
    runs += 1;
    return played(own, history, runs);
  };
  const all = run.events.filter(({ tick }) => tick <= found.tick);
  let best: Shrunk = {
    history: { leads: run.leads, events: all },
    run,
    discovery: found,
    minimal: false,
    alternatives: [],
    runs: 0,
  };
  let isSmaller = false;
  const shows = async (history: History): Promise<boolean> => {
    const seen = await tried(history);
    const discovery = seen?.discoveries.find((one) => isSame(one, found));
    if (seen === null || discovery === undefined) return false;
    isSmaller = true;
    best = { ...best, history, run: seen, discovery };
    return true;
  };
  for (const start of startsFor(found, all)) {
    // oxlint-disable-next-line no-await-in-loop -- the smallest start first
    if (start.length > 0 && (await shows({ leads: run.leads, events: closed(start, all) }))) break;
  }
  if (isSmaller) {
    await reduce(best.history, shows, () => best.history);
    for (const simpler of [compressed, numbered, withoutGaps]) {
      for (const history of simpler(best.history)) {
        // oxlint-disable-next-line no-await-in-loop -- each on the result of the one before
        if (await shows(history)) break;
      }
    }
  }
  const minimal = isSmaller && mayRun();
  const alternatives = isSmaller ? await alternativesOf(best, settings, tried, mayRun) : [];
  return { ...best, minimal, alternatives, runs };
}

/** Runs a history; null if the client cannot be judged in it. */
function played(
  settings: HistorySettings,
  { leads, events }: History,
  run: number,
): Promise<HistoryRun | null> {
  const script = fixedScript(events, { everyTick: false, lastTicks: lastTicksOf(settings) });
  const mustEnd = (): boolean => settings.signal.aborted;
  return runHistory(settings, { run, leads, script, judges: true, mustEnd }).catch(
    (error: unknown) => {
      if (error instanceof SimulationProblem || error instanceof UnknownWord) return null;
      throw error;
    },
  );
}

/** The events of its Lead; then also those of the tick of its event; then all. */
function startsFor(
  found: Discovery,
  all: readonly HistoryEvent[],
): readonly (readonly HistoryEvent[])[] {
  const own = leadIn(found, all);
  const latest = all.at(-1)?.tick ?? 0;
  const eventTick = all.find(({ id }) => id === found.event)?.tick ?? latest;
  const isOwn = ({ lead, id }: HistoryEvent): boolean =>
    own !== null && (lead === own || id === own);
  return [all.filter(isOwn), all.filter((one) => one.tick === eventTick || isOwn(one)), all];
}

function isSame(one: Discovery, found: Discovery): boolean {
  return one.kind === found.kind && one.column === found.column && one.lasting === found.lasting;
}

/** Delta debugging (ddmin): removes ever smaller parts while the rest shows the finding. */
async function reduce(
  history: History,
  shows: (history: History) => Promise<boolean>,
  current: () => History,
): Promise<void> {
  let parts = 2;
  let { events } = history;
  while (events.length >= 2 && parts <= events.length) {
    const size = Math.ceil(events.length / parts);
    let smaller: readonly HistoryEvent[] | null = null;
    for (let at = 0; at < events.length && smaller === null; at += size) {
      const rest = closed([...events.slice(0, at), ...events.slice(at + size)], events);
      const isTried = rest.length === events.length || rest.length === 0;
      // oxlint-disable-next-line no-await-in-loop -- one candidate after another
      if (!isTried && (await shows({ ...current(), events: rest }))) smaller = rest;
    }
    if (smaller === null && size === 1) return;
    parts = smaller === null ? parts * 2 : Math.max(2, parts - 1);
    parts = Math.min(parts, Math.max(2, (smaller ?? events).length));
    events = smaller ?? events;
  }
}
