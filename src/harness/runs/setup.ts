/** The command of `--setup`, which gives each run of a client a fresh state. */
import { runCommand, shellCommand } from "../../base/processes/run-command.ts";
import { newOutputTail } from "../../base/values/output-tail.ts";

/** A setup that failed, with the last line of its output. */
export class SetupError extends Error {}

const setupMsMax = 60_000;
const outputBytesMax = 1_000;

/** What a setup runs, and what ends it. */
export interface Setup {
  /** A shell command before each run, which empties what the client keeps elsewhere. */
  readonly setup?: string | undefined;
  readonly signal?: AbortSignal;
}

/** Runs the setup in a shell. Throws `SetupError` if it fails or does not end within a minute. */
export async function setUp(
  { setup, signal }: Setup,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  if (setup === undefined || signal?.aborted === true) return;
  const output = newOutputTail(outputBytesMax);
  const { code, timedOut } = await runCommand({
    command: shellCommand(setup),
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeoutMs: setupMsMax,
    signal,
    onOutput: output.add,
  });
  if ((code === 0 && !timedOut) || signal?.aborted) return;
  const last = output.text().trim().split("\n").at(-1) ?? "";
  const how = timedOut ? "did not end within 60 s" : `failed (exit code ${code})`;
  throw new SetupError(`The command of --setup ${how}${last === "" ? "." : `: ${last}`}`);
}
