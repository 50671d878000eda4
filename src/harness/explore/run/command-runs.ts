/** The runs of the command within one trial: one, two in a row, or two at once. */
import type { CommandToRun } from "../../../base/processes/run-command.ts";
import type { EndedProcess, Variables } from "../../runs/process.ts";
import { startProcess } from "../../runs/process.ts";
import type { Exit } from "../../runs/run.ts";
import type { Course } from "../variations/rough.ts";
import type { Observer } from "./observer.ts";
import type { KeyRenewal } from "./renewed-key.ts";
import type { RunSettings } from "./run-settings.ts";

export type Limit = Required<Pick<CommandToRun, "timeoutMs" | "moreMs">>;

export type CommandRun = Pick<EndedProcess, "exit" | "output">;

interface Started {
  readonly settings: RunSettings;
  readonly env: Variables;
  readonly limit: Limit;
  readonly observer: Observer;
  /** Aborted when a fault kills the command. */
  readonly kill: AbortSignal;
  readonly renewed: KeyRenewal["renewed"];
}

interface Around {
  readonly nowMs: () => number;
  readonly isPacked: boolean;
  /** What other people do between two runs. */
  readonly between: () => void;
}

interface CommandRuns {
  readonly first: CommandRun;
  /** How the command ended: its second run, if there was one, and the worse of two copies. */
  readonly exit: Exit;
  readonly exits: readonly Exit[];
  /** The end of the last run. Time after the timeout does not count, such as when a client ignores SIGTERM. */
  readonly endedMs: number;
}

/** Runs the command as the course of the trial says. */
export async function runsOf(
  started: Started,
  course: Course,
  { nowMs, isPacked, between }: Around,
): Promise<CommandRuns> {
  const { settings, observer, limit } = started;
  let beganMs = nowMs();
  const endOf = ({ exit }: CommandRun): number =>
    exit.timedOut && !isPacked ? beganMs + limit.timeoutMs : nowMs();
  const copy = course.copies === true ? commandRun(started) : null;
  const first = await commandRun(started);
  if (copy !== null) {
    const exits = [first.exit, (await copy).exit];
    return { first, exit: worstOf(exits), exits, endedMs: endOf(await copy) };
  }
  const endedMs = endOf(first);
  const env = course.renewsKey === true ? started.renewed(started.env) : started.env;
  if (env === null || !runsAgain(started, course, first)) {
    return { first, exit: first.exit, exits: [first.exit], endedMs };
  }
  observer.nextRun();
  if (course.between !== undefined) between();
  beganMs = nowMs();
  const second = await commandRun({ ...started, env, kill: new AbortController().signal }, 2);
  const exits = [first.exit, second.exit];
  // With --rerun, only a success counts: the client claimed a failure before.
  const isRerun = course.again !== true && course.renewsKey !== true;
  const exit = isRerun && second.exit.code !== 0 ? first.exit : second.exit;
  return { first, exit, exits, endedMs: settings.rerun && isRerun ? endedMs : endOf(second) };
}

function worstOf(exits: readonly Exit[]): Exit {
  const [first = { code: 0, timedOut: false }] = exits;
  return exits.find(({ timedOut }) => timedOut) ?? exits.find(({ code }) => code !== 0) ?? first;
}

/** With `--rerun`, a failed client runs again, because the second run may undo the effect that the first one left. */
function runsAgain(
  { settings, observer, kill }: Started,
  { again = false, againAfterFailure = false, renewsKey = false }: Course,
  { exit }: CommandRun,
): boolean {
  if (exit.timedOut || settings.signal?.aborted === true) return false;
  if (renewsKey) return true;
  if (again) return kill.aborted || exit.code === 0;
  if (againAfterFailure) return exit.code !== 0;
  return (
    settings.rerun &&
    exit.code !== 0 &&
    [...observer.effects().values()].some(({ stands }) => stands)
  );
}

async function commandRun(
  { settings, env, limit, kill }: Started,
  process = 1,
): Promise<CommandRun> {
  const { command, onRun, onOutput, onStillRunning, launch, signal } = settings;
  if (signal?.aborted === true) return { exit: { code: 130, timedOut: false }, output: "" };
  onRun?.();
  const { exit, error, output } = await startProcess(
    { command, env },
    {
      ...limit,
      signal,
      kill,
      launch,
      onStillRunning,
      onOutput: (chunk, stream) => onOutput?.(chunk, stream, process),
    },
  ).ended;
  // The report says itself that a program was not found.
  const notStarted = exit.code === 127 ? "" : error?.message;
  return { exit, output: error === null ? output : (notStarted ?? "") };
}
