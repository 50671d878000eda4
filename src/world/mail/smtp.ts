/** Sends messages to one mail server, one at a time, over a connection that stays open while there is mail. */
import { Readable } from "node:stream";

import type SMTPConnection from "nodemailer/lib/smtp-connection";

import { clearTimeout, queueMicrotask, setTimeout } from "../../base/values/native-timers.ts";

/** The mail server of the setting `smtpUrl`. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (`smtps`); otherwise STARTTLS if the server offers it. */
  readonly secure: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | null;
  /** False accepts any certificate, for a server with a self-signed one. */
  readonly verifiesCertificate: boolean;
}

/** A message as sent over the wire. */
export interface OutgoingEnvelope {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: Buffer;
  /**
   * Called when the server has accepted sender and recipients, right before the message is written. False
   * cancels it.
   */
  readonly onData: () => boolean;
}

/**
 * The outcome of a message. The server accepted it, rejected it for good, or may accept it later. In the last case it
 * rejected either this message or everything for now. `dropped` means that this side cancelled it.
 */
export type Delivery =
  | { readonly outcome: "sent" }
  | { readonly outcome: "dropped" }
  | { readonly outcome: "refused"; readonly note: string }
  | { readonly outcome: "later"; readonly blocks: "message" | "server"; readonly note: string };

/** Sends messages to one mail server, one at a time. */
export interface Mailer {
  readonly send: (parcel: OutgoingEnvelope) => Promise<Delivery>;
  /** Ends the connection, even in the middle of a message. */
  readonly close: () => void;
}

/** Timeouts for the server, in milliseconds. */
export interface Timeouts {
  readonly connectionTimeout: number;
  readonly greetingTimeout: number;
  readonly socketTimeout: number;
  /** For a whole message, even if it makes progress. */
  readonly messageTimeout: number;
}

const defaultTimeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  messageTimeout: 120_000,
};
const idleMs = 5_000;
const noteLengthMax = 500;

/** This side cancelled the message. */
class Dropped extends Error {}

/** Loads what talks to a mail server. Starting a server that relays no mail must not pay for it. */
export const loadConnection = () => import("nodemailer/lib/smtp-connection");

/** A mailer for `server`. It connects on the first message. */
export function newMailer(server: SmtpServer, timeouts: Timeouts = defaultTimeouts): Mailer {
  let open: SMTPConnection | null = null;
  let idle: NodeJS.Timeout | undefined;
  let giveUp: ((error: Error) => void) | null = null;
  let isClosed = false;
  const hangUp = (): void => {
    clearTimeout(idle);
    open?.close();
    open = null;
  };
  const converse = async (parcel: OutgoingEnvelope): Promise<void> => {
    if (open?.destroyed !== false) {
      const connection = await newConnection(server, timeouts);
      if (isClosed) throw new Dropped();
      open = connection;
      await connectAndLogIn(connection, server);
      // A connection given up in the meantime was also closed.
      if (open !== connection) throw new Dropped();
    }
    await sendMessage(open, parcel);
  };
  return {
    async send(parcel) {
      clearTimeout(idle);
      const { promise: ended, reject } = Promise.withResolvers<never>();
      giveUp = reject;
      const late = `The server did not end within ${timeouts.messageTimeout} ms.`;
      const deadline = setTimeout(() => reject(new Error(late)), timeouts.messageTimeout).unref();
      try {
        await Promise.race([converse(parcel), ended]);
        idle = setTimeout(hangUp, idleMs).unref();
        return { outcome: "sent" };
      } catch (error) {
        hangUp();
        return deliveryOf(error, server);
      } finally {
        clearTimeout(deadline);
      }
    },
    close() {
      isClosed = true;
      hangUp();
      giveUp?.(new Dropped());
    },
  };
}

async function newConnection(server: SmtpServer, timeouts: Timeouts): Promise<SMTPConnection> {
  const { default: Connection } = await loadConnection();
  const { host, port, secure, verifiesCertificate } = server;
  return new Connection({
    host,
    port,
    secure,
    tls: { rejectUnauthorized: verifiesCertificate },
    name: "lead-sandbox",
    // A server that never closes its side must not keep the process alive.
    socketCloseTimeout: 0,
    maxResponseSize: 16_384,
    connectionTimeout: timeouts.connectionTimeout,
    greetingTimeout: timeouts.greetingTimeout,
    socketTimeout: timeouts.socketTimeout,
  });
}

function connectAndLogIn(connection: SMTPConnection, { auth }: SmtpServer): Promise<void> {
  return new Promise((resolve, reject) => {
    // The listener stays: an idle connection that breaks must not end the process.
    connection.on("error", reject);
    connection.once("end", () => reject(new Error("The server closed the connection.")));
    connection.connect((error) => {
      if (error) reject(error);
      else if (auth === null) resolve();
      else connection.login(auth, (refused) => (refused ? reject(refused) : resolve()));
    });
  });
}

function sendMessage(connection: SMTPConnection, parcel: OutgoingEnvelope): Promise<void> {
  const { from, to, source, onData } = parcel;
  // Read only once the server has asked for the message, and then written at once.
  const message = new Readable({
    read() {
      if (!onData()) {
        this.destroy(new Dropped());
        return;
      }
      this.push(source);
      this.push(null);
    },
  });
  return new Promise((resolve, reject) => {
    const broken = (): void => {
      // If there are details, the callback of `send` is called right after this with a better error.
      queueMicrotask(() => reject(new Error("The server closed the connection.")));
    };
    connection.once("end", broken);
    connection.send({ from, to: [...to], size: source.length }, message, (error) => {
      connection.off("end", broken);
      if (error) reject(error);
      else resolve();
    });
  });
}

/** The steps of a conversation about one message; a failure in any other step affects all messages. */
const messageSteps: ReadonlySet<unknown> = new Set(["MAIL FROM", "RCPT TO", "DATA"]);

/** Errors that the client raises without asking the server: invalid addresses, a message too large. */
const clientCodes: ReadonlySet<unknown> = new Set(["EENVELOPE", "EMESSAGE"]);

/** The meaning of a failure: 5xx is permanent and 4xx temporary, if it concerns the message (RFC 5321, 4.2.1). */
function deliveryOf(error: unknown, server: SmtpServer): Delivery {
  if (error instanceof Dropped) return { outcome: "dropped" };
  const note = noteOf(error, server);
  const fields = typeof error === "object" && error !== null ? error : {};
  const {
    responseCode,
    command,
    code,
    response,
  }: { [Name in "responseCode" | "command" | "code" | "response"]?: unknown } = fields;
  if (response === undefined) {
    return clientCodes.has(code)
      ? { outcome: "refused", note }
      : { outcome: "later", blocks: "server", note };
  }
  if (!messageSteps.has(command) || responseCode === 421) {
    return { outcome: "later", blocks: "server", note };
  }
  return typeof responseCode === "number" && responseCode >= 500 && responseCode !== 503
    ? { outcome: "refused", note }
    : { outcome: "later", blocks: "message", note };
}

/** The error in words that are safe to show, without credentials that a server may echo. */
function noteOf(error: unknown, { auth }: SmtpServer): string {
  let note = error instanceof Error ? error.message : String(error);
  for (const secret of auth === null ? [] : secretsOf(auth)) note = note.replaceAll(secret, "***");
  return note.length <= noteLengthMax ? note : `${note.slice(0, noteLengthMax)}…`;
}

function secretsOf({ user, pass }: { readonly user: string; readonly pass: string }) {
  const encoded = [`\0${user}\0${pass}`, pass].map((text) => Buffer.from(text).toString("base64"));
  return [...encoded, pass];
}
