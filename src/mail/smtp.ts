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
  /** Called when the server has taken sender and recipients, right before the message itself is written. */
  readonly onData: () => void;
}

/**
 * What became of a message: the server took it, will never take it, or may take it later; in the last case either
 * this message was turned away for now or nothing can be sent at all.
 */
export type Delivery =
  | { readonly outcome: "sent" }
  | { readonly outcome: "refused"; readonly note: string }
  | { readonly outcome: "later"; readonly blocks: "message" | "server"; readonly note: string };

/** Sends messages to one mail server, one at a time. */
export interface Mailer {
  /** Where it sends to, without any password. */
  readonly server: string;
  readonly send: (parcel: Parcel) => Promise<Delivery>;
  /** Ends the connection, also in the middle of a message. */
  readonly close: () => void;
}

/** How long is waited for the server, in milliseconds. */
export interface Patience {
  readonly connectionTimeout: number;
  readonly greetingTimeout: number;
  readonly socketTimeout: number;
}

const patienceDefault = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};
const idleMs = 5_000;

/** A mailer for `server`; nothing is opened before the first message. */
export function newMailer(server: SmtpServer, patience: Patience = patienceDefault): Mailer {
  let open: SMTPConnection | null = null;
  let idle: NodeJS.Timeout | undefined;
  let giveUp: ((error: Error) => void) | null = null;
  const hangUp = (): void => {
    clearTimeout(idle);
    open?.close();
    open = null;
  };
  const converse = async (parcel: Parcel): Promise<void> => {
    if (open?.destroyed !== false) {
      open = await newConnection(server, patience);
      await opened(open, server);
    }
    await sent(open, parcel);
  };
  return {
    server: `${server.secure ? "smtps" : "smtp"}://${server.host}:${server.port}`,
    async send(parcel) {
      clearTimeout(idle);
      const { promise: ended, reject } = Promise.withResolvers<never>();
      giveUp = reject;
      try {
        await Promise.race([converse(parcel), ended]);
        idle = setTimeout(hangUp, idleMs).unref();
        return { outcome: "sent" };
      } catch (error) {
        hangUp();
        return deliveryOf(error);
      }
    },
    close() {
      hangUp();
      giveUp?.(new Error("The sandbox ended the conversation."));
    },
  };
}

async function newConnection(server: SmtpServer, patience: Patience): Promise<SMTPConnection> {
  // Loaded on first use: starting the server must not pay for it.
  const { default: Connection } = await import("nodemailer/lib/smtp-connection");
  const { host, port, secure, verifiesCertificate } = server;
  const tls = { rejectUnauthorized: verifiesCertificate };
  return new Connection({ host, port, secure, tls, name: "lead-sandbox", ...patience });
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
      onData();
      this.push(source);
      this.push(null);
    },
  });
  return new Promise((resolve, reject) => {
    const broken = (): void => reject(new Error("The server ended the conversation."));
    connection.once("end", broken);
    connection.send({ from, to: [...to] }, message, (error) => {
      connection.off("end", broken);
      if (error) reject(error);
      else resolve();
    });
  });
}

/** The steps of a conversation that are about one message; what goes wrong in others is wrong for all of them. */
const messageSteps: ReadonlySet<unknown> = new Set(["MAIL FROM", "RCPT TO", "DATA"]);

/** What a failure means: 5xx is final and 4xx is for now, where it is said of the message (RFC 5321, 4.2.1). */
function deliveryOf(error: unknown): Delivery {
  const note = error instanceof Error ? error.message : String(error);
  const told = typeof error === "object" && error !== null ? error : {};
  const {
    responseCode,
    command,
    code,
  }: { [Name in "responseCode" | "command" | "code"]?: unknown } = told;
  if (typeof responseCode === "number" && messageSteps.has(command) && responseCode !== 421) {
    return responseCode >= 500 && responseCode !== 503
      ? { outcome: "refused", note }
      : { outcome: "later", blocks: "message", note };
  }
  if (responseCode === undefined && (code === "EENVELOPE" || code === "EMESSAGE")) {
    return { outcome: "refused", note };
  }
  return { outcome: "later", blocks: "server", note };
}
