/** Simulates weeks of a polling job: what it believes is compared with a world that changes between and in its runs. */
import { counted } from "../../base/values/counted.ts";
import { inPool } from "../../base/values/in-pool.ts";
import { performance } from "../../base/values/native-timers.ts";
import type { Capacity } from "./capacity.ts";
import { capacityOf, capacityScript, measuredLeads, quietCalls } from "./capacity.ts";
import type { FoundInRun } from "./findings.ts";
import { findingsIn } from "./findings.ts";
import { randomLife } from "./history/random-life.ts";
import type { HistoryPlan, HistoryRun } from "./history/run-history.ts";
import { runHistory } from "./history/run-history.ts";
import type { Script } from "./history/script.ts";
import { lastTicksOf, rehearsal } from "./history/script.ts";
import { systematicScript } from "./history/systematic.ts";
import { UnknownWord } from "./judge/values.ts";
import { rehearsalProblem, keptStateProblem } from "./rehearsal.ts";
import type { SimulationProgress, SimulationSettings } from "./settings.ts";
import { SimulationProblem } from "./settings.ts";
import { withNeededCauses } from "./shrink/needed-causes.ts";
import type { Shrunk } from "./shrink/shrink.ts";
import { shrink } from "./shrink/shrink.ts";

/** A finding with the smallest history that shows it; null for one that was not shrunk. */
export interface SimulationFinding extends FoundInRun {
  readonly shrunk: Shrunk | null;
}

export interface Simulation {
  /** Why the client cannot be simulated, or null. */
  readonly problem: string | null;
  readonly rehearsal: HistoryRun | null;
  readonly capacity: Capacity | null;
  /** The histories of the systematic part, and of random life. */
  readonly histories: readonly HistoryRun[];
  readonly findings: readonly SimulationFinding[];
  /** What had no time, one sentence each. */
  readonly notExplored: readonly string[];
  readonly interrupted: boolean;
  /** All runs of histories, and their ticks. */
  readonly runs: number;
  readonly ticks: number;
  readonly durationMs: number;
}

/** Simulates the job of `settings`; an interruption ends it early with what it has. */
export async function simulate(settings: SimulationSettings): Promise<Simulation> {
  const started = performance.now();
  const state = newState(settings, started);
  const done = (result: Partial<Simulation>): Simulation => ({
    problem: null,
    rehearsal: null,
    capacity: null,
    histories: [],
    findings: [],
    notExplored: state.notExplored,
    ...result,
    interrupted: settings.signal.aborted,
    runs: state.runs(),
    ticks: state.ticks(),
    durationMs: performance.now() - started,
  });
  try {
    const [leads = 3] = settings.leads;
    const first = await state.run("rehearsal", leads, rehearsal);
    const problem = settings.signal.aborted ? null : rehearsalProblem(first);
    if (problem !== null) return done({ problem, rehearsal: first });
    const own = await state.checked(first);
    const { runs, capacity } = own;
    // Histories that share a ledger take turns here, too.
    const jobs = jobsOf(settings, first);
    const findings = await shrunkFindings({ ...settings, jobs }, findingsIn(runs), state);
    return done({
      rehearsal: first,
      capacity,
      histories: runs,
      findings: withNeededCauses(findings),
    });
  } catch (error) {
    if (!(error instanceof SimulationProblem) && !(error instanceof UnknownWord)) throw error;
    return done({ problem: error.message });
  }
}

