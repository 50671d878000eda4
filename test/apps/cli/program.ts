import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onTestFinished, vi } from "vitest";
import * as z from "zod";

import { run } from "../../../src/apps/cli/run.ts";
import { checkPrinted } from "../../contract/output-schemas.ts";
import { commandFile } from "../../support/command.ts";

/** The additional environment variables of a started program. */
export type Environment = Readonly<Record<string, string>>;

/** The result of a program. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running program, which is killed at the end of the test. */
export interface Started {
  readonly process: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Ended>;
  /** Resolves with all output when it contains `text`. Rejects when the program ends before that. */
  readonly printed: (text: string) => Promise<string>;
}

const Ready = z.strictObject({
  event: z.literal("ready"),
  url: z.url(),
  control: z.url(),
  https: z.url().exactOptional(),
  ca: z.string().exactOptional(),
  proxy: z.url().exactOptional(),
  adopt: z.string().exactOptional(),
  pid: z.int(),
});
export type Ready = z.infer<typeof Ready>;

/** Runs the command with the Node of the tests. */
export function start(
  args: readonly string[],
  environment: Environment = {},
  cwd?: string,
): Started {
  const started = startProgram(process.execPath, [commandFile(), ...args], environment, cwd);
  const ended = started.ended.then((end) => {
    if (end.signal === null) checkPrinted(args, end.stdout, cwd);
    return end;
  });
  ended.catch(() => {}); // A test that does not wait for the end misses nothing.
  return { ...started, ended };
}

/** Runs the command on a free port, unless `args` name one, and waits for its JSON ready line. */
export async function startReady(
  args: readonly string[] = [],
  environment: Environment = {},
): Promise<Started & { readonly ready: Ready }> {
  const port = args.includes("--port") ? [] : ["--port", "0"];
  const started = start([...port, "--log-format", "json", ...args], environment);
  return { ...started, ready: readyLine(await started.printed("\n")) };
}

/** The ready line in the output. */
export function readyLine(stdout: string): Ready {
  const line = stdout.split("\n").find((text) => text.startsWith("{"));
  return Ready.parse(JSON.parse(line ?? ""));
}

/** The output and exit code of a command line. It runs in this process, which is fast enough for tables. */
export async function runHere(
  args: readonly string[],
  environment: Environment = {},
): Promise<Pick<Ended, "code" | "stdout" | "stderr">> {
  const printed = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((chunk) => {
      printed[name] += String(chunk);
      return true;
    }),
  );
  try {
    const code = await run(args, environment);
    checkPrinted(args, printed.stdout);
    return { code, ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/**
 * Runs a script in bash until its first failure. Bash takes the pipe of Node for the connection of a remote login: without
 * `--norc`, it would first run the user's own `~/.bashrc`.
 */
export function startBash(script: string, environment: Environment): Started {
  return startProgram("bash", ["--norc", "-ec", script], environment);
}

/**
 * The variables of the environment that every started program has, if they are set. With flags of its own, Go would
 * compile its standard library again, and without the cache, Node would compile each client.
 */
const inherited = ["PATH", "HOME", "GOFLAGS", "GOGC", "NODE_COMPILE_CACHE"];

/** Their values. */
export function inheritedVariables(): Environment {
  return Object.fromEntries(
    inherited.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Starts any program in the folder of the project. */
export function startProgram(
  file: string,
  args: readonly string[],
  environment: Environment,
  cwd?: string,
): Started {
  const child = spawn(file, args, { cwd, env: { ...inheritedVariables(), ...environment } });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += String(chunk);
  });
  child.stderr.on("data", (chunk) => {
    stderr += String(chunk);
  });
  const end = Promise.withResolvers<Ended>();
  child.on("error", end.reject);
  child.on("close", (code, signal) => end.resolve({ code, signal, stdout, stderr }));
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const printed = (text: string): Promise<string> => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const look = (): void => {
      if (stdout.includes(text)) resolve(stdout);
    };
    child.stdout.on("data", look);
    child.on("close", () => reject(new Error(`It ended without ${text}: ${stdout}${stderr}`)));
    look();
    return promise;
  };
  return { process: child, ended: end.promise, printed };
}

/** Creates a folder that is removed at the end of the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a file in its own folder, which is removed at the end of the test. */
export function temporaryFile(name: string, content: string): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, content);
  return file;
}
