/**
 * Sends captured mail on to a mail server, after it was committed and beside all requests: the messages of one
 * workspace in their order, the workspaces in turn. A server that is down or slow is waited for.
 */
import { setImmediate as answersFirst } from "node:timers/promises";

import type { OutboxMessage } from "../domain/mail.ts";
import { settleInterrupted } from "./interrupted.ts";
import { mailMime } from "./mime.ts";
import type { Recipients } from "./recipients.ts";
import { addressed } from "./recipients.ts";
import type { Retries } from "./retries.ts";
import { pause } from "./retries.ts";
import type { MailSender } from "./sender.ts";
import { senderAddress } from "./sender.ts";
import type { Delivery, Mailer } from "./smtp.ts";

/** The mail of one workspace. */
export interface MailSource {
  readonly sender: MailSender;
  /** The oldest message that is due, or null. */
  readonly nextDue: () => Outgoing | null;
  /** The messages of which an earlier run of the sandbox does not know whether they arrived. */
  readonly interrupted: () => readonly Outgoing[];
}

/** A message on its way. */
export interface Outgoing {
  readonly message: OutboxMessage;
  /** Writes how far it is, unless the workspace forgot the message meanwhile. */
  readonly mark: (state: "due" | "sending" | "sent" | "failed", note: string | null) => void;
}

export interface RelayOptions {
  readonly mailer: Mailer;
  readonly recipients: Recipients;
  readonly retries?: Retries;
  /** Whether a message is in the mailbox behind the server; left out where nobody can tell. Rejects while it cannot be asked. */
  readonly hasArrived?: ((message: OutboxMessage, sender: MailSender) => Promise<boolean>) | null;
}

export interface Relay {
  /** Takes `source` on: what an earlier run left unsettled, then what is due. */
  readonly add: (source: MailSource) => void;
  /** There is new mail in `source`. */
  readonly wake: (source: MailSource) => void;
  /** Nothing more is sent of `source`. */
  readonly remove: (source: MailSource) => void;
  /** Ends the conversation under way; what is due stays due. */
  readonly close: () => void;
}

const retriesDefault: Retries = { firstMs: 250, mostMs: 30_000, attempts: 12 };

/** A relay with nothing to do yet. */
export function newRelay(options: RelayOptions): Relay {
  const working = new Map<MailSource, AbortController>();
  const { retries = retriesDefault } = options;
  const inTurn = newTurns();
  let isClosed = false;
  const start = async (source: MailSource, isNew: boolean): Promise<void> => {
    if (isClosed || working.has(source)) return;
    const stop = new AbortController();
    const { signal } = stop;
    working.set(source, stop);
    try {
      await answersFirst();
      if (isNew) await settleInterrupted(options, source, retries, signal);
      await sendAll(retries, signal, () => inTurn(() => sendOne(options, source, signal)));
    } catch (error) {
      process.stderr.write(`lead-sandbox: a mail could not be relayed: ${String(error)}\n`);
      return;
    } finally {
      if (working.get(source) === stop) working.delete(source);
    }
    // Mail that came between the last look and here.
    if (!signal.aborted && source.nextDue() !== null) void start(source, false);
  };
  const remove = (source: MailSource): void => {
    working.get(source)?.abort();
    working.delete(source);
  };
  return {
    add: (source) => void start(source, true),
    wake: (source) => void start(source, false),
    remove,
    close() {
      isClosed = true;
      for (const source of working.keys()) remove(source);
      options.mailer.close();
    },
  };
}

/** A message with what the server decided on it. */
interface Decided {
  readonly outgoing: Outgoing;
  readonly delivery: Delivery;
}

/** Sends until nothing is due; a message that is turned away for now holds up those behind it. */
async function sendAll(
  retries: Retries,
  signal: AbortSignal,
  send: () => Promise<Decided | null>,
): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the messages of a workspace stay in their order
    const next = await send();
    if (next === null) return;
    const { outgoing, delivery } = next;
    if (delivery.outcome === "later" && attempts < retries.attempts) {
      outgoing.mark("due", delivery.note);
      // oxlint-disable-next-line no-await-in-loop -- the same message is tried again
      await pause(retries, attempts - 1, signal);
      continue;
    }
    attempts = 0;
    if (delivery.outcome === "sent") outgoing.mark("sent", null);
    else outgoing.mark("failed", delivery.note);
  }
}

/** Puts the next message to the server until that decides on it: while it cannot be reached, it is waited for. */
async function sendOne(
  options: RelayOptions,
  source: MailSource,
  signal: AbortSignal,
): Promise<Decided | null> {
  for (let waits = 0; !signal.aborted; waits += 1) {
    const outgoing = source.nextDue();
    if (outgoing === null) return null;
    // oxlint-disable-next-line no-await-in-loop -- one message after the other
    const delivery = await deliver(options, source, outgoing);
    if (delivery.outcome !== "later" || delivery.blocks !== "server") return { outgoing, delivery };
    outgoing.mark("due", delivery.note);
    // oxlint-disable-next-line no-await-in-loop -- the server gets time
    await pause(options.retries ?? retriesDefault, waits, signal);
  }
  return null;
}

/** Hands a message to the server; one that must not go there is refused here. */
async function deliver(
  { mailer, recipients }: RelayOptions,
  { sender }: MailSource,
  { message, mark }: Outgoing,
): Promise<Delivery> {
  const envelope = addressed(message.to, recipients);
  if (!envelope.ok) return { outcome: "refused", note: envelope.note };
  return mailer.send({
    from: senderAddress(sender.domain),
    to: envelope.to,
    source: await mailMime(message, sender),
    onData: () => mark("sending", null),
  });
}

/** Runs one job after the other, in the order in which they came. */
function newTurns(): <Result>(job: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const turn = last.then(job);
    last = turn.catch(() => {});
    return turn;
  };
}
