/** The command of `--setup`, which gives each run of a client a fresh state. */
import { shellCommand } from "../../base/processes/run-command.ts";
import type { Variables } from "./process.ts";
import { startProcess } from "./process.ts";

/** A setup that failed, with the last line of its output. */
export class SetupError extends Error {}

const setupMsMax = 60_000;
const lastLineMax = 1_000;

/** What a setup runs, and what ends it. */
export interface Setup {
  /** A shell command before each run, which empties what the client keeps elsewhere. */
  readonly setup?: string | undefined;
  readonly signal?: AbortSignal;
}

/** Runs the setup in a shell. Throws `SetupError` if it fails or does not end within a minute. */
export async function setUp({ setup, signal }: Setup, env: Variables): Promise<void> {
  if (setup === undefined || signal?.aborted === true) return;
  const client = { command: shellCommand(setup), env };
  const { exit, output } = await startProcess(client, { timeoutMs: setupMsMax, signal }).ended;
  if ((exit.code === 0 && !exit.timedOut) || signal?.aborted) return;
  const last = output.trim().split("\n").at(-1)?.slice(-lastLineMax) ?? "";
  const how = exit.timedOut ? "did not end within 60 s" : `failed (exit code ${exit.code})`;
  throw new SetupError(`The command of --setup ${how}${last === "" ? "." : `: ${last}`}`);
}
