/** Runs a command once against its own sandbox. */
import { dateNow, performance } from "../../../base/values/native-timers.ts";
import type { Sandbox } from "../../../server/sandbox/sandbox.ts";
import type { Config } from "../../../server/settings/config.ts";
import type { Adopted } from "../../../world/workspace/registry/adoption.ts";
import { watchBusyness } from "../../runs/busyness.ts";
import type { ReadyClient, RunSandbox } from "../../runs/client.ts";
import { inSandbox } from "../../runs/client.ts";
import { addLeads, othersIn } from "../../runs/others.ts";
import { watchStalls } from "../../runs/stalls.ts";
import { stateFiles } from "../../runs/state-files.ts";
import type { ReadResults } from "../../runs/test-results.ts";
import { watchOutput } from "../../runs/watch-output.ts";
import { watchTrust } from "../../runs/watch-trust.ts";
import type { Observation, Trial } from "../model.ts";
import { courseOf, sentenceOf } from "../variations/catalogue.ts";
import type { Course } from "../variations/rough.ts";
import type { RunHooks } from "../variations/variation.ts";
import type { CommandRun, Limit } from "./command-runs.ts";
import { runsOf } from "./command-runs.ts";
import type { Observer } from "./observer.ts";
import { newObserver } from "./observer.ts";
import { newKeyRenewal } from "./renewed-key.ts";
import type { RunSettings } from "./run-settings.ts";

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
  const watched = watchRun(given, options);
  const { nowMs, trust } = watched;
  const stalls = watchStalls(nowMs);
  try {
    const sandbox = sandboxOf(given, options, watched);
    return await inSandbox(given, sandbox, async (ready, readResults) => {
      const seen = await observed(given, ready, { ...options, ...watched, readResults });
      return { ...seen, stalls: stalls(), refusedCertificates: trust?.end() ?? null };
    });
  } finally {
    trust?.end();
    stalls();
  }
}

type Watched = ReturnType<typeof watchRun>;

/** What watches a run, and changes it; `kill` is aborted when a fault kills the command, or the sandbox fails. */
function watchRun({ announced }: RunSettings, { trial }: RunOptions) {
  const nowMs = newStopwatch();
  const course = courseOfTrial(trial);
  const killer = new AbortController();
  const keys = newKeyRenewal();
  const hooks: RunHooks = {
    kill: () => killer.abort(),
    renewKey: keys.renew,
    others: (action, workspace, email) =>
      othersIn(workspace, action, email, observer.watch.onControlCall),
  };
  const observer = newObserver(trial, nowMs, hooks, announced ?? null);
  const trust = course.isUntrusted === true ? watchTrust(hooks.kill) : null;
  return { nowMs, course, keys, hooks, kill: killer.signal, observer, trust };
}

/** The sandbox of a run. Before the client starts, it returns what reads the test results that the client will write. */
function sandboxOf(
  { config, startsAt, results }: RunSettings,
  { trial, adopted }: RunOptions,
  { course, keys, hooks, observer, trust }: Watched,
): RunSandbox<ReadResults | null> {
  const { watch } = observer;
  return {
    config: configOf(config, trial),
    watch: {
      ...watch,
      gate: trust?.gate(watch.gate) ?? watch.gate,
      clockOffsetMs: startsAt - dateNow(),
      adopted,
    },
    listen: {
      keepsConnection: observer.keepsConnection,
      onRefusedCertificate: trust?.refused,
      sendsDate: course.isUndated !== true,
    },
    variables: trialVariable(trial),
    isTrusting: trust === null,
    onFailure: hooks.kill,
    async prepare(sandbox) {
      keys.begin(sandbox);
      addLeads(sandbox, course.moreLeads ?? 0);
      return (await results?.beforeRun()) ?? null;
    },
  };
}

interface ToObserve extends RunOptions, Watched {
  readonly readResults: ReadResults | null;
}

/** Runs the command in its sandbox, and closes that. */
async function observed(
  given: RunSettings,
  { sandbox, env, command, close, throwFailure }: ReadyClient,
  { trial, timeoutMs, readResults, nowMs, course, keys, hooks, kill, observer }: ToObserve,
): Promise<Omit<Observation, "stalls" | "refusedCertificates">> {
  const output = given.watchesOutput === true ? watchOutput(keysIn(sandbox)) : null;
  const settings = { ...given, command, ...(output === null ? {} : { onOutput: output.add }) };
  const isPacked = trial?.variations.some(({ workspace }) => workspace !== null) === true;
  const limit = limitOf(observer, { timeoutMs, isPacked, nowMs });
  const machine = (settings.watchMachine ?? watchBusyness)();
  const toRun = { settings, env, limit, observer, kill, renewed: keys.renewed };
  const between = (): void => hooks.others("convert", sandbox.workspace());
  const runs = await runsOf(toRun, course, { nowMs, isPacked, between });
  const tests = await testsOf(readResults, trial, runs.first);
  // Closing ends the worlds, which the observer reports.
  await close();
  await observer.settled();
  throwFailure();
  return {
    ...observer.seen(),
    adopted: sandbox.adopted(),
    exit: runs.exit,
    exits: runs.exits,
    tests,
    durationMs: runs.endedMs,
    machine: machine(),
    output: runs.first.output,
    outputSeen: output?.seen() ?? null,
    ledger: (await given.ledgerOf?.(env)) ?? null,
    ...(given.announced === undefined ? {} : { files: await stateFiles(env) }),
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
