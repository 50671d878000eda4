/** One conversation after another with one mail server, over a connection that is kept while there is mail. */
import { Readable } from "node:stream";

import type SMTPConnection from "nodemailer/lib/smtp-connection";

/** The mail server of the setting `smtpUrl`. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (`smtps`); otherwise only when the server offers it. */
  readonly secure: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | null;
  /** False takes any certificate: for a server of one's own that signed its own. */
  readonly verifiesCertificate: boolean;
}

/** A message as it goes over the wire. */
export interface Parcel {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: Buffer;
  /**
   * Called when the server has taken sender and recipients, right before the message itself is written; false
   * when it is not to be sent any more.
   */
  readonly onData: () => boolean;
}

/**
 * What became of a message: the server took it, will never take it, or may take it later; in the last case either
 * this message was turned away for now or nothing can be sent at all. It is `dropped` when this side gave it up.
 */
export type Delivery =
  | { readonly outcome: "sent" }
  | { readonly outcome: "dropped" }
  | { readonly outcome: "refused"; readonly note: string }
  | { readonly outcome: "later"; readonly blocks: "message" | "server"; readonly note: string };

/** Sends messages to one mail server, one at a time. */
export interface Mailer {
  readonly send: (parcel: Parcel) => Promise<Delivery>;
  /** Ends the connection, also in the middle of a message. */
  readonly close: () => void;
}

/** How long is waited for the server, in milliseconds. */
export interface Timeouts {
  readonly connectionTimeout: number;
  readonly greetingTimeout: number;
  readonly socketTimeout: number;
  /** For all of one message, however slowly it goes on. */
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

/** This side does not want to send the message any more. */
class Dropped extends Error {}

/** A mailer for `server`; nothing is opened before the first message. */
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
  const converse = async (parcel: Parcel): Promise<void> => {
    if (open?.destroyed !== false) {
      const connection = await newConnection(server, timeouts);
      if (isClosed) throw new Dropped();
      open = connection;
      await opened(connection, server);
      // What was given up meanwhile was closed, too.
      if (open !== connection) throw new Dropped();
    }
    await sent(open, parcel);
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
  // Loaded on first use: starting the server must not pay for it.
  const { default: Connection } = await import("nodemailer/lib/smtp-connection");
  const { host, port, secure, verifiesCertificate } = server;
  return new Connection({
    host,
    port,
    secure,
    tls: { rejectUnauthorized: verifiesCertificate },
    name: "lead-sandbox",
    // A server that never hangs up on its side must not keep the process.
    socketCloseTimeout: 0,
    maxResponseSize: 16_384,
    connectionTimeout: timeouts.connectionTimeout,
    greetingTimeout: timeouts.greetingTimeout,
    socketTimeout: timeouts.socketTimeout,
  });
}

function opened(connection: SMTPConnection, { auth }: SmtpServer): Promise<void> {
  return new Promise((resolve, reject) => {
    // It stays: a connection that breaks while it is idle must not end the process.
    connection.on("error", reject);
    connection.once("end", () => reject(new Error("The server ended the conversation.")));
    connection.connect((error) => {
      if (error) reject(error);
      else if (auth === null) resolve();
      else connection.login(auth, (refused) => (refused ? reject(refused) : resolve()));
    });
  });
}

function sent(connection: SMTPConnection, parcel: Parcel): Promise<void> {
  const { from, to, source, onData } = parcel;
  // Read once the server has asked for the message, so that what is read is written at once.
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
      // Where there is more to tell, the callback of `send` is called right after this.
      queueMicrotask(() => reject(new Error("The server ended the conversation.")));
    };
    connection.once("end", broken);
    connection.send({ from, to: [...to], size: source.length }, message, (error) => {
      connection.off("end", broken);
      if (error) reject(error);
      else resolve();
    });
  });
}

/** The steps of a conversation that are about one message; what goes wrong in others is wrong for all of them. */
const messageSteps: ReadonlySet<unknown> = new Set(["MAIL FROM", "RCPT TO", "DATA"]);

/** What the client tells of a message without asking the server: its addresses are none, it is too large. */
const clientCodes: ReadonlySet<unknown> = new Set(["EENVELOPE", "EMESSAGE"]);

/** What a failure means: 5xx is final and 4xx is for now, where it is said of the message (RFC 5321, 4.2.1). */
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

/** What went wrong in words that may be shown: a server may repeat what it was sent. */
function noteOf(error: unknown, { auth }: SmtpServer): string {
  let note = error instanceof Error ? error.message : String(error);
  for (const secret of auth === null ? [] : secretsOf(auth)) note = note.replaceAll(secret, "***");
  return note.length <= noteLengthMax ? note : `${note.slice(0, noteLengthMax)}…`;
}

function secretsOf({ user, pass }: { readonly user: string; readonly pass: string }) {
  const encoded = [`\0${user}\0${pass}`, pass].map((text) => Buffer.from(text).toString("base64"));
  return [...encoded, pass];
}
