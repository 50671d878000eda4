/** How a mailer classifies a server's behaviour: sent, rejected permanently, or retried. */
import { describe, expect, it } from "vitest";

import { keptPort } from "../../support/kept-port.ts";
import { brief, mailerTo, parcel, says } from "./smtp-parcels.ts";
import { refusal, scriptedServer, smtpServerWith, taking } from "./smtp-servers.ts";
import type { Policy, Script } from "./smtp-servers.ts";

const isSilent: Script = () => {};
const hangsUp: Script = (_line, socket) => void socket.destroy();

describe("a message", () => {
  it("is sent unchanged, and later ones go over the same connection", async () => {
    const server = await smtpServerWith();
    const mailer = mailerTo(server.url);
    expect(await mailer.send(parcel())).toEqual({ outcome: "sent" });
    expect(await mailer.send(parcel({ to: ["second@d.example"] }))).toEqual({ outcome: "sent" });
    const source = String(parcel().source);
    expect(server.taken).toEqual([
      { to: ["c@d.example"], source, secure: false, user: null },
      { to: ["second@d.example"], source, secure: false, user: null },
    ]);
  });

  it.each<{ title: string; policy: Policy; outcome: object }>([
    {
      title: "450 to MAIL is a temporary failure of this message",
      policy: { onMail: () => refusal(450, "grey") },
      outcome: { outcome: "later", blocks: "message", note: "Mail command failed: 450 grey" },
    },
    {
      title: "550 to MAIL is a permanent failure",
      policy: { onMail: () => refusal(550, "nobody you know") },
      outcome: { outcome: "refused", note: "Mail command failed: 550 nobody you know" },
    },
    {
      title: "451 to RCPT is a temporary failure of this message",
      policy: { onRecipient: () => refusal(451, "come back") },
      outcome: {
        outcome: "later",
        blocks: "message",
        note: "Can't send mail - all recipients were rejected: 451 come back",
      },
    },
    {
      title: "553 to RCPT is a permanent failure",
      policy: { onRecipient: () => refusal(553, "no such box") },
      outcome: {
        outcome: "refused",
        note: "Can't send mail - all recipients were rejected: 553 no such box",
      },
    },
    {
      title: "452 to the message is a temporary failure of this message",
      policy: { onMessage: () => refusal(452, "disk full") },
      outcome: { outcome: "later", blocks: "message", note: "Message failed: 452 disk full" },
    },
    {
      title: "554 to the message is a permanent failure",
      policy: { onMessage: () => refusal(554, "spam") },
      outcome: { outcome: "refused", note: "Message failed: 554 spam" },
    },
    {
      title: "a message over the server's size limit fails permanently, without being sent",
      policy: { options: { size: 10 } },
      outcome: { outcome: "refused", note: "Message size larger than allowed 10" },
    },
    {
      title: "421 applies to all messages",
      policy: { onMail: () => refusal(421, "going down") },
      outcome: { outcome: "later", blocks: "server", note: "Mail command failed: 421 going down" },
    },
  ])("$title (RFC 5321)", async ({ policy, outcome }) => {
    const server = await smtpServerWith(policy);
    expect(await mailerTo(server.url).send(parcel())).toEqual(outcome);
    expect(server.taken).toEqual([]);
  });

  it.each<{ title: string; script: Script; blocks: string; note: RegExp }>([
    {
      title: "451 to DATA",
      script: taking({ DATA: says("451 later") }),
      blocks: "message",
      note: /451 later/,
    },
    {
      title: "503 to DATA, a wrong command sequence",
      script: taking({ DATA: says("503 what") }),
      blocks: "message",
      note: /503 what/,
    },
    {
      title: "an invalid SMTP reply to the message",
      script: taking({ ".": says("hello") }),
      blocks: "message",
      note: /hello/,
    },
    {
      title: "421 to the message",
      script: taking({ ".": says("421 bye") }),
      blocks: "server",
      note: /421 bye/,
    },
    {
      title: "a connection that ends during the message",
      script: taking({ text: hangsUp }),
      blocks: "server",
      note: /ended|closed|ECONNRESET|EPIPE/,
    },
    {
      title: "a connection that ends between the message and its reply",
      script: taking({ ".": hangsUp }),
      blocks: "server",
      note: /ended|closed|ECONNRESET/,
    },
    {
      title: "rejection of EHLO and HELO",
      script: taking({ EHLO: says("502 no"), HELO: says("502 no") }),
      blocks: "server",
      note: /502 no/,
    },
  ])("is retried after $title", async ({ script, blocks, note }) => {
    const server = await scriptedServer(script);
    expect(await mailerTo(server.url).send(parcel())).toEqual({
      outcome: "later",
      blocks,
      note: expect.stringMatching(note),
    });
  });

  it.each<{ title: string; script: Script }>([
    { title: "EHLO", script: taking({ EHLO: isSilent }) },
    { title: "MAIL", script: taking({ MAIL: isSilent }) },
    { title: "DATA", script: taking({ DATA: isSilent }) },
    { title: "the message", script: taking({ ".": isSilent }) },
  ])("is retried when the server is silent after $title", async ({ script }) => {
    const server = await scriptedServer(script);
    expect(await mailerTo(server.url, brief).send(parcel())).toEqual({
      outcome: "later",
      blocks: "server",
      note: "Timeout",
    });
  });

  it.each([
    { title: "a missing greeting", greeting: null, note: "Greeting never received" },
    {
      title: "a greeting with an error",
      greeting: "554 no mail here",
      note: "Invalid greeting. response=554 no mail here: 554 no mail here",
    },
  ])("is retried after $title", async ({ greeting, note }) => {
    const server = await scriptedServer(taking(), greeting);
    const delivery = await mailerTo(server.url, brief).send(parcel());
    expect(delivery).toEqual({ outcome: "later", blocks: "server", note });
  });

  it("is retried when no server listens", async () => {
    const delivery = await mailerTo(`smtp://127.0.0.1:${await keptPort()}`).send(parcel());
    expect(delivery).toEqual({
      outcome: "later",
      blocks: "server",
      note: expect.stringContaining("ECONNREFUSED"),
    });
  });
});
