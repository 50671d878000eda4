import { spawn } from "node:child_process";
import type { ChildProcess, StdioOptions } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { setTimeout as delay } from "node:timers/promises";

/** A command to run to its end. */
export interface CommandToRun {
  /** The program, found in the PATH of `env`, and its arguments. */
  readonly command: readonly string[];
  /** The command's whole environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdio: StdioOptions;
  /** After this time the command gets SIGTERM. */
  readonly timeoutMs?: number;
  /** Called on timeout; returns how many more milliseconds the command gets. */
  readonly moreMs?: () => number;
  /** When it aborts, the command gets SIGTERM. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the command's output if `stdio` pipes it. */
  readonly onOutput?: (chunk: Buffer) => void;
}

/** The result of a command. */
export interface CommandEnd {
  /**
   * The exit code as in a shell: 128 plus the signal's number after a signal, 127 when not found, 126 when not
   * executable.
   */
  readonly code: number;
  readonly signal: NodeJS.Signals | null;
  readonly timedOut: boolean;
  /** Why the command did not start. */
  readonly error: Error | null;
}

/** The time from SIGTERM to SIGKILL. */
export const gracePeriodMs = 5000;

/** The time from SIGKILL to giving up: a process that waits for a device does not end earlier. */
const killedWithinMs = 1000;

const forwardedSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs a command in its own process group. Resolves when the command and all other processes of the group have
 * ended. Leftover processes get SIGTERM first, and SIGKILL after the grace period. Forwards SIGINT, SIGTERM and
 * SIGHUP to the group. SIGTERM and SIGHUP start the grace period. SIGINT does not, because interactive programs
 * use it for other things.
 */
export async function runCommand(toRun: CommandToRun): Promise<CommandEnd> {
  const { command, env, stdio, timeoutMs, moreMs, signal: abort, onOutput } = toRun;
  const [file = "", ...args] = command;
  const child = spawn(file, args, { stdio, env, detached: true });
  if (onOutput !== undefined) {
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", onOutput);
  }
  let timedOut = false;
  let timeout: NodeJS.Timeout | undefined;
  let kill: NodeJS.Timeout | undefined;
  const end = (signal: NodeJS.Signals): void => {
    signalGroup(child, signal);
    kill ??= setTimeout(() => signalGroup(child, "SIGKILL"), gracePeriodMs);
  };
  const forward = (signal: NodeJS.Signals): void => {
    if (signal === "SIGINT") signalGroup(child, signal);
    else end(signal);
  };
  const timeIsOver = (): void => {
    const more = moreMs?.() ?? 0;
    timedOut = more <= 0;
    if (timedOut) end("SIGTERM");
    else timeout = setTimeout(timeIsOver, more);
  };
  if (timeoutMs !== undefined) timeout = setTimeout(timeIsOver, timeoutMs);
  const endAborted = (): void => end("SIGTERM");
  abort?.addEventListener("abort", endAborted);
  for (const signal of forwardedSignals) process.on(signal, forward);
  try {
    const ended = await endOf(child);
    clearTimeout(timeout);
    if (kill === undefined && isGroupAlive(child)) end("SIGTERM");
    await groupEnded(child);
    return { ...ended, timedOut };
  } finally {
    clearTimeout(kill);
    abort?.removeEventListener("abort", endAborted);
    for (const signal of forwardedSignals) process.off(signal, forward);
  }
}

/** Waits for the exit, not for the streams: a grandchild may hold them open. */
function endOf(child: ChildProcess): Promise<Omit<CommandEnd, "timedOut">> {
  const { promise, resolve } = Promise.withResolvers<Omit<CommandEnd, "timedOut">>();
  child.once("error", (error: NodeJS.ErrnoException) =>
    resolve({ code: error.code === "ENOENT" ? 127 : 126, signal: null, error }),
  );
  child.once("exit", (code, signal) => {
    const number = signal === null ? 0 : constants.signals[signal];
    resolve({ code: code ?? 128 + number, signal, error: null });
  });
  return promise;
}

async function groupEnded(leader: ChildProcess): Promise<void> {
  const deadline = performance.now() + gracePeriodMs + killedWithinMs;
  while (isGroupAlive(leader) && performance.now() < deadline) {
    // oxlint-disable-next-line no-await-in-loop -- no event reports the end of a grandchild
    await delay(5);
  }
}

function isGroupAlive(leader: ChildProcess): boolean {
  return signalGroup(leader, 0) && hasLiving(leader.pid ?? 0);
}

/** Whether a group has any process except zombies. A container without an init process never reaps zombies. */
function hasLiving(group: number): boolean {
  if (process.platform !== "linux") return true;
  return readdirSync("/proc").some((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      // The program name comes first, in parentheses, and may contain any character.
      const [state, , member] = readFileSync(`/proc/${name}/stat`, "latin1")
        .replace(/^.*\) /s, "")
        .split(" ", 3);
      return Number(member) === group && state !== "Z" && state !== "X";
    } catch {
      return false; // The process has ended.
    }
  });
}

/** Sends `signal` to the group; false if the group has no process. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(-pid, signal);
  } catch {
    return false; // ESRCH: the group has ended.
  }
}
