/** Runs a command once against its own sandbox. */
import { dateNow, performance } from "../../../base/values/native-timers.ts";
import type { SandboxFailure } from "../../../server/gates/failure.ts";
import type { ListeningSandbox, Sandbox } from "../../../server/sandbox/sandbox.ts";
import { openSandbox } from "../../../server/sandbox/sandbox.ts";
import type { Config } from "../../../server/settings/config.ts";
import type { Adopted } from "../../../world/workspace/registry/adoption.ts";
import type { ClientEnvironment } from "../../runs/client.ts";
import { setUp } from "../../runs/setup.ts";
import type { Observation, Trial } from "../model.ts";
import { courseOf, sentenceOf } from "../variations/catalogue.ts";
import type { Course } from "../variations/rough.ts";
import type { RunHooks } from "../variations/variation.ts";
import { watchBusyness } from "./busyness.ts";
import type { CommandRun, Limit } from "./command-runs.ts";
import { runsOf } from "./command-runs.ts";
import type { Observer } from "./observer.ts";
import { newObserver } from "./observer.ts";
import { addLeads, othersIn } from "./others.ts";
import { newKeyRenewal } from "./renewed-key.ts";
import type { ReadResults } from "./results.ts";
import type { SandboxObservation } from "./run-log.ts";
import type { RunSettings } from "./run-settings.ts";
import { watchStalls } from "./stalls.ts";
import { stateFiles } from "./state-files.ts";
import { watchOutput } from "./watch-output.ts";
import { watchTrust } from "./watch-trust.ts";

export interface RunOptions {
  /** Null for a baseline. */
  readonly trial: Trial | null;
  /** The timeout of the command. In a packed run it restarts at each varied call. */
  readonly timeoutMs: number;
  /** What an earlier run adopted from the client, so that no variation changes which key or id is the first. */
  readonly adopted?: Adopted | undefined;
}

/**
 * Runs the command with the variations of `trial`. Throws `ResultsError` for invalid results of a baseline that
 * succeeded, and `SandboxFailure` if the sandbox itself failed: a client must not be judged by that.
 */
export async function runOnce(given: RunSettings, options: RunOptions): Promise<Observation> {
  const nowMs = newStopwatch();
  const opened = openObserved(given, options, nowMs);
  const { observer, sandbox, trust } = opened;
  const stalls = watchStalls(nowMs);
  try {
    const course = courseOfTrial(options.trial);
    addLeads(sandbox, course.moreLeads ?? 0);
    const readResults = (await given.results?.beforeRun()) ?? null;
    const listening = await sandbox.listen({
      keepsConnection: observer.keepsConnection,
      onRefusedCertificate: trust?.refused,
      sendsDate: course.isUndated !== true,
    });
    const environment = await given.environmentOf(sandbox, listening, trust === null);
    try {
      const started = { ...opened, listening, environment, readResults, nowMs };
      return { ...(await observed(given, options, started)), stalls: stalls() };
    } finally {
      await Promise.all([listening.close(), environment.end()]);
    }
  } finally {
    trust?.end();
    stalls();
    sandbox.close();
  }
}

type Opened = ReturnType<typeof openObserved>;

interface Started extends Opened {
  readonly listening: ListeningSandbox;
  readonly environment: ClientEnvironment;
  readonly readResults: ReadResults | null;
  readonly nowMs: () => number;
}

/** Runs the command in its sandbox, and closes that. */
async function observed(
  given: RunSettings,
  { trial, timeoutMs }: RunOptions,
  { listening, environment, readResults, nowMs, ...opened }: Started,
): Promise<Observation> {
  const { observer, sandbox, kill, seen, renewed, trust } = opened;
  const env = { ...environment.variables, ...trialVariable(trial) };
  await setUp(given, env);
  const command = environment.commandOf?.(given.command) ?? given.command;
  const output = given.watchesOutput === true ? watchOutput(keysIn(sandbox)) : null;
  const settings = { ...given, command, ...(output === null ? {} : { onOutput: output.add }) };
  const isPacked = trial?.variations.some(({ workspace }) => workspace !== null) === true;
  const limit = limitOf(observer, { timeoutMs, isPacked, nowMs });
  const machine = (settings.watchMachine ?? watchBusyness)();
  const toRun = { settings, env, limit, observer, kill, renewed };
  const around = {
    nowMs,
    isPacked,
    between: () => othersIn(sandbox, "convert", sandbox.workspace()),
  };
  const { first, exit, exits, endedMs } = await runsOf(toRun, courseOfTrial(trial), around);
  const tests = await testsOf(readResults, trial, first);
  // Closing ends the worlds, which `seen` reports.
  await listening.close();
  sandbox.close();
  await observer.settled();
  return {
    ...seen(),
    adopted: sandbox.adopted(),
    exit,
    ...(exits.length === 1 ? {} : { exits }),
    tests,
    durationMs: endedMs,
    machine: machine(),
    output: first.output,
    ...(output === null ? {} : { outputSeen: output.seen() }),
    ...(trust === null ? {} : { refusedCertificates: trust.end() }),
    ...(await beliefsOf(given, env)),
  };
}

