/**
 * Mail that the relay does not send: excluded domains, deleted messages, and messages over the
 * outbox limit.
 */
import { describe, expect, it } from "vitest";

import { keptPort } from "../../support/kept-port.ts";
import { capture, decided, emails, recipientsOf, relayed, relayOf } from "./relayed.ts";
import { smtpServerWith } from "./smtp-servers.ts";

/** A server that pauses inside the first message's envelope, and continues on request. */
async function heldServer() {
  const asked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<null>();
  const server = await smtpServerWith({
    onRecipient() {
      asked.resolve();
      return goOn.promise;
    },
  });
  return { server, asked: asked.promise, goOn: () => goOn.resolve(null) };
}

describe("the recipients of relayed mail", () => {
  it("are one address for all mail with smtpRewriteTo, and the stored message keeps its own", async () => {
    const server = await smtpServerWith();
    const settings = { smtpUrl: server.url, smtpRewriteTo: "team@corp.example" };
    const workspace = relayed(settings).workspace("default");
    capture(workspace, "ana@client.example");
    await decided(workspace);
    expect(recipientsOf(server)).toEqual(["team@corp.example"]);
    expect(server.taken[0]?.source).toContain("To: ana@client.example");
  });

  it.each([
    { email: "ana@corp.example", isSent: true },
    { email: "Ana@CORP.example", isSent: true },
    { email: "ana@sub.corp.example", isSent: false },
    { email: "ana@notcorp.example", isSent: false },
    { email: "ana@corp.example.evil.example", isSent: false },
    { email: '"x@corp.example"@evil.example', isSent: false },
    { email: "ana@corp.example.", isSent: false },
    { email: "ana", isSent: false },
  ])("with smtpDomains include $email: $isSent", async ({ email, isSent }) => {
    const server = await smtpServerWith();
    const settings = { smtpUrl: server.url, smtpDomains: ["corp.example", "Other.example"] };
    const workspace = relayed(settings).workspace("default");
    const id = capture(workspace, email);
    await decided(workspace);
    const note = `Not sent: ${email} is not in the allowed domains (corp.example, Other.example).`;
    expect(relayOf(workspace, id)).toEqual(isSent ? ["sent", null] : ["failed", note]);
    expect(server.taken.length).toBe(isSent ? 1 : 0);
  });
});

describe("a message that is deleted in transit", () => {
  it("is not sent when the outbox is cleared before the message is written", async () => {
    const { server, asked, goOn } = await heldServer();
    const workspace = relayed({ smtpUrl: server.url }).workspace("default");
    capture(workspace, "first@client.example");
    capture(workspace, "second@client.example");
    await asked;
    workspace.store().outbox.clear();
    capture(workspace, "third@client.example");
    goOn();
    await decided(workspace);
    expect(recipientsOf(server)).toEqual(["third@client.example"]);
  });

  it("is not reported as relayed when it is deleted during delivery", async () => {
    const server = await smtpServerWith({
      onMessage() {
        workspace.store().outbox.clear();
        return null;
      },
    });
    const world = relayed({ smtpUrl: server.url });
    const workspace = world.workspace("default");
    capture(workspace, "first@client.example");
    await server.took(1);
    await world.settled(1_000);
    const types = workspace.events.after(0).map(({ type }) => type);
    expect(types).toEqual(["mail.captured"]);
  });
});

describe("outboxMessages", () => {
  it("limits the stored mail except for messages in transit, whatever the server does", async () => {
    const port = await keptPort();
    const settings = { smtpUrl: `smtp://127.0.0.1:${port}`, outboxMessages: 50 };
    const workspace = relayed(settings).workspace("default");
    for (const email of emails(400)) capture(workspace, email);
    const all = { limit: 1, offset: 0 };
    expect(workspace.store().outbox.list({}, all).total).toBe(400);
    const server = await smtpServerWith({}, port);
    await decided(workspace);
    expect(recipientsOf(server)).toEqual(emails(400));
    for (const email of emails(100)) capture(workspace, email);
    await decided(workspace);
    expect(workspace.store().outbox.list({}, all).total).toBeLessThan(50 + 100);
  });

  it("counts only messages that are still stored", () => {
    const workspace = relayed({ outboxMessages: 50 }).workspace("default");
    const first = capture(workspace, "first@client.example");
    for (const email of emails(250)) {
      const id = capture(workspace, email);
      workspace.store().outbox.remove([id]);
    }
    const { outbox } = workspace.store();
    expect([outbox.find(first)?.id, outbox.standing().dropped]).toEqual([first, 0]);
  });

  it("keeps at most a hundred messages over its limit without a mail server", () => {
    const workspace = relayed({ outboxMessages: 50 }).workspace("default");
    for (const email of emails(1_000)) capture(workspace, email);
    expect(workspace.store().outbox.list({}, { limit: 1, offset: 0 }).total).toBe(50);
    expect(workspace.store().outbox.newest({})?.to).toEqual(["person999@client.example"]);
  });
});
