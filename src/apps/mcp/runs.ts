/** Runs of explore and replay: programs of their own, one at a time, whose reports stay until the server ends. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { runCommand } from "../../base/processes/run-command.ts";
import { Report } from "../../harness/explore/report/shape.ts";

/** What runs commands for the tools of one server. */
export interface Runs {
  /** The only command that runs, unless the caller may name one. */
  readonly command: readonly string[] | null;
  readonly allowsCommands: boolean;
  /** Starts a run; null while another one is running. */
  readonly start: (asked: Asked) => Run | null;
  readonly get: (id: string) => Run | undefined;
  /** The current run or, if there is none, the last one. */
  readonly latest: () => Run | undefined;
  readonly latestExplored: () => Run | undefined;
  /** Where the bundle of a finding is, and the command that it was found in. */
  readonly bundle: (finding: string) => Bundle | undefined;
  /** Ends the current run with all its processes, and removes the reports. */
  readonly end: () => Promise<void>;
}

/** A subcommand of this program with its options, and the command under test. */
export interface Asked {
  readonly subcommand: "explore" | "replay";
  readonly args: readonly string[];
  readonly command: readonly string[];
}

export interface Bundle {
  readonly file: string;
  readonly command: readonly string[];
}

export interface Run extends Asked {
  /** Its handle, such as `run-1`. */
  readonly id: string;
  /** The folder of its reports. */
  readonly folder: () => string | null;
  readonly isStopped: () => boolean;
  /** How many variations ran, and of how many; null before the first one ended. */
  readonly progress: () => { readonly done: number; readonly of: number } | null;
  /** Resolves when every process of the run has ended. Never rejects. */
  readonly ended: Promise<RunEnd>;
  /** Asks the run to end. Its client gets SIGTERM, and SIGKILL after five seconds. */
  readonly stop: () => void;
}

export interface RunEnd {
  readonly exitCode: number;
  /** Null if it wrote none, such as after a wrong option. */
  readonly report: Report | null;
  /** The end of what it printed. */
  readonly output: string;
}

const outputMax = 20_000;
/** An explored client has five seconds after SIGTERM. Its explorer lives longer, and so can end it. */
const graceMs = 15_000;

/** Runs `program`, which is this program's own command line, in the folder and environment of this process. */
export function newRuns({
  program,
  command,
  allowsCommands,
}: Pick<Runs, "command" | "allowsCommands"> & { readonly program: readonly string[] }): Runs {
  const runs = new Map<string, Run>();
  const folders: string[] = [];
  const bundles = new Map<string, Bundle>();
  let current: Run | null = null;
  let latest: Run | undefined;

  const forgetAtEnd = async (run: Run): Promise<void> => {
    await run.ended;
    if (current === run) current = null;
  };

  return {
    command,
    allowsCommands,
    start(asked) {
      if (current !== null) return null;
      const run = newRun(asked, { id: `run-${runs.size + 1}`, program, folders, bundles });
      void forgetAtEnd(run);
      current = run;
      latest = current;
      runs.set(current.id, current);
      return current;
    },
    get: (id) => runs.get(id),
    latest: () => latest,
    latestExplored: () => [...runs.values()].findLast((one) => one.subcommand === "explore"),
    bundle: (finding) => bundles.get(finding),
    async end() {
      current?.stop();
      await current?.ended;
      await Promise.all(folders.map((one) => rm(one, { recursive: true, force: true })));
    },
  };
}

interface RunContext {
  readonly id: string;
  readonly program: readonly string[];
  /** Gets the folder of the run, to be removed at the end. */
  readonly folders: string[];
  /** Gets the bundles of its findings. */
  readonly bundles: Map<string, Bundle>;
}

function newRun(asked: Asked, { id, program, folders, bundles }: RunContext): Run {
  const stop = new AbortController();
  let folder: string | null = null;
  let output = "";
  let progress: ReturnType<Run["progress"]> = null;
  const carryOut = async (): Promise<RunEnd> => {
    const own = await mkdtemp(join(tmpdir(), "lead-sandbox-run-"));
    folder = own;
    folders.push(own);
    if (stop.signal.aborted) return { exitCode: 143, report: null, output: "" };
    const out = asked.subcommand === "explore" ? ["--out", own] : [];
    const { code, error } = await runCommand({
      command: [...program, asked.subcommand, ...asked.args, ...out, "--", ...asked.command],
      env: environment(),
      // The channel tells the run when this process is gone, however it ended.
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      graceMs,
      signal: stop.signal,
      onOutput(chunk, from) {
        if (from === "stdout") return;
        output = (output + String(chunk)).slice(-outputMax);
        progress = progressIn(output) ?? progress;
      },
    });
    const report = await reportIn(own);
    for (const { id: finding, bundle } of report?.findings ?? []) {
      if (bundle === null) continue;
      bundles.set(finding, { file: join(own, bundle), command: asked.command });
    }
    return { exitCode: code, report, output: error === null ? output : error.message };
  };
  return {
    ...asked,
    id,
    folder: () => folder,
    isStopped: () => stop.signal.aborted,
    progress: () => progress,
    ended: carryOut().catch(unstarted),
    stop: () => stop.abort(),
  };
}

function unstarted(error: unknown): RunEnd {
  const output = error instanceof Error ? error.message : String(error);
  return { exitCode: 4, report: null, output };
}

/** Without tokens, and without what would write a report into the log or a file of GitHub Actions. */
function environment(): NodeJS.ProcessEnv {
  const {
    LEAD_SANDBOX_CONTROL_TOKEN: _token,
    LEAD_SANDBOX_WORKSPACE_TOKEN: _workspaceToken,
    GITHUB_ACTIONS: _actions,
    GITHUB_STEP_SUMMARY: _summary,
    ...rest
  } = process.env;
  return rest;
}

/** From the last line such as `3/120 tolerated: fault:500 at …`. */
function progressIn(output: string): ReturnType<Run["progress"]> {
  const line = output.split("\n").findLast((one) => /^\d{1,9}\/\d{1,9} /.test(one));
  const [done, of] = (line?.split(" ", 1)[0] ?? "").split("/").map(Number);
  return done === undefined || of === undefined ? null : { done, of };
}

async function reportIn(folder: string): Promise<Report | null> {
  try {
    return Report.parse(JSON.parse(await readFile(join(folder, "report.json"), "utf8")));
  } catch {
    return null; // It ended before it wrote one.
  }
}
