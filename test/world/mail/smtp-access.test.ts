/** Passwords and TLS between the mailer and the mail server. */
import { describe, expect, it } from "vitest";

import { mailerTo, parcel, says } from "./smtp-parcels.ts";
import type { Policy } from "./smtp-servers.ts";
import { refusal, scriptedServer, smtpServerWith, taking } from "./smtp-servers.ts";

function url(port: number, password: string): string {
  return `smtp://me%40corp:${encodeURIComponent(password)}@127.0.0.1:${port}`;
}

describe("a server that requires a password", () => {
  const pass = "p@ss:w/rd %é";
  const wantsPassword = (method: string): Policy => ({
    options: {
      authOptional: false,
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
      authMethods: [method],
      onAuth({ username, password }, _session, done) {
        if (username === "me@corp" && password === pass) done(null, { user: username });
        else done(refusal(535, `no, ${password} is wrong`));
      },
    },
  });

  it.each(["PLAIN", "LOGIN"])("receives it by AUTH %s", async (method) => {
    const server = await smtpServerWith(wantsPassword(method));
    expect(await mailerTo(url(server.port, pass)).send(parcel())).toEqual({ outcome: "sent" });
    expect(server.taken.map(({ user }) => user)).toEqual(["me@corp"]);
  });

  it.each(["PLAIN", "LOGIN"])(
    "gets another attempt after a wrong password by AUTH %s; the note omits the password even if the server repeats it",
    async (method) => {
      const server = await smtpServerWith(wantsPassword(method));
      const delivery = await mailerTo(url(server.port, "geheim-42")).send(parcel());
      expect(delivery).toEqual({
        outcome: "later",
        blocks: "server",
        note: "Invalid login: 535 no, *** is wrong",
      });
    },
  );

  it("gets a note without the password, even if it repeats the whole command", async () => {
    const server = await scriptedServer(
      taking({
        EHLO: says("250-scripted\r\n250 AUTH PLAIN"),
        AUTH: (line, socket) => void socket.write(`500 unknown: ${line}\r\n`),
      }),
    );
    const delivery = await mailerTo(url(server.port, "geheim-42")).send(parcel());
    expect(delivery).toEqual({
      outcome: "later",
      blocks: "server",
      note: "Invalid login: 500 unknown: AUTH PLAIN ***",
    });
  });
});

describe("TLS", () => {
  const any = "?tls.rejectUnauthorized=false";

  it("starts with the first byte and accepts a self-signed certificate when verification is off", async () => {
    const server = await smtpServerWith({ options: { secure: true } });
    const mailer = mailerTo(`smtps://127.0.0.1:${server.port}${any}`);
    expect(await mailer.send(parcel())).toEqual({ outcome: "sent" });
    expect(server.taken.map(({ secure }) => secure)).toEqual([true]);
  });

  it("starts when the server offers STARTTLS", async () => {
    const server = await smtpServerWith({ options: { disabledCommands: ["AUTH"] } });
    expect(await mailerTo(server.url + any).send(parcel())).toEqual({ outcome: "sent" });
    expect(server.taken.map(({ secure }) => secure)).toEqual([true]);
  });

  it.each([
    { title: "from the first byte", scheme: "smtps", options: { secure: true } },
    { title: "by STARTTLS", scheme: "smtp", options: { disabledCommands: ["AUTH"] } },
  ])("$title: sends nothing when the certificate is untrusted", async ({ scheme, options }) => {
    const server = await smtpServerWith({ options });
    const delivery = await mailerTo(`${scheme}://127.0.0.1:${server.port}`).send(parcel());
    expect(delivery).toEqual({
      outcome: "later",
      blocks: "server",
      note: expect.stringMatching(/certificate/),
    });
    expect(server.taken).toEqual([]);
  });
});

describe("the note about a failure", () => {
  it("is short even if the server's reply is long", async () => {
    const server = await scriptedServer(taking({ MAIL: says(`550 ${"long ".repeat(1_000)}`) }));
    const delivery = await mailerTo(server.url).send(parcel());
    expect(delivery).toMatchObject({ outcome: "refused" });
    expect(JSON.stringify(delivery).length).toBeLessThan(600);
  });
});
