import { constants } from "node:os";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The wish of the user that work ends early and in order. */
export interface Interruption {
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP. */
  readonly signal: AbortSignal;
  /** The exit code for it, 128 and the number of the signal; null as long as there is none. */
  readonly code: () => number | null;
  /** Leaves signals to their default again. */
  readonly end: () => void;
}

/** Takes the signals of this process from now on. */
export function newInterruption(): Interruption {
  const stop = new AbortController();
  let code: number | null = null;
  const interrupt = (signal: NodeJS.Signals): void => {
    code ??= 128 + constants.signals[signal];
    stop.abort();
  };
  for (const signal of signals) process.on(signal, interrupt);
  return {
    signal: stop.signal,
    code: () => code,
    end() {
      for (const signal of signals) process.off(signal, interrupt);
    },
  };
}
