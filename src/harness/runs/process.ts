/** The processes of a client: one that runs to its end, and one that stays through many ticks. */
import type { Writable } from "node:stream";

import type { CommandToRun } from "../../base/processes/run-command.ts";
import { runCommand } from "../../base/processes/run-command.ts";
import { newOutputTail } from "../../base/values/output-tail.ts";
import type { Exit } from "./run.ts";

/** Only the end of longer output is kept. */
const outputBytesMax = 65_536;

/** The whole environment of a process. An undefined variable is unset. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** What starts as a process. */
export interface ClientProcess {
  readonly command: readonly string[];
  readonly env: Variables;
}

export interface ProcessOptions extends Omit<CommandToRun, keyof ClientProcess | "stdio"> {
  /** Called with the processes that held the output after its end. */
  readonly onStillRunning?: ((processes: readonly string[]) => void) | undefined;
  /** Runs the command; by default as a process. */
  readonly launch?: typeof runCommand | undefined;
}

export interface EndedProcess {
  readonly exit: Exit;
  /** Why it did not start; null if it did. */
  readonly error: Error | null;
  /** The end of its output. */
  readonly output: string;
}

/** Starts a process of a client. It reads its input only with `onInput`. */
export function startProcess(
  { command, env }: ClientProcess,
  { onOutput, onStillRunning, launch = runCommand, ...options }: ProcessOptions,
): { readonly output: () => string; readonly ended: Promise<EndedProcess> } {
  const output = newOutputTail(outputBytesMax);
  const run = async (): Promise<EndedProcess> => {
    const { code, timedOut, error, stillRunning } = await launch({
      ...options,
      command,
      env,
      stdio: [options.onInput === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      onOutput(chunk, from) {
        output.add(chunk);
        onOutput?.(chunk, from);
      },
    });
    if (stillRunning !== undefined) onStillRunning?.(stillRunning);
    return { exit: { code, timedOut }, error, output: output.text() };
  };
  return { output: output.text, ended: run() };
}

/** A process that runs through many ticks. */
export interface Resident {
  readonly input: () => Writable | null;
  readonly output: () => string;
  /** Resolves with the reason when the process has ended. */
  readonly ended: Promise<string>;
  readonly hasEnded: () => boolean;
  readonly kill: () => void;
  readonly end: () => Promise<void>;
}

/** Starts a process that stays; `onStdout` gets its standard output. */
export function startResident(
  client: ClientProcess,
  {
    signal,
    onStillRunning,
  }: Pick<ProcessOptions, "onStillRunning"> & { readonly signal: AbortSignal },
  onStdout: (chunk: Buffer) => void,
): Resident {
  const [killing, ending] = [new AbortController(), new AbortController()];
  let input: Writable | null = null;
  let hasEnded = false;
  const started = startProcess(client, {
    signal: AbortSignal.any([signal, ending.signal]),
    kill: killing.signal,
    onStillRunning,
    onInput(stream) {
      // The command may end before it reads its input.
      stream.on("error", () => {});
      input = stream;
    },
    onOutput(chunk, from) {
      if (from === "stdout") onStdout(chunk);
    },
  });
  const ended = started.ended.then(({ exit, error }) => {
    hasEnded = true;
    return error === null ? `the command ended with exit code ${exit.code}` : error.message;
  });
  return {
    input: () => input,
    output: started.output,
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
