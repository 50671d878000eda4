import { setTimeout as delay } from "node:timers/promises";

/** How often and after what time a message is tried again. */
export interface Retries {
  /** Before the first repetition; doubled before each further one, up to `mostMs`. */
  readonly firstMs: number;
  readonly mostMs: number;
  /** The same where the server itself is waited for: its return is to be noticed soon. */
  readonly serverMostMs: number;
  /** The most attempts for a message that the server turns away for now; a server that cannot be reached is tried for ever. */
  readonly attempts: number;
}

/** What the relay of the settings does. */
export const retriesDefault: Retries = {
  firstMs: 250,
  mostMs: 30_000,
  serverMostMs: 5_000,
  attempts: 12,
};

/** Waits before repetition `times`, or until it is aborted; a process that has nothing else to do may end meanwhile. */
export async function pause(
  { firstMs, mostMs }: Pick<Retries, "firstMs" | "mostMs">,
  times: number,
  signal: AbortSignal,
): Promise<void> {
  try {
    await delay(Math.min(mostMs, firstMs * 2 ** times), undefined, { signal, ref: false });
  } catch {
    // Aborted: the loop that waits looks for itself.
  }
}
