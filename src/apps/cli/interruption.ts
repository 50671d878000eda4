import { constants } from "node:os";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The user's request to end early but gracefully. */
export interface Interruption {
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP. */
  readonly signal: AbortSignal;
  /** The exit code, 128 plus the number of the signal; null without a signal. */
  readonly code: () => number | null;
  /** Restores the default handling of signals. */
  readonly end: () => void;
}

/**
 * Starts to handle the signals of this process. The end of a parent with a channel to it counts as SIGHUP, which
 * no signal reports after a SIGKILL.
 */
export function newInterruption(): Interruption {
  const stop = new AbortController();
  let code: number | null = null;
  const interrupt = (signal: NodeJS.Signals): void => {
    code ??= 128 + constants.signals[signal];
    stop.abort();
  };
  const hangUp = (): void => interrupt("SIGHUP");
  for (const signal of signals) process.on(signal, interrupt);
  process.on("disconnect", hangUp);
  // The channel alone keeps no program running.
  process.channel?.unref();
  return {
    signal: stop.signal,
    code: () => code,
    end() {
      for (const signal of signals) process.off(signal, interrupt);
      process.off("disconnect", hangUp);
    },
  };
}
