/** Starts the measured servers, each in a separate process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

import * as z from "zod";

import { pinned } from "./cores.ts";
import type { CommandLine } from "./cores.ts";
import { newAnswerReader } from "./load/answer-reader.ts";
import type { Sent } from "./sent.ts";
import { bytesOf } from "./sent.ts";

/** How to start a server. */
export interface Command {
  readonly line: CommandLine;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Whether it answers messages, as probes do. */
  readonly isProbed?: boolean;
}

const Memory = z.object({ rss: z.number(), heapUsed: z.number(), external: z.number() });
export type Memory = z.infer<typeof Memory>;

export interface Served {
  readonly port: number;
  /** Milliseconds from process start to the first 200. */
  readonly startMs: number;
  /** Peak memory of the process and its children at that moment, in bytes; NaN except on Linux. */
  readonly peakAtStart: number;
  /** Their processor time until now, in seconds; NaN except on Linux. */
  readonly cpu: () => number;
  /** Their peak memory until now, in bytes. */
  readonly peak: () => number;
  /** Their current RSS in bytes. */
  readonly rss: () => number;
  /** Memory after a garbage collection. `held` leaves out free pages of the heap. Requires the memory probe. */
  readonly memory: (what?: "taken" | "held") => Promise<Memory>;
  /** Sends a message to the probe and returns its answer. */
  readonly ask: (what: string) => Promise<unknown>;
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

const startMsMax = 600_000;

/**
 * Starts a server on a free port and waits until `probe` gets 200. The server runs on the servers' core unless
 * `isPinned` is false.
 */
export async function startServed(
  command: (port: number) => Command,
  probe: Sent,
  isPinned = true,
): Promise<Served> {
  const port = await freePort();
  const started = command(port);
  // `pinned` starts a process the first time, which must not count.
  const line = isPinned ? pinned(started.line, "server") : started.line;
  const began = performance.now();
  const { child, pid, said, hasEnded, stop } = startProcess({ ...started, line });
  while ((await statusOf(port, probe)) !== 200) {
    const isLate = performance.now() > began + startMsMax;
    if (isLate) await stop("SIGKILL");
    if (hasEnded()) {
      const what = isLate ? "did not answer in time" : "ended";
      throw new Error(`${started.line.join(" ")} ${what}: ${said()}`);
    }
    await wait(1);
  }
  const startMs = performance.now() - began;
  const ask = async (what: string): Promise<unknown> => {
    const answer = once(child, "message");
    child.send(what);
    const [message]: readonly unknown[] = await answer;
    return message;
  };
  return {
    port,
    startMs,
    peakAtStart: peakOf(pid),
    cpu: () => cpuOf(pid),
    peak: () => peakOf(pid),
    rss: () => memoryOf(pid, /VmRSS:\s+(\d+)/),
    memory: async (what = "taken") => Memory.parse(await ask(what)),
    ask,
    stop,
  };
}

/** Starts a process group, which ends at the latest with this process. */
function startProcess({ line, env, cwd, isProbed = false }: Command) {
  const [program, ...args] = line;
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe", ...(isProbed ? (["ipc"] as const) : [])],
    detached: true,
  });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2_000)));
  const pid = child.pid ?? 0;
  const kill = (): boolean => process.kill(-pid, "SIGKILL");
  process.on("exit", kill);
  const ended = once(child, "exit").then(() => process.off("exit", kill));
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    child,
    pid,
    said: () => said,
    hasEnded,
    stop: async (signal: NodeJS.Signals = "SIGTERM"): Promise<void> => {
      if (hasEnded()) return;
      process.kill(-pid, signal);
      const killing = setTimeout(kill, 5_000);
      await ended;
      clearTimeout(killing);
    },
  };
}

/** The status of the response to one request, or 0 without a response. */
function statusOf(port: number, sent: Sent): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const reader = newAnswerReader();
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("connect", () => socket.write(bytesOf(sent, port)(0)));
  socket.on("data", (chunk: Buffer) => {
    const answered = reader.take(chunk);
    if (answered === null) return;
    resolve(answered);
    socket.destroy();
  });
  socket.on("error", () => resolve(0));
  socket.on("close", () => resolve(0));
  return promise;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** The peak memory of a process and its descendants, in bytes. */
function peakOf(pid: number): number {
  return memoryOf(pid, /VmHWM:\s+(\d+)/);
}

/** The sum of one line of `/proc/PID/status` over these processes, in bytes. */
function memoryOf(pid: number, line: RegExp): number {
  const kibibytes = familyOf(pid).map((id) => Number(line.exec(status(id))?.[1] ?? 0));
  return process.platform === "linux" ? sumOf(kibibytes) * 1_024 : Number.NaN;
}

/** The processor time of all their threads, in seconds. */
function cpuOf(pid: number): number {
  const nanoseconds = familyOf(pid).flatMap((id) =>
    readdirSync(`/proc/${id}/task`).map((thread) =>
      Number(readFileSync(`/proc/${id}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
    ),
  );
  return process.platform === "linux" ? sumOf(nanoseconds) / 1e9 : Number.NaN;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** The ids of a process and its descendants; empty except on Linux. */
function familyOf(pid: number): readonly number[] {
  if (process.platform !== "linux") return [];
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ id: Number(name), parent: Number(/PPid:\s+(\d+)/.exec(status(name))?.[1]) }));
  const family = [pid];
  for (const of of family) {
    family.push(...parents.filter(({ parent }) => parent === of).map(({ id }) => id));
  }
  return family;
}

/** The content of `/proc/PID/status`; empty if the process has ended. */
function status(of: number | string): string {
  try {
    return readFileSync(`/proc/${of}/status`, "utf8");
  } catch {
    // The process ended after it was listed.
    return "";
  }
}
