import type { CommandEnd, CommandToRun } from "../../run-command.ts";
import { runCommand } from "../../run-command.ts";
import type { ListeningSandbox, Sandbox } from "../../server/sandbox.ts";
import { openSandbox } from "../../server/sandbox.ts";
/** Runs a command once against its own sandbox. */
import type { Config } from "../../settings/config.ts";
import type { Adopted } from "../../workspace/adoption.ts";
import type { Observation, Trial } from "../model.ts";
import { sentenceOf } from "../variations/catalogue.ts";
import { watchBusyness } from "./busyness.ts";
import type { Observer } from "./observer.ts";
import { newObserver } from "./observer.ts";
import type { ReadResults, ResultFiles } from "./results.ts";
import type { Setup } from "./setup.ts";
import { setUp } from "./setup.ts";

/** The settings that all runs of an exploration share. Aborting `signal` stops the command and prevents further runs. */
export interface RunSettings extends Setup {
  readonly command: readonly string[];
  readonly config: Config;
  /** Worlds that the sandbox has as fixtures, named `given-1`, `given-2` and so on. */
  readonly worlds: readonly unknown[];
  /** Creates the environment of the command for its sandbox. */
  readonly environmentOf: (
    sandbox: Sandbox,
    listening: ListeningSandbox,
  ) => Promise<RunEnvironment>;
  /** The start time of the clocks in every run, in epoch milliseconds. */
  readonly startsAt: number;
  /** Reads the test results that the command writes; null without results. */
  readonly results: ResultFiles | null;
  /** Runs the command; by default as a process. */
  readonly launch?: (toRun: CommandToRun) => Promise<CommandEnd>;
  /** Starts to watch how busy the machine is; by default it watches this one. */
  readonly watchMachine?: typeof watchBusyness;
  /** Called before each run of the command. */
  readonly onRun?: () => void;
  /** Called with the processes that held the output of a run after its command. */
  readonly onStillRunning?: (processes: readonly string[]) => void;
  /** Whether the command runs again without variations if it failed and its effect remains. */
  readonly rerun: boolean;
}

/** The variables of a command, and the cleanup after its run. */
export interface RunEnvironment {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The command as it is started; by default it stays as it is. */
  readonly commandOf?: (command: readonly string[]) => readonly string[];
  readonly end: () => Promise<void>;
}

/** The options of one run. */
export interface RunOptions {
  /** Null for a baseline. */
  readonly trial: Trial | null;
  /** The timeout of the command. In a packed run it restarts at each varied call. */
  readonly timeoutMs: number;
  /** What an earlier run adopted from the client, so that no variation changes which key or id is the first. */
  readonly adopted?: Adopted | undefined;
}

/** Only the end of longer output is kept. */
const outputBytesMax = 65_536;

/**
 * Runs the command with the variations of `trial`. Throws `ResultsError` for invalid results of a baseline that
 * succeeded.
 */
export async function runOnce(
  given: RunSettings,
  { trial, timeoutMs, adopted }: RunOptions,
): Promise<Observation> {
  const started = performance.now();
  const nowMs = (): number => performance.now() - started;
  const observer = newObserver(trial, nowMs);
  const clockOffsetMs = given.startsAt - Date.now();
  const sandbox = openSandbox(
    configOf(given.config, trial),
    { ...observer.watch, clockOffsetMs, adopted },
    given.worlds,
  );
  try {
    const readResults = (await given.results?.beforeRun()) ?? null;
    const listening = await sandbox.listen({ keepsConnection: observer.keepsConnection });
    const environment = await given.environmentOf(sandbox, listening);
    try {
      const env = { ...environment.variables, ...trialVariable(trial) };
      await setUp(given, env);
      const settings = {
        ...given,
        command: environment.commandOf?.(given.command) ?? given.command,
      };
      const isPacked = (trial?.variations.length ?? 0) > 1;
      const limit = limitOf(observer, { timeoutMs, isPacked, nowMs });
      const machine = (settings.watchMachine ?? watchBusyness)();
      const beganMs = nowMs();
      const first = await commandRun(settings, env, limit);
      // Time after the timeout does not count, such as when a client ignores SIGTERM.
      const durationMs = first.exit.timedOut && !isPacked ? beganMs + timeoutMs : nowMs();
      const tests = await testsOf(readResults, trial, first);
      const last = await rerun(settings, env, { observer, first, limit });
      // Closing the sandbox ends its worlds, which `seen` reports.
      await listening.close();
      sandbox.close();
      await observer.settled();
      return {
        ...observer.seen(),
        adopted: sandbox.adopted(),
        exit: last.exit,
        tests,
        durationMs,
        machine: machine(),
        output: first.output,
      };
    } finally {
      await Promise.all([listening.close(), environment.end()]);
    }
  } finally {
    sandbox.close();
  }
}

type Limit = Required<Pick<CommandToRun, "timeoutMs" | "moreMs">>;

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

interface CommandRun {
  readonly exit: Observation["exit"];
  readonly output: string;
}

async function commandRun(
  { command, onRun, onStillRunning, launch = runCommand, signal }: RunSettings,
  env: Readonly<Record<string, string | undefined>>,
  limit: Limit,
): Promise<CommandRun> {
  if (signal?.aborted === true) return { exit: { code: 130, timedOut: false }, output: "" };
  onRun?.();
  let output = Buffer.alloc(0);
  const {
    code,
    timedOut,
    error,
    stillRunning = [],
  } = await launch({
    command,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    ...limit,
    signal,
    onOutput(chunk) {
      output = Buffer.concat([output, chunk]).subarray(-outputBytesMax);
    },
  });
  if (stillRunning.length > 0) onStillRunning?.(stillRunning);
  const printed = output.toString("utf8");
  return { exit: { code, timedOut }, output: error === null ? printed : error.message };
}

/** Runs a failed client again, because the second run may undo the effect that the first one left. */
async function rerun(
  settings: RunSettings,
  env: Readonly<Record<string, string | undefined>>,
  { observer, first, limit }: { observer: Observer; first: CommandRun; limit: Limit },
): Promise<CommandRun> {
  if (!settings.rerun) return first;
  const leaves = [...observer.effects().values()].some(({ stands }) => stands);
  if (first.exit.code === 0 || first.exit.timedOut || !leaves) return first;
  observer.stopVarying();
  const second = await commandRun(settings, env, limit);
  return second.exit.code === 0 ? second : first;
}

/** Adds the choices of unknowns to the assumptions. */
function configOf(config: Config, trial: Trial | null): Config {
  const choices =
    trial?.variations.flatMap((planned) => Object.entries(planned.choices ?? {})) ?? [];
  if (choices.length === 0) return config;
  return { ...config, assumptions: { ...config.assumptions, ...Object.fromEntries(choices) } };
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
