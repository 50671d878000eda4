import { nativeTimers } from "../../base/values/native-timers.ts";
import { NoAnswer } from "../../network/http/no-answer.ts";

/** Waits `delayMs` of real time. If one of `signals` aborts first, the request gets no answer, for `reason`. */
export function pause(
  delayMs: number,
  signals: readonly AbortSignal[],
  reason: string,
  { setTimeout, clearTimeout } = nativeTimers,
): Promise<void> {
  return waiting<void>(signals, reason, (resolve) => {
    const timer = setTimeout(resolve, delayMs);
    return () => clearTimeout(timer);
  });
}

/** Waits until one of `signals` aborts, then throws `NoAnswer`. */
export function hang(signals: readonly AbortSignal[], reason: string): Promise<void> {
  return waiting<void>(signals, reason, () => () => {});
}

/**
 * Waits for the value that `start` passes on; `start` returns a function that cancels the wait. Throws
 * `NoAnswer` when one of `signals` aborts.
 */
export function waiting<Value>(
  signals: readonly AbortSignal[],
  reason: string,
  start: (resolve: (value: Value) => void) => () => void,
): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  const giveUp = (): void => reject(new NoAnswer("reset", reason));
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
