/** Starts the measured servers, each in a separate process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

import { pinned } from "./cores.ts";
import type { CommandLine } from "./cores.ts";
import type { Sent } from "./sent.ts";
import type { Target } from "./targets/target.ts";

/** How to start a server. */
export interface Command {
  readonly line: CommandLine;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A running server. Its figures are NaN except on Linux. */
export interface Served {
  readonly port: number;
  /** Milliseconds from process start to the first 200. */
  readonly startMs: number;
  /** The processor time of all threads until now, in seconds. */
  readonly cpu: () => number;
  /** The current and the peak RSS in MiB. */
  readonly rss: () => number;
  readonly peak: () => number;
  readonly stop: () => Promise<void>;
}

const startMsMax = 60_000;

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
  const { pid, said, hasEnded, stop } = startProcess({ ...started, line });
  while ((await statusOf(port, probe)) !== 200) {
    const isLate = performance.now() > began + startMsMax;
    if (isLate) await stop();
    if (hasEnded()) {
      const what = isLate ? "did not answer in time" : "ended";
      throw new Error(`${started.line.join(" ")} ${what}: ${said()}`);
    }
    await wait(1);
  }
  const startMs = performance.now() - began;
  return {
    port,
    startMs,
    cpu: () => cpuOf(pid),
    rss: () => memoryOf(pid, /VmRSS:\s+(\d+)/),
    peak: () => memoryOf(pid, /VmHWM:\s+(\d+)/),
    stop,
  };
}

/** Starts a target with `leads` Leads, passes it to `work`, and stops it. */
export async function withServed<Result>(
  { command, getOne }: Target,
  leads: number,
  folder: string,
  work: (served: Served) => Promise<Result>,
  isPinned = true,
): Promise<Result> {
  const server = await startServed(command(leads, folder), getOne, isPinned);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Starts a process, which ends at the latest with this one. */
function startProcess({ line, env, cwd }: Command) {
  const [program, ...args] = line;
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2_000)));
  const kill = (): boolean => child.kill("SIGKILL");
  process.on("exit", kill);
  const ended = once(child, "exit").then(() => process.off("exit", kill));
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid ?? 0,
    said: () => said,
    hasEnded,
    stop: async (): Promise<void> => {
      if (hasEnded()) return;
      child.kill("SIGTERM");
      const killing = setTimeout(kill, 5_000);
      await ended;
      clearTimeout(killing);
    },
  };
}

/** The status of the response to one request, or 0 without a response. */
function statusOf(port: number, { method, path, headers = {} }: Sent): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const options = { port, host: "127.0.0.1", method, path, headers, agent: false };
  request(options, (response) => {
    resolve(response.statusCode ?? 0);
    response.resume();
  })
    .on("error", () => resolve(0))
    .end();
  return promise;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

function memoryOf(pid: number, line: RegExp): number {
  if (process.platform !== "linux") return Number.NaN;
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(line.exec(status)?.[1]) / 1_024;
}

function cpuOf(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  return readdirSync(`/proc/${pid}/task`)
    .map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0])
    .reduce((sum, nanoseconds) => sum + Number(nanoseconds) / 1e9, 0);
}
