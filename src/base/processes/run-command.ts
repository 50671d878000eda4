import { spawn } from "node:child_process";
import type { ChildProcess, StdioOptions } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";

import { clearTimeout, delay, performance, setTimeout } from "../values/native-timers.ts";
import { programName } from "./program-name.ts";

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
  /** When it aborts, the command gets SIGKILL. */
  readonly kill?: AbortSignal | undefined;
  /** The time from SIGTERM to SIGKILL, if not the usual one. */
  readonly graceMs?: number;
  /** Called with the command's standard input if `stdio` pipes it. */
  readonly onInput?: (input: Writable) => void;
  /** Called with the command's output if `stdio` pipes it. */
  readonly onOutput?: (chunk: Buffer, from: "stdout" | "stderr") => void;
}

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
  /** The processes that still held the output 2 s after the exit, such as a daemon; absent if none is found. */
  readonly stillRunning?: readonly string[];
}

/** The words that run a text in the shell of the system. */
export function shellCommand(text: string): readonly string[] {
  return process.platform === "win32" ? ["cmd", "/d", "/s", "/c", text] : ["sh", "-c", text];
}

/** The time from SIGTERM to SIGKILL. */
export const gracePeriodMs = 5000;

/** The time from SIGKILL to giving up: a process that waits for a device does not end earlier. */
const killedWithinMs = 1000;

/** The time from the exit to closing the output: a daemon in a session of its own can hold it for hours. */
const outputMsMax = 2000;

/** The time to read what is left of the output when no process holds it any more. */
const readWithinMs = 1000;

const forwardedSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs a command in its own process group. Resolves when the command and all other processes of the group have
 * ended. Leftover processes get SIGTERM first, and SIGKILL after the grace period. Forwards SIGINT, SIGTERM and
 * SIGHUP to the group. SIGTERM and SIGHUP start the grace period. SIGINT does not, because interactive programs
 * use it for other things.
 */
export async function runCommand(toRun: CommandToRun): Promise<CommandEnd> {
  const { command, env, stdio, timeoutMs, moreMs, signal: abort, kill: killing, onOutput } = toRun;
  const { graceMs = gracePeriodMs } = toRun;
  const [file = "", ...args] = command;
  const child = spawn(file, args, { stdio, env, detached: true });
  if (onOutput !== undefined) {
    for (const from of ["stdout", "stderr"] as const) {
      child[from]?.on("data", (chunk: Buffer) => onOutput(chunk, from));
    }
  }
  if (child.stdin !== null) toRun.onInput?.(child.stdin);
  const outputs = outputsOf(child);
  let timedOut = false;
  let timeout: NodeJS.Timeout | undefined;
  let kill: NodeJS.Timeout | undefined;
  const end = (signal: NodeJS.Signals): void => {
    signalGroup(child, signal);
    kill ??= setTimeout(() => signalGroup(child, "SIGKILL"), graceMs);
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
  const killAborted = (): void => void signalGroup(child, "SIGKILL");
  abort?.addEventListener("abort", endAborted);
  killing?.addEventListener("abort", killAborted);
  for (const signal of forwardedSignals) process.on(signal, forward);
  try {
    const ended = await endOf(child);
    clearTimeout(timeout);
    const outputUntil = performance.now() + outputMsMax;
    if (kill === undefined && isGroupAlive(child)) end("SIGTERM");
    await groupEnded(child, graceMs);
    const stillRunning = await outputEnded(child, outputs, outputUntil);
    return { ...ended, timedOut, ...(stillRunning.length === 0 ? {} : { stillRunning }) };
  } finally {
    clearTimeout(kill);
    abort?.removeEventListener("abort", endAborted);
    killing?.removeEventListener("abort", killAborted);
    for (const signal of forwardedSignals) process.off(signal, forward);
  }
}

/** Waits for the exit, not for the streams: a grandchild may hold them open. */
function endOf(child: ChildProcess): Promise<Omit<CommandEnd, "timedOut">> {
  const { promise, resolve } = Promise.withResolvers<Omit<CommandEnd, "timedOut">>();
  child.once("error", (error: NodeJS.ErrnoException) =>
    resolve(
      error.code === "ENOENT"
        ? {
            code: 127,
            signal: null,
            error: new Error(`${child.spawnfile} was not found`, { cause: error }),
          }
        : { code: 126, signal: null, error },
    ),
  );
  child.once("exit", (code, signal) => {
    const number = signal === null ? 0 : constants.signals[signal];
    resolve({ code: code ?? 128 + number, signal, error: null });
  });
  return promise;
}

async function groupEnded(leader: ChildProcess, graceMs: number): Promise<void> {
  const deadline = performance.now() + graceMs + killedWithinMs;
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

/** Waits for the end of the output, and closes it at `until`. Returns the processes that held it. */
async function outputEnded(
  { stdout, stderr }: ChildProcess,
  outputs: ReadonlySet<string>,
  until: number,
): Promise<readonly string[]> {
  const open = [stdout, stderr].filter(isOpen);
  if (open.length === 0) return [];
  const closed = Promise.all(open.map((stream) => once(stream, "close")));
  await endOrTimeout(closed, until - performance.now());
  if (!open.some(isOpen)) return [];
  const holders = process.platform === "linux" ? holdersOf(outputs) : ["a process"];
  // The last one may just have ended, and a busy machine has not read all of the output yet.
  if (holders.length === 0) await endOrTimeout(closed, readWithinMs);
  for (const stream of open) stream.destroy();
  return holders;
}

async function endOrTimeout(end: Promise<unknown>, timeoutMs: number): Promise<void> {
  const waiting = new AbortController();
  const late = delay(Math.max(0, timeoutMs), null, { signal: waiting.signal });
  await Promise.race([end, late]);
  waiting.abort();
  late.catch(() => {});
}

function isOpen(stream: Readable | null): stream is Readable {
  return stream !== null && !stream.closed;
}

/** The command's ends of its output, as Linux names them. */
function outputsOf({ pid, stdout }: ChildProcess): ReadonlySet<string> {
  if (pid === undefined || stdout === null) return new Set();
  return new Set(
    [1, 2]
      .map((fd) => linkOf(`/proc/${pid}/fd/${fd}`))
      .filter((link) => /^(?:socket|pipe):/.test(link)),
  );
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return ""; // The process has ended or belongs to another user, or this is not Linux.
  }
}

function holdersOf(outputs: ReadonlySet<string>): readonly string[] {
  if (outputs.size === 0) return [];
  return readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid) && descriptorsOf(pid).some((link) => outputs.has(link)))
    .flatMap((pid) => {
      const name = programName(pid);
      return name === null ? [] : [`${JSON.stringify(name)} (process ${pid})`];
    });
}

function descriptorsOf(pid: string): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
  } catch {
    return [];
  }
}