/** Whether a text is a key of the sandbox, which may adopt one at any time. */
function keysIn(sandbox: Sandbox): (key: string) => boolean {
  return (key) =>
    sandbox.describe().firms.some(({ apiKeys }) => apiKeys.some((one) => one.key === key));
}

/** The time since now, in milliseconds. */
function newStopwatch(): () => number {
  const started = performance.now();
  return () => performance.now() - started;
}

/** Opens the sandbox of a run, with an observer; `kill` is aborted when a fault kills the command, or the sandbox fails. */
function openObserved(
  given: RunSettings,
  { trial, adopted }: Pick<RunOptions, "trial" | "adopted">,
  nowMs: () => number,
) {
  const killer = new AbortController();
  const failures: SandboxFailure[] = [];
  const onFailure = (failure: SandboxFailure): void => {
    failures.push(failure);
    killer.abort();
  };
  const keys = newKeyRenewal(() => sandbox);
  const hooks: RunHooks = {
    kill: () => killer.abort(),
    renewKey: keys.renew,
    others: (...what) => othersIn(sandbox, ...what),
  };
  const observer = newObserver(trial, nowMs, hooks, given.announced ?? null);
  const trust = courseOfTrial(trial).isUntrusted === true ? watchTrust(hooks.kill) : null;
  const { gate } = observer.watch;
  const clockOffsetMs = given.startsAt - dateNow();
  const sandbox = openSandbox(
    configOf(given.config, trial),
    { ...observer.watch, gate: trust?.gate(gate) ?? gate, onFailure, clockOffsetMs, adopted },
    given.worlds,
  );
  const seen = (): SandboxObservation => {
    const [failure] = failures;
    if (failure !== undefined) throw failure;
    return observer.seen();
  };
  return { observer, sandbox, seen, kill: killer.signal, renewed: keys.renewed, trust };
}

/** In a packed run, the time starts again at each varied call. */
function limitOf(observer: Observer, { timeoutMs, isPacked, nowMs }: RunLength): Limit {
  return {
    timeoutMs,
    moreMs() {
      const more = isPacked ? observer.lastVariedAtMs() + timeoutMs - nowMs() : 0;
      if (more <= 0) observer.timeIsOver();
      return more;
    },
  };
}

interface RunLength {
  readonly timeoutMs: number;
  readonly isPacked: boolean;
  readonly nowMs: () => number;
}

/** A baseline must write its results. A trial may end earlier, and then lacks tests. */
async function testsOf(
  readResults: ReadResults | null,
  trial: Trial | null,
  { exit }: CommandRun,
): Promise<Observation["tests"]> {
  if (readResults === null) return null;
  if (trial === null) return readResults(exit.code !== 0);
  return (await readResults(true)) ?? new Map();
}

/** What the client keeps: its files, where announced changes are judged by them, and its ledger, if it is given. */
async function beliefsOf(
  { announced, ledgerOf }: RunSettings,
  env: Parameters<typeof stateFiles>[0],
): Promise<Pick<Observation, "files" | "ledger">> {
  return {
    ...(announced === undefined ? {} : { files: await stateFiles(env) }),
    ...(ledgerOf === undefined ? {} : { ledger: await ledgerOf(env) }),
  };
}

/** Adds the choices of unknowns to the assumptions. A world with more Leads has no quota: it is not what the trial is about. */
function configOf(config: Config, trial: Trial | null): Config {
  const choices =
    trial?.variations.flatMap((planned) => Object.entries(planned.choices ?? {})) ?? [];
  const hasMore = courseOfTrial(trial).moreLeads !== undefined;
  const own = hasMore && config.quota === undefined ? { ...config, quota: null } : config;
  if (choices.length === 0) return own;
  return { ...own, assumptions: { ...config.assumptions, ...Object.fromEntries(choices) } };
}

/** What happens around the runs of the command in a trial. */
function courseOfTrial(trial: Trial | null): Course {
  const [only] = trial?.variations ?? [];
  return { ...(only === undefined ? {} : courseOf(only)), ...trial?.course };
}

/** Informs a test of its variation; `null` in a baseline. */
function trialVariable(trial: Trial | null): Record<string, string> {
  if (trial === null) return { LEAD_SANDBOX_TRIAL: "null" };
  const { id, variations } = trial;
  const [only] = variations;
  const isPacked = variations.length !== 1 || only === undefined || only.workspace !== null;
  const shown = isPacked
    ? { id, packed: true, family: only?.family }
    : { id, family: only.family, variation: only.variation, sentence: sentenceOf(only) };
  return { LEAD_SANDBOX_TRIAL: JSON.stringify(shown) };
}
