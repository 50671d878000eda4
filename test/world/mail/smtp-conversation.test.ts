/** How a mailer recovers from unusual servers, and how it drops a message. */
import { describe, expect, it, onTestFinished } from "vitest";

import { mailerTo, parcel, says } from "./smtp-parcels.ts";
import { scriptedServer, smtpServerWith, taking } from "./smtp-servers.ts";

describe("a message", () => {
  it("is retried when the server sends an endless response in small pieces", async () => {
    let timer: NodeJS.Timeout | undefined;
    onTestFinished(() => clearInterval(timer));
    const server = await scriptedServer(
      taking({
        MAIL(_line, socket) {
          timer = setInterval(() => socket.write("250-x\r\n"), 20);
        },
      }),
    );
    const delivery = await mailerTo(server.url, { messageTimeout: 300 }).send(parcel());
    const note = "The server did not end within 300 ms.";
    expect(delivery).toEqual({ outcome: "later", blocks: "server", note });
  });

  it("goes to a server that does not support EHLO", async () => {
    const server = await scriptedServer(taking({ EHLO: says("500 what") }));
    expect(await mailerTo(server.url).send(parcel())).toEqual({ outcome: "sent" });
  });

  it.each([
    {
      title: "the server closed the idle connection",
      says: (socket: { end: () => unknown }) => socket.end(),
    },
    {
      title: "the server said 421 while it was idle",
      says: (socket: { write: (text: string) => unknown }) => socket.write("421 idle\r\n"),
    },
  ])("goes over a new connection after $title", async ({ says: end }) => {
    const idle = Promise.withResolvers<void>();
    const server = await scriptedServer(
      taking({
        "."(_line, socket) {
          socket.write("250 taken\r\n");
          socket.on("close", () => idle.resolve());
          setImmediate(() => end(socket));
        },
      }),
    );
    const mailer = mailerTo(server.url);
    expect(await mailer.send(parcel())).toEqual({ outcome: "sent" });
    await idle.promise;
    expect(await mailer.send(parcel())).toEqual({ outcome: "sent" });
    expect(server.connections()).toBe(2);
  });

  it("is dropped when it is withdrawn before it is written", async () => {
    const server = await smtpServerWith();
    const mailer = mailerTo(server.url);
    expect(await mailer.send(parcel({ onData: () => false }))).toEqual({ outcome: "dropped" });
    expect(await mailer.send(parcel())).toEqual({ outcome: "sent" });
    expect(server.taken.length).toBe(1);
  });

  it("is dropped when the mailer closes during delivery, and no new connection opens", async () => {
    const asked = Promise.withResolvers<void>();
    const server = await scriptedServer(taking({ ".": () => asked.resolve() }));
    const mailer = mailerTo(server.url);
    const delivery = mailer.send(parcel());
    await asked.promise;
    mailer.close();
    expect(await delivery).toEqual({ outcome: "dropped" });
    expect(await mailer.send(parcel())).toEqual({ outcome: "dropped" });
    expect(server.connections()).toBe(1);
  });

  it("to an address that would end the command is rejected without contacting the server", async () => {
    const server = await smtpServerWith();
    const to = ["c@d.example>\r\nRCPT TO:<victim@evil.example"];
    const delivery = await mailerTo(server.url).send(parcel({ to }));
    expect(delivery).toEqual({
      outcome: "refused",
      note: expect.stringContaining("Invalid recipient"),
    });
    expect(server.taken).toEqual([]);
  });

  it.each([
    { title: "with SMTPUTF8", hideSMTPUTF8: false },
    { title: "without SMTPUTF8", hideSMTPUTF8: true },
  ])("to a non-ASCII address goes to a server $title", async ({ hideSMTPUTF8 }) => {
    const server = await smtpServerWith({ options: { hideSMTPUTF8 } });
    const delivery = await mailerTo(server.url).send(parcel({ to: ["zoë@d.example"] }));
    expect(delivery).toEqual({ outcome: "sent" });
    expect(server.taken.map(({ to }) => to)).toEqual([["zoë@d.example"]]);
  });
});
