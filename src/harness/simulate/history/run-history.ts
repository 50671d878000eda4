/** Runs the job through one history of the world, and compares what it believes with what is true. */
import { performance } from "../../../base/values/native-timers.ts";
import type { SandboxFailure } from "../../../server/gates/failure.ts";
import { causeOf } from "../judge/cause.ts";
import type { Watcher } from "../judge/watcher.ts";
import { newWatcher } from "../judge/watcher.ts";
import { isInState, readLedger } from "../ledger/ledger.ts";
import type { LedgerReading } from "../ledger/rows.ts";
import { newSeenLedger } from "../ledger/seen-ledger.ts";
import type {
  Discovery,
  Discrepancy,
  HappenedEvent,
  HistoryEvent,
  SeenCall,
  SeenTick,
} from "../model.ts";
import type { HistorySettings, SimulatedEnvironment } from "../settings.ts";
import { SimulationProblem } from "../settings.ts";
import type { Ticker } from "../ticks/ticker.ts";
import type { JobClock } from "../world/job-clock.ts";
import { newJobClock } from "../world/job-clock.ts";
import type { SimulatedWorld } from "../world/simulated-world.ts";
import { openSimulatedWorld } from "../world/simulated-world.ts";
import { machineTimeProblem } from "./machine-time.ts";
import { sameCalls } from "./same-calls.ts";
import type { Script, ScriptView } from "./script.ts";
import { firstTicksMax } from "./script.ts";

/** A history to run. */
export interface HistoryPlan {
  readonly run: number;
  readonly leads: number;
  readonly script: Script;
  /** Whether differences are findings; false before the first events. */
  readonly judges: boolean;
  readonly mustEnd: () => boolean;
  readonly onTick?: (ticks: number, findings: number) => void;
}

/** What a history showed. */
export interface HistoryRun {
  readonly leads: number;
  readonly events: readonly HistoryEvent[];
  readonly ticks: readonly SeenTick[];
  readonly skipped: number;
  readonly happened: readonly HappenedEvent[];
  readonly discoveries: readonly Discovery[];
  /** What is different at the end, without any tolerance. */
  readonly differences: readonly Discrepancy[];
  /** The columns of the ledger. */
  readonly columns: readonly string[];
  /** Whether the ledger agreed with the world after some tick. */
  readonly agreed: boolean;
  /** Whether the last two idle ticks made the same calls. */
  readonly isIdle: boolean;
  /** Whether the ledger was in the empty folder of its history, so that histories can run at once. */
  readonly isIsolated: boolean;
  readonly durationMs: number;
}

/** Runs a history. Throws `SimulationProblem` if its comparison would mean nothing, `SandboxFailure` if the sandbox failed. */
export async function runHistory(
  settings: HistorySettings,
  plan: HistoryPlan,
): Promise<HistoryRun> {
  const started = performance.now();
  const seen = newSeenLedger();
  let problem: string | null = null;
  const failures: SandboxFailure[] = [];
  let clock: JobClock | null = null;
  const world = await openSimulatedWorld({
    ...settings,
    leads: plan.leads,
    onTime: (now) => clock?.show(now + settings.clockSkew),
    onCall(call, answer) {
      problem ??= machineTimeProblem(call, settings.startsAt);
      if (answer !== null && !call.failed) seen.note(call.path, answer);
    },
    onFailure: (failure) => void failures.push(failure),
  });
  let environment: SimulatedEnvironment | null = null;
  let ticker: Ticker | null = null;
  try {
    clock = newJobClock(settings.startsAt + settings.clockSkew, settings.fakeTime);
    environment = await settings.environmentOf(world.sandbox, world.listening);
    const env = { ...environment.variables, ...clock.variables };
    await settings.setUp(env);
    const command = environment.commandOf?.(settings.command) ?? settings.command;
    ticker = settings.newTicker(env, command);
    const read = async (): Promise<LedgerReading> =>
      settings.ledger.kind === "none"
        ? seen.read()
        : readLedger(settings.ledger, env, settings.signal);
    const watcher = newWatcher(world.truth, settings, (found, tick) =>
      causeOf(found, tick, world.happened),
    );
    const job = { settings, plan, world, ticker, watcher, read, failures, problem: () => problem };
    const ran = await runTicks(job);
    const isIsolated = isInState(settings.ledger, env["LEAD_SANDBOX_STATE"] ?? "");
    return { ...ran, isIsolated, durationMs: performance.now() - started };
  } finally {
    await ticker?.end();
    await environment?.end();
    await world.close();
    clock?.end();
  }
}

