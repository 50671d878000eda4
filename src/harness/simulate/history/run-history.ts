/** Runs the job through one history of the world, and compares what it believes with what is true. */
import { performance } from "../../../base/values/native-timers.ts";
import { inSandbox } from "../../runs/client.ts";
import { isKept } from "../judge/compare.ts";
import type { Explainer } from "../judge/explain.ts";
import { newExplainer } from "../judge/explain.ts";
import type { Watcher } from "../judge/watcher.ts";
import { newWatcher } from "../judge/watcher.ts";
import { isInState, readLedger } from "../ledger/ledger.ts";
import type { LedgerReading } from "../ledger/rows.ts";
import { newSeenLedger, recordsOf } from "../ledger/seen-ledger.ts";
import type {
  Discovery,
  Discrepancy,
  HappenedEvent,
  HistoryEvent,
  SeenCall,
  SeenTick,
} from "../model.ts";
import { missedTicks } from "../model.ts";
import type { HistorySettings } from "../settings.ts";
import { SimulationProblem } from "../settings.ts";
import type { Ticker } from "../ticks/ticker.ts";
import { newJobClock } from "../world/job-clock.ts";
import type { SimulatedWorld } from "../world/simulated-world.ts";
import { newSimulatedWorld } from "../world/simulated-world.ts";
import { machineTimeProblem } from "./machine-time.ts";
import { sameCalls } from "./same-calls.ts";
import type { Script, ScriptView } from "./script.ts";
import { firstTicksMax } from "./script.ts";

export interface HistoryPlan {
  readonly run: number;
  readonly leads: number;
  readonly script: Script;
  /** Whether differences are findings; false before the first events. */
  readonly judges: boolean;
  readonly mustEnd: () => boolean;
  readonly onTick?: (ticks: number, findings: number) => void;
}

export interface HistoryRun {
  readonly leads: number;
  readonly events: readonly HistoryEvent[];
  readonly ticks: readonly SeenTick[];
  readonly skipped: number;
  readonly happened: readonly HappenedEvent[];
  readonly discoveries: readonly Discovery[];
  /** What is different at the end, without any tolerance. */
  readonly differences: readonly Discrepancy[];
  /** How old the youngest Lead is that the ledger lacks, in milliseconds, if each is older than all rows; else null. */
  readonly lacksFromMs: number | null;
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
  const { startsAt, clockSkew, every, ledger, signal } = settings;
  const seen = newSeenLedger();
  const ticks: SeenTick[] = [];
  let problem: string | null = null;
  let explainer: Explainer | null = null;
  // It shows the start from the beginning, and then what follows.
  const clock = newJobClock(startsAt + clockSkew, settings.fakeTime);
  const simulated = newSimulatedWorld({
    leads: plan.leads,
    startsAt,
    every,
    onTime(now) {
      if (now > startsAt) clock.show(now + clockSkew);
    },
    onCall(call, answer) {
      problem ??= machineTimeProblem(call, startsAt);
      if (answer === null || call.failed) return;
      const records = recordsOf(answer);
      seen.note(call.path, records);
      explainer?.note(call, records);
    },
  });
  const run = { ...simulated, variables: clock.variables };
  try {
    return await inSandbox(settings, run, async ({ env, command, throwFailure }, world) => {
      const explained = newExplainer(world.truth, world.happened, ticks);
      explainer = explained;
      const watcher = newWatcher(world.truth, settings, explained.explain);
      const read = async (): Promise<LedgerReading> =>
        ledger.kind === "none" ? seen.read() : readLedger(ledger, env, signal);
      const ticker = settings.newTicker({ env, command });
      try {
        const parts = { settings, plan, world, ticker, watcher, ticks, read, throwFailure };
        const ran = await runTicks({ ...parts, problem: () => problem });
        const isIsolated = isInState(ledger, env["LEAD_SANDBOX_STATE"] ?? "");
        return { ...ran, isIsolated, durationMs: performance.now() - started };
      } finally {
        await ticker.end();
      }
    });
  } finally {
    clock.end();
  }
}

interface Job {
  readonly settings: HistorySettings;
  readonly plan: HistoryPlan;
  readonly world: SimulatedWorld;
  readonly ticker: Ticker;
  readonly watcher: Watcher;
  readonly ticks: SeenTick[];
  readonly read: () => Promise<LedgerReading>;
  readonly throwFailure: () => void;
  readonly problem: () => string | null;
}

async function runTicks(job: Job): Promise<Omit<HistoryRun, "durationMs" | "isIsolated">> {
  const { settings, plan, world, watcher, ticks } = job;
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
    job.throwFailure();
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
    if (step.events.some(({ kind }) => kind === "missed")) tick += missedTicks(settings.every);
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
    lacksFromMs: lacksFrom(world, watcher.differences()),
    columns: [...columns],
    agreed,
    isIdle,
  };
}

/** The age of the youngest Lead that the ledger lacks, if each is older than every row. */
function lacksFrom(
  { truth, time }: SimulatedWorld,
  differences: readonly Discrepancy[],
): number | null {
  const missing = new Set(
    differences.flatMap(({ kind, lead }) => (kind === "missing" ? lead : [])),
  );
  const leads = truth.leads().map(({ name, versions }) => ({
    since: versions[0]?.since ?? 0,
    isMissing: missing.has(name),
  }));
  const lacks = leads.filter(({ isMissing }) => isMissing).map(({ since }) => since);
  const has = leads.filter(({ isMissing }) => !isMissing).map(({ since }) => since);
  const youngest = Math.max(...lacks);
  if (lacks.length === 0 || has.length === 0 || youngest >= Math.min(...has)) return null;
  return time.now() - youngest;
}

function viewOf(
  { settings, plan, world, watcher }: Job,
  { tick, ticks, isIdle }: Pick<ScriptView, "tick" | "ticks" | "isIdle">,
): ScriptView {
  return {
    tick,
    ticks,
    truth: world.truth,
    isSettled: ticks.length > 0 && watcher.agrees() && !watcher.isPending(),
    isIdle,
    isFree: (lead) => !watcher.hasFinding(lead.name) && isKept(lead, world.time.now(), settings),
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
