/** The relay sends captured mail to a mail server in order, retries, and never delays requests. */
import { describe, expect, it } from "vitest";

import { keptPort } from "../../support/kept-port.ts";
import {
  attemptsMax,
  capture,
  decided,
  emails,
  recipientsOf,
  relayed,
  relayOf,
} from "./relayed.ts";
import { refusal, scriptedServer, smtpServerWith, taking } from "./smtp-servers.ts";
import type { Policy } from "./smtp-servers.ts";

describe("the relay", () => {
  it("sends captured mail in the order of capture", async () => {
    const server = await smtpServerWith();
    const workspace = relayed({ smtpUrl: server.url }).workspace("default");
    const ids = emails(20).map((email) => capture(workspace, email));
    await decided(workspace);
    expect(recipientsOf(server)).toEqual(emails(20));
    expect(ids.map((id) => relayOf(workspace, id))).toEqual(ids.map(() => ["sent", null]));
  });

  it("sends the message that the control API shows, with the tag of its workspace", async () => {
    const server = await smtpServerWith();
    const workspace = relayed({ smtpUrl: server.url }).workspace("one");
    const id = capture(workspace, "ana@client.example");
    await decided(workspace);
    const [message] = server.taken;
    expect(message?.source).toContain(`Message-ID: <${id}.one@lead-sandbox.example>`);
    expect(message?.source).toContain("X-Tags: one");
  });

  it("waits for a server that is down, and sends everything once it is up", async () => {
    const port = await keptPort();
    const workspace = relayed({ smtpUrl: `smtp://127.0.0.1:${port}` }).workspace("default");
    const ids = emails(10).map((email) => capture(workspace, email));
    const [first = ""] = ids;
    const refused = ["due", expect.stringContaining("ECONNREFUSED")];
    await expect.poll(() => relayOf(workspace, first)).toEqual(refused);
    const server = await smtpServerWith({}, port);
    await decided(workspace);
    expect(recipientsOf(server)).toEqual(emails(10));
    expect(ids.map((id) => relayOf(workspace, id))).toEqual(ids.map(() => ["sent", null]));
  });

  it.each([1, attemptsMax - 1])(
    "sends a message that the server defers %i times",
    async (times) => {
      let turnedAway = 0;
      const server = await smtpServerWith({
        onRecipient(address) {
          if (address !== "grey@client.example" || turnedAway === times) return null;
          turnedAway += 1;
          return refusal(450, "not yet");
        },
      });
      const workspace = relayed({ smtpUrl: server.url }).workspace("default");
      const wanted = ["first@client.example", "grey@client.example", "last@client.example"];
      for (const email of wanted) capture(workspace, email);
      await decided(workspace);
      expect(recipientsOf(server)).toEqual(wanted);
    },
  );

  it("gives up a message after too many deferrals, notes the server's words, and sends the next", async () => {
    let asked = 0;
    const server = await smtpServerWith({
      onRecipient(address) {
        if (address !== "grey@client.example") return null;
        asked += 1;
        return refusal(450, "never");
      },
    });
    const workspace = relayed({ smtpUrl: server.url }).workspace("default");
    const grey = capture(workspace, "grey@client.example");
    capture(workspace, "last@client.example");
    await decided(workspace);
    expect(relayOf(workspace, grey)).toEqual(["failed", expect.stringMatching(/450 never$/)]);
    expect(asked).toBe(attemptsMax);
    expect(recipientsOf(server)).toEqual(["last@client.example"]);
  });

  it("counts the attempts of each message separately, also when the one before was deleted", async () => {
    const asked: string[] = [];
    const server = await smtpServerWith({
      onRecipient(address) {
        asked.push(address);
        // The test deletes the first message before its last attempt.
        if (asked.length === attemptsMax - 1) workspace.store().outbox.clear();
        if (asked.length === attemptsMax - 1) capture(workspace, "second@client.example");
        return refusal(450, "never");
      },
    });
    const workspace = relayed({ smtpUrl: server.url }).workspace("default");
    capture(workspace, "first@client.example");
    await expect.poll(() => asked.length, { timeout: 10_000 }).toBe(attemptsMax * 2 - 1);
    await decided(workspace);
    expect(asked.filter((address) => address.startsWith("second")).length).toBe(attemptsMax);
  });

  it.each<{ title: string; policy: Policy; note: RegExp }>([
    { title: "its sender", policy: { onMail: () => refusal(550, "no") }, note: /550 no$/ },
    { title: "its recipient", policy: { onRecipient: () => refusal(553, "no") }, note: /553 no$/ },
    { title: "all of it", policy: { onMessage: () => refusal(554, "no") }, note: /554 no$/ },
    { title: "its size", policy: { options: { size: 100 } }, note: /larger than allowed 100$/ },
  ])("does not retry when the server rejects $title", async ({ policy, note }) => {
    const server = await smtpServerWith(policy);
    const workspace = relayed({ smtpUrl: server.url }).workspace("default");
    const id = capture(workspace, "ana@client.example");
    await decided(workspace);
    expect(relayOf(workspace, id)).toEqual(["failed", expect.stringMatching(note)]);
  });

  it.each([
    { title: "during a message", step: "text" },
    { title: "between a message and its reply", step: "." },
    { title: "before a message", step: "MAIL" },
  ])("sends again after a connection that broke $title (RFC 5321, 4.5.4.1)", async ({ step }) => {
    const server = await scriptedServer(
      taking({
        [step](_line, socket, number) {
          if (number <= 3) socket.destroy();
          else if (step !== "text") socket.write("250 yes\r\n");
        },
      }),
    );
    const workspace = relayed({ smtpUrl: server.url }).workspace("default");
    const id = capture(workspace, "ana@client.example");
    await decided(workspace);
    expect(relayOf(workspace, id)).toEqual(["sent", null]);
    expect(server.connections()).toBe(4);
  });

  it("retries forever while the server rejects the password, and sends once it accepts it", async () => {
    let asked = 0;
    const server = await smtpServerWith({
      options: {
        authOptional: false,
        disabledCommands: ["STARTTLS"],
        onAuth({ username }, _session, done) {
          asked += 1;
          if (asked > attemptsMax * 2) done(null, { user: username ?? "" });
          else done(refusal(535, "wrong"));
        },
        allowInsecureAuth: true,
      },
    });
    const smtpUrl = server.url.replace("//", "//me:geheim@");
    const workspace = relayed({ smtpUrl }).workspace("default");
    const id = capture(workspace, "ana@client.example");
    await decided(workspace);
    expect(relayOf(workspace, id)).toEqual(["sent", null]);
  });
});
