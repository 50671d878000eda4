/**
 * Relays captured mail to a mail server, after the commit and in the background. Messages of one workspace
 * stay in order, and workspaces take turns. The relay waits for a server that is down or slow.
 */

import { nextTurn as answersFirst } from "../../base/values/native-timers.ts";
import type { OutboxMessage } from "../../domain/model/mail.ts";
import type { SettleOptions } from "./interrupted.ts";
import { settleInterrupted } from "./interrupted.ts";
import type { MailSource, Outgoing } from "./mail-source.ts";
import { mailMime } from "./mime.ts";
import type { Recipients } from "./recipients.ts";
import { addressed } from "./recipients.ts";
import type { Retries } from "./retries.ts";
import { pause, retriesDefault } from "./retries.ts";
import type { MailSender } from "./sender.ts";
import { senderAddress } from "./sender.ts";
import type { Delivery, Mailer } from "./smtp.ts";

export interface RelayOptions extends SettleOptions {
  readonly mailer: Mailer;
  readonly recipients: Recipients;
}

export interface Relay {
  /** Adds `source`: first the messages that an earlier run left unsettled, then those that are due. */
  readonly add: (source: MailSource) => void;
  /** Signals new mail in `source`. */
  readonly wake: (source: MailSource) => void;
  /** Sends nothing more of `source` after the current message. */
  readonly remove: (source: MailSource) => void;
  /** Resolves when the server has decided on the current message, or after `mostMs`. */
  readonly settled: (mostMs: number) => Promise<void>;
  /** Ends the current conversation; due messages stay due. */
  readonly close: () => void;
}

/** An idle relay. */
export function newRelay(options: RelayOptions): Relay {
  const working = new Map<MailSource, AbortController>();
  const { retries = retriesDefault } = options;
  const inTurn = newTurns();
  let isClosed = false;
  let underWay: Promise<unknown> = Promise.resolve();
  const put = (source: MailSource, outgoing: Outgoing): Promise<Delivery> => {
    const delivery = deliver(options, source, outgoing);
    underWay = delivery;
    return delivery;
  };
  const work = async (source: MailSource, isNew: boolean, signal: AbortSignal): Promise<void> => {
    if (isNew) await settleInterrupted(options, source, signal);
    await sendAll(retries, signal, () => inTurn(() => sendOne(retries, source, signal, put)));
  };
  const start = async (source: MailSource, isNew: boolean): Promise<void> => {
    if (isClosed || working.has(source)) return;
    const stop = new AbortController();
    const { signal } = stop;
    working.set(source, stop);
    try {
      await answersFirst();
      if (!signal.aborted) await work(source, isNew, signal);
      if (signal.aborted) return;
      working.delete(source);
      // Mail may have come between the last look and now.
      if (source.nextDue() !== null) void start(source, false);
    } catch (error) {
      process.stderr.write(`lead-sandbox: mail cannot be relayed for now: ${String(error)}\n`);
    } finally {
      if (working.get(source) === stop) working.delete(source);
    }
  };
  const remove = (source: MailSource): void => {
    working.get(source)?.abort();
    working.delete(source);
  };
  return {
    add: (source) => void start(source, true),
    wake: (source) => void start(source, false),
    remove,
    settled: (mostMs) => endOf(underWay, mostMs),
    close() {
      isClosed = true;
      for (const source of working.keys()) remove(source);
      options.mailer.close();
    },
  };
}

async function endOf(work: Promise<unknown>, mostMs: number): Promise<void> {
  const waited = new AbortController();
  await Promise.race([work, pause({ firstMs: mostMs, mostMs }, 0, waited.signal)]);
  waited.abort();
  // By then, the result is written.
  await answersFirst();
}

/** A message and the server's decision on it. */
interface Decided {
  readonly outgoing: Outgoing;
  readonly delivery: Delivery;
}

/** Sends until no message is due. A temporarily rejected message holds up those behind it. */
async function sendAll(
  retries: Retries,
  signal: AbortSignal,
  send: () => Promise<Decided | null>,
): Promise<void> {
  let last: string | null = null;
  for (let attempts = 1; ; attempts += 1) {
    // oxlint-disable-next-line no-await-in-loop -- answers pending requests first
    await answersFirst();
    // oxlint-disable-next-line no-await-in-loop -- the messages of a workspace stay in their order
    const next = await send();
    if (next === null) return;
    const { outgoing, delivery } = next;
    if (outgoing.message.id !== last) attempts = 1;
    if (delivery.outcome === "later" && attempts < retries.attempts) {
      last = outgoing.message.id;
      outgoing.mark("due", delivery.note);
      // oxlint-disable-next-line no-await-in-loop -- retries the same message
      await pause(retries, attempts - 1, signal);
      continue;
    }
    last = null;
    if (delivery.outcome === "sent") outgoing.mark("sent", null);
    else if (delivery.outcome !== "dropped") outgoing.mark("failed", delivery.note);
  }
}

/**
 * Offers the next message to the server until the server decides on it; waits while the server is
 * unreachable.
 */
async function sendOne(
  retries: Retries,
  source: MailSource,
  signal: AbortSignal,
  put: (source: MailSource, outgoing: Outgoing) => Promise<Delivery>,
): Promise<Decided | null> {
  for (let waits = 0; !signal.aborted; waits += 1) {
    const outgoing = source.nextDue();
    if (outgoing === null) return null;
    // oxlint-disable-next-line no-await-in-loop -- one message after the other
    const delivery = await put(source, outgoing);
    if (delivery.outcome !== "later" || delivery.blocks !== "server") return { outgoing, delivery };
    outgoing.mark("due", delivery.note);
    // oxlint-disable-next-line no-await-in-loop -- the server gets time
    await pause({ ...retries, mostMs: retries.serverMostMs }, waits, signal);
  }
  return null;
}

/** Hands a message to the server. Rejects one itself that must not be sent or cannot be composed. */
async function deliver(
  { mailer, recipients }: RelayOptions,
  { sender }: MailSource,
  { message, mark }: Outgoing,
): Promise<Delivery> {
  const envelope = addressed(message.to, recipients);
  if (!envelope.ok) return { outcome: "refused", note: envelope.note };
  const source = await composed(message, sender);
  if (source instanceof Error) {
    return { outcome: "refused", note: `Not sent: it cannot be composed: ${source.message}` };
  }
  return mailer.send({
    from: senderAddress(sender.domain),
    to: envelope.to,
    source,
    onData: () => mark("sending", null),
  });
}

async function composed(message: OutboxMessage, sender: MailSender): Promise<Buffer | Error> {
  try {
    return await mailMime(message, sender);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Runs jobs one at a time, in the order of the calls. */
function newTurns(): <Result>(job: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const turn = last.then(job);
    last = turn.catch(() => {});
    return turn;
  };
}
