/** A command that runs through many ticks. */
import type { Writable } from "node:stream";

import { runCommand } from "../../../base/processes/run-command.ts";
import type { JobEnvironment, JobOptions } from "./ticker.ts";
import { newOutput } from "./ticker.ts";

export interface Service {
  readonly input: () => Writable | null;
  readonly output: () => string;
  /** Resolves with the reason when the command has ended. */
  readonly ended: Promise<string>;
  readonly hasEnded: () => boolean;
  readonly kill: () => void;
  readonly end: () => Promise<void>;
}

export interface StartedJob {
  readonly env: JobEnvironment;
  readonly command: readonly string[];
}

/** Starts the command; `onOutput` gets its standard output. */
export function startService(
  { signal, onStillRunning }: JobOptions,
  { env, command }: StartedJob,
  onOutput: (chunk: Buffer) => void,
): Service {
  const output = newOutput();
  const [killing, ending] = [new AbortController(), new AbortController()];
  let input: Writable | null = null;
  let hasEnded = false;
  const run = async (): Promise<string> => {
    const { code, error, stillRunning } = await runCommand({
      command,
      env,
      stdio: ["pipe", "pipe", "pipe"],
      signal: AbortSignal.any([signal, ending.signal]),
      kill: killing.signal,
      onInput(stream) {
        // The command may end before it reads its input.
        stream.on("error", () => {});
        input = stream;
      },
      onOutput(chunk, from) {
        output.add(chunk);
        if (from === "stdout") onOutput(chunk);
      },
    });
    hasEnded = true;
    if (stillRunning !== undefined) onStillRunning(stillRunning);
    return error === null ? `the command ended with exit code ${code}` : error.message;
  };
  const ended = run();
  return {
    input: () => input,
    output: output.text,
    ended,
    hasEnded: () => hasEnded,
    kill: () => killing.abort(),
    async end() {
      input?.end();
      ending.abort();
      await ended;
    },
  };
}
