import { NoAnswer } from "../http/no-answer.ts";

/** Waits `delayMs` of real time; a request whose wait is cut short by one of `signals` gets no answer. */
export function pause(delayMs: number, signals: readonly AbortSignal[]): Promise<void> {
  return waiting(signals, (resolve) => {
    // oxlint-disable-next-line no-restricted-globals -- a network is slow in real time
    const timer = setTimeout(resolve, delayMs);
    return () => clearTimeout(timer);
  });
}

/** Waits until one of `signals` aborts, and gives up then. */
export function hang(signals: readonly AbortSignal[]): Promise<void> {
  return waiting(signals, () => () => {});
}

function waiting(
  signals: readonly AbortSignal[],
  start: (resolve: () => void) => () => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const giveUp = (): void =>
    reject(new NoAnswer("reset", "Nobody waits for this answer any more."));
  const stop = start(resolve);
  for (const signal of signals) {
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true });
  }
  return promise.finally(() => {
    stop();
    for (const signal of signals) signal.removeEventListener("abort", giveUp);
  });
}