/** The runs of a simulation, with its counts. */
function newState(settings: SimulationSettings, started: number) {
  const notExplored: string[] = [];
  const runs: HistoryRun[] = [];
  const mustEnd = (): boolean => performance.now() - started > settings.budgetMs;
  const run = async (
    phase: SimulationProgress["phase"],
    leads: number,
    script: Script,
    judges = false,
  ): Promise<HistoryRun> => {
    const onTick = (ticks: number, findings: number): void =>
      settings.onProgress({ phase, leads, ticks, findings });
    const plan: HistoryPlan = { run: runs.length + 1, leads, script, judges, mustEnd, onTick };
    onTick(0, 0);
    const result = await runHistory(settings, plan);
    runs.push(result);
    return result;
  };
  return {
    notExplored,
    run,
    runs: () => runs.length,
    ticks: () => runs.reduce((sum, one) => sum + one.ticks.length, 0),
    /** All histories, the shortest first, so that a budget leaves out as few as possible; then capacity. */
    async checked(first: HistoryRun) {
      const all = phasesOf(settings);
      const results = await inPool(all, jobsOf(settings, first), async ({ phase, leads }) => {
        if (settings.signal.aborted) return null;
        const script = scriptOf(settings, phase, leads, notExplored);
        const result = await run(phase, leads, script, phase !== "capacity");
        const problem = keptStateProblem(first, result);
        if (problem !== null && !settings.signal.aborted) throw new SimulationProblem(problem);
        return result;
      });
      const of = (wanted: string): readonly HistoryRun[] =>
        all.flatMap(({ phase }, at) => (phase === wanted ? [results[at] ?? []] : [])).flat();
      const measured = of("capacity").flatMap((one) => {
        const last = one.ticks.at(-1);
        if (last?.ok === true) return [{ leads: one.leads, calls: quietCalls(one) }];
        notExplored.push(`calls with ${counted(one.leads, "Lead")}: ${last?.why ?? "no tick"}`);
        return [];
      });
      return {
        runs: [...of("systematic"), ...of("random")],
        capacity: measured.length === 0 ? null : capacityOf(measured, settings.every),
      };
    },
  };
}

/** How many histories run at once. */
function jobsOf({ jobs }: SimulationSettings, { isIsolated }: HistoryRun): number {
  return isIsolated ? jobs : 1;
}

function phasesOf(settings: SimulationSettings) {
  const systematic = settings.leads.map((leads) => ({ phase: "systematic", leads }) as const);
  const capacity = measuredLeads.map((leads) => ({ phase: "capacity", leads }) as const);
  return [...systematic, ...lifeOf(settings), ...capacity];
}

/** Random life starts with the middle one of the numbers of Leads, in the first shard. */
function lifeOf({ life, leads, shard }: SimulationSettings) {
  if (life === null || shard.part !== 1) return [];
  const middle = leads[Math.floor(leads.length / 2)] ?? 25;
  return [{ phase: "random", leads: middle } as const];
}

function scriptOf(
  settings: SimulationSettings,
  phase: "systematic" | "capacity" | "random",
  leads: number,
  notExplored: string[],
): Script {
  const { changes, shard, life, every, everyTick, config } = settings;
  if (phase === "capacity") return capacityScript;
  if (phase === "random" && life !== null) {
    const onLeftOut = (events: number): void => void notExplored.push(`${events} random events`);
    const lastTicks = lastTicksOf(settings);
    return randomLife({
      ...life,
      seed: config.seed,
      every,
      changes,
      everyTick,
      lastTicks,
      onLeftOut,
    });
  }
  const onLeftOut = (clusters: number): void => {
    if (clusters > 0)
      notExplored.push(`${counted(clusters, "group")} of events with ${counted(leads, "Lead")}`);
  };
  return systematicScript({ changes, shard, onLeftOut });
}

async function shrunkFindings(
  settings: SimulationSettings,
  found: readonly FoundInRun[],
  { notExplored }: ReturnType<typeof newState>,
): Promise<readonly SimulationFinding[]> {
  let done = 0;
  return inPool(found, settings.jobs, async (one) => {
    if (!settings.shrinks) return { ...one, shrunk: null };
    settings.onProgress({ phase: "shrinking", leads: null, ticks: done, findings: found.length });
    done += 1;
    if (settings.signal.aborted) {
      notExplored.push(`a smaller history of ${one.id}`);
      return { ...one, shrunk: null };
    }
    return { ...one, shrunk: await shrink(settings, one.run, one.discovery) };
  });
}
