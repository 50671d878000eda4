/** A third-party mail server and a client that sends to it, both on loopback. */
import { once } from "node:events";
import { isIP } from "node:net";

import { createTransport } from "nodemailer";
import type { Email } from "postal-mime";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A message as the server received it. */
export interface Arrival {
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly source: Buffer;
  readonly mail: Email;
}

export interface Mailbox {
  /** Sends the message over SMTP and returns the received message. */
  readonly deliver: (source: Buffer, envelope: Arrival["envelope"]) => Promise<Arrival>;
  readonly close: () => Promise<void>;
}

/**
 * A mailbox and its server. The server delays its greeting by 100 ms, to catch clients that talk
 * too early.
 */
export async function newMailbox(): Promise<Mailbox> {
  const arrivals: Omit<Arrival, "mail">[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    onData(stream, { envelope: { mailFrom, rcptTo } }, taken) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const envelope = {
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
        };
        arrivals.push({ envelope, source: Buffer.concat(chunks) });
        taken(null);
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address();
  if (address === null || typeof address === "string" || isIP(address.address) === 0) {
    throw new Error("The mail server listens on no port.");
  }
  const client = createTransport({
    host: "127.0.0.1",
    port: address.port,
    ignoreTLS: true,
    pool: true,
    maxConnections: 1,
    maxMessages: Infinity,
  });
  return {
    async deliver(source, envelope) {
      await client.sendMail({ raw: source, envelope: { ...envelope, to: [...envelope.to] } });
      const arrival = arrivals.shift();
      if (arrival === undefined) throw new Error("The mail server took no message.");
      return { ...arrival, mail: await PostalMime.parse(arrival.source) };
    },
    async close() {
      client.close();
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(resolve);
      await promise;
    },
  };
}
