/** Mailers and messages for the SMTP tests. */
import type { Socket } from "node:net";

import { onTestFinished } from "vitest";

import { smtpServer } from "../../../src/world/mail/smtp-url.ts";
import type { Mailer, OutgoingEnvelope, Timeouts } from "../../../src/world/mail/smtp.ts";
import { newMailer } from "../../../src/world/mail/smtp.ts";

const timeouts: Timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 10_000,
  messageTimeout: 10_000,
};

/** For tests of a silent server. Under load, any other server would exceed these limits. */
export const brief: Partial<Timeouts> = { greetingTimeout: 300, socketTimeout: 400 };

/** A mailer for the server at `url`, closed at the end of the test. */
export function mailerTo(url: string, changes: Partial<Timeouts> = {}): Mailer {
  const server = smtpServer(url);
  if (server === null) throw new Error(`${url} names no mail server.`);
  const mailer = newMailer(server, { ...timeouts, ...changes });
  onTestFinished(() => mailer.close());
  return mailer;
}

/** A message for one recipient, with a line that SMTP has to escape. */
export function parcel(changes: Partial<OutgoingEnvelope> = {}): OutgoingEnvelope {
  const source = Buffer.from("Subject: one\r\n\r\nA line.\r\n.a line that starts with a dot\r\n");
  return { from: "a@b.example", to: ["c@d.example"], source, onData: () => true, ...changes };
}

/** A step of a script that replies with `text`. */
export function says(text: string): (line: string, socket: Socket) => void {
  return (_line, socket) => void socket.write(`${text}\r\n`);
}