interface Job {
  readonly settings: HistorySettings;
  readonly plan: HistoryPlan;
  readonly world: SimulatedWorld;
  readonly ticker: Ticker;
  readonly watcher: Watcher;
  readonly read: () => Promise<LedgerReading>;
  readonly failures: readonly SandboxFailure[];
  readonly problem: () => string | null;
}

async function runTicks(job: Job): Promise<Omit<HistoryRun, "durationMs" | "isIsolated">> {
  const { settings, plan, world, watcher } = job;
  const ticks: SeenTick[] = [];
  const columns = new Set<string>();
  let [tick, skipped, agreed, isIdle] = [0, 0, false, false];
  let idle: SeenTick | null = null;
  for (;;) {
    const step = plan.script(viewOf(job, { tick, ticks, isIdle }));
    if (step.kind === "end" || settings.signal.aborted) break;
    if (step.kind === "skip") {
      skipped += step.to - tick;
      tick = step.to;
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- one tick after another
    const seen = await runTick(job, tick, step.events);
    if (settings.signal.aborted) break;
    ticks.push(...seen);
    const [failure] = job.failures;
    if (failure !== undefined) throw failure;
    const problem = job.problem();
    if (problem !== null) throw new SimulationProblem(problem);
    // oxlint-disable-next-line no-await-in-loop -- the ledger after this tick
    const reading = await job.read();
    if ("columns" in reading) for (const column of reading.columns) columns.add(column);
    const [first] = seen;
    if (first === undefined) break;
    watcher.after(first, reading, plan.judges && (agreed || ticks.length >= firstTicksMax));
    agreed ||= watcher.agrees();
    const isQuiet = seen.length === 1 && step.events.length === 0 && first.ok;
    isIdle = isQuiet && idle !== null && sameCalls(idle.calls, first.calls);
    idle = isQuiet ? first : idle;
    tick += seen.length;
    plan.onTick?.(ticks.length, watcher.discoveries().length);
  }
  return {
    leads: plan.leads,
    events: ticks.flatMap(({ events }) => events),
    ticks,
    skipped,
    happened: world.happened,
    discoveries: watcher.discoveries(),
    differences: watcher.differences(),
    columns: [...columns],
    agreed,
    isIdle,
  };
}

function viewOf(
  { plan, world, watcher }: Job,
  { tick, ticks, isIdle }: Pick<ScriptView, "tick" | "ticks" | "isIdle">,
): ScriptView {
  return {
    tick,
    ticks,
    truth: world.truth,
    isSettled: ticks.length > 0 && watcher.agrees() && !watcher.isPending(),
    isIdle,
    hasFinding: watcher.hasFinding,
    mustEnd: plan.mustEnd(),
  };
}

/** Runs a tick; with an `overlap` that it reaches, also the next one. */
async function runTick(
  { settings, plan, world, ticker }: Job,
  tick: number,
  events: readonly HistoryEvent[],
): Promise<readonly SeenTick[]> {
  const { time, stage } = world;
  const { every, startsAt, clockSkew } = settings;
  const startOf = (number: number): number => Math.max(startsAt + number * every, time.now());
  const overlapped: SeenTick[] = [];
  const overlap = async (): Promise<void> => {
    const next = tick + overlapped.length + 1;
    const startedAt = startOf(next);
    stage.begin({ run: plan.run, tick: next, process: 2, events: [], kill, overlap }, startedAt);
    const ended = await ticker.overlap({ tick: next, now: startedAt + clockSkew });
    const calls: readonly SeenCall[] = stage.end();
    overlapped.push({ ...ended, tick: next, startedAt, endedAt: time.now(), calls, events: [] });
  };
  const kill = (): void => ticker.kill();
  const startedAt = startOf(tick);
  stage.begin({ run: plan.run, tick, process: 1, events, kill, overlap }, startedAt);
  const ended = await ticker.run({ tick, now: startedAt + clockSkew });
  const calls = stage.end();
  return [{ ...ended, tick, startedAt, endedAt: time.now(), calls, events }, ...overlapped];
}
