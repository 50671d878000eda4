import type { OutboxMessage } from "../../domain/model/mail.ts";
import type { MailSource } from "./mail-source.ts";
import type { Retries } from "./retries.ts";
import { pause, retriesDefault } from "./retries.ts";
import type { MailSender } from "./sender.ts";

export interface SettleOptions {
  readonly retries?: Retries;
  /**
   * Whether a message is in the mailbox behind the server; missing when the mailbox cannot be queried.
   * Rejects when the query fails.
   */
  readonly hasArrived?: ((message: OutboxMessage, sender: MailSender) => Promise<boolean>) | null;
  /** Milliseconds between a first "no" and the second query. */
  readonly graceMs?: number;
}

/** How long a server may still process a message after its sender ended, in milliseconds. */
const graceMsDefault = 1_000;

const unsettled =
  "The sandbox ended while this was being sent: it may have arrived. POST emails/{id}/relay sends it again.";

/**
 * Settles the messages that an earlier run was sending. It resends only messages known not to have arrived, so none
 * is sent twice.
 */
export async function settleInterrupted(
  { hasArrived, retries = retriesDefault, graceMs = graceMsDefault }: SettleOptions,
  source: MailSource,
  signal: AbortSignal,
): Promise<void> {
  for (const { message, mark } of source.interrupted()) {
    const ask = hasArrived ? () => hasArrived(message, source.sender) : null;
    // oxlint-disable-next-line no-await-in-loop -- in their order
    let arrived = ask === null ? null : await answerTo(ask, retries, signal);
    if (ask !== null && arrived === false) {
      // oxlint-disable-next-line no-await-in-loop -- the server may still process it
      await pause({ firstMs: graceMs, mostMs: graceMs }, 0, signal);
      // oxlint-disable-next-line no-await-in-loop -- in their order
      arrived = await answerTo(ask, retries, signal);
    }
    if (signal.aborted) return;
    if (arrived === null) mark("failed", unsettled);
    else if (arrived) mark("sent", null);
    else mark("due", null);
  }
}

/** The answer to `ask`; null after as many failed attempts as a message gets. */
async function answerTo(
  ask: () => Promise<boolean>,
  retries: Retries,
  signal: AbortSignal,
): Promise<boolean | null> {
  for (let waits = 0; waits < retries.attempts && !signal.aborted; waits += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- polls after a delay
      return await ask();
    } catch {
      // oxlint-disable-next-line no-await-in-loop -- polls after a delay
      await pause(retries, waits, signal);
    }
  }
  return null;
}
