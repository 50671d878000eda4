import { delay } from "../../base/values/native-timers.ts";

/** How often and after what delay a message is tried again. */
export interface Retries {
  /** Delay before the first retry; doubled before each further one, up to `mostMs`. */
  readonly firstMs: number;
  readonly mostMs: number;
  /** Maximum delay while the server is unreachable; short, so that its return is noticed soon. */
  readonly serverMostMs: number;
  /** Maximum attempts for a temporarily rejected message; an unreachable server is retried without a limit. */
  readonly attempts: number;
}

/** The retries of the relay in production use. */
export const retriesDefault: Retries = {
  firstMs: 250,
  mostMs: 30_000,
  serverMostMs: 5_000,
  attempts: 12,
};

/** Waits before retry `times`, or until aborted. Does not keep an otherwise idle process alive. */
export async function pause(
  { firstMs, mostMs }: Pick<Retries, "firstMs" | "mostMs">,
  times: number,
  signal: AbortSignal,
): Promise<void> {
  try {
    await delay(Math.min(mostMs, firstMs * 2 ** times), undefined, { signal, ref: false });
  } catch {
    // Aborted: the calling loop checks the signal.
  }
}
