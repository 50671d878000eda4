import { globSync, readFileSync } from "node:fs";

import { MailpitClient } from "mailpit-api";
import { describe, expect, it } from "vitest";

import { newServedMailbox, recipients, withTwoMails } from "./served-mailbox.ts";

/** The client methods that a test below calls, and the unsupported ones, which get a 501. */
const driven = [
  "getInfo",
  "getConfiguration",
  "getMessageSummary",
  "getMessageHeaders",
  "getMessageAttachment",
  "getMessageSource",
  "listMessages",
  "setReadStatus",
  "deleteMessages",
  "searchMessages",
  "waitForMessage",
  "waitForMessages",
  "deleteMessagesBySearch",
  "getTags",
  "renderMessageHTML",
  "renderMessageText",
];

const notHere: Readonly<Record<string, (mailpit: MailpitClient) => Promise<unknown>>> = {
  getAttachmentThumbnail: (mailpit) => mailpit.getAttachmentThumbnail("latest", "2.2"),
  releaseMessage: (mailpit) => mailpit.releaseMessage("latest", { To: ["a@example.com"] }),
  sendMessage: (mailpit) =>
    mailpit.sendMessage({ From: { Email: "a@example.com" }, To: [{ Email: "b@example.com" }] }),
  htmlCheck: (mailpit) => mailpit.htmlCheck(),
  linkCheck: (mailpit) => mailpit.linkCheck(),
  spamAssassinCheck: (mailpit) => mailpit.spamAssassinCheck(),
  setTags: (mailpit) => mailpit.setTags({ IDs: [], Tags: ["vip"] }),
  renameTag: (mailpit) => mailpit.renameTag("default", "other"),
  deleteTag: (mailpit) => mailpit.deleteTag("default"),
  getChaosTriggers: (mailpit) => mailpit.getChaosTriggers(),
  setChaosTriggers: (mailpit) => mailpit.setChaosTriggers(),
};

describe("mailpit-api", () => {
  it("has no method that is neither tested nor listed as unsupported", () => {
    const methods = Object.getOwnPropertyNames(MailpitClient.prototype).filter(
      (name) => !["constructor", "request"].includes(name),
    );
    expect(methods.toSorted()).toEqual([...driven, ...Object.keys(notHere)].toSorted());
  });

  it.each(driven)("%s is called by a test in this folder", (name) => {
    const tests = globSync("test/server/mailpit/*.test.ts").map((file) =>
      readFileSync(file, "utf8"),
    );
    expect(tests.join("")).toMatch(new RegExp(`\\b(?:mailpit|stranger|plain)\\.${name}\\(`));
  });

  it.each(Object.entries(notHere))("%s: 501 with an alternative", async (_, call) => {
    const { mailpit } = await withTwoMails();
    await expect(call(mailpit)).rejects.toThrow(
      /Mailpit API Error: 501 .*: The sandbox does not have this\. [A-Z].*\.$/,
    );
  });
});

describe("listMessages", () => {
  it("lists the newest first, with the totals of the mailbox", async () => {
    const { mailpit, id } = await withTwoMails();
    const list = await mailpit.listMessages();
    expect(recipients(list)).toEqual(["bo@client.example", "ana@client.example"]);
    expect({ ...list, messages: [] }).toEqual({
      total: 2,
      unread: 2,
      count: 2,
      messages_count: 2,
      messages_unread: 2,
      start: 0,
      tags: [id],
      messages: [],
    });
  });

  it.each([
    { start: 0, limit: 1, found: ["bo@client.example"] },
    { start: 1, limit: 1, found: ["ana@client.example"] },
    { start: 1, limit: 50, found: ["ana@client.example"] },
    { start: 2, limit: 50, found: [] },
    { start: 0, limit: 0, found: ["bo@client.example", "ana@client.example"] },
  ])("from $start at most $limit: $found", async ({ start, limit, found }) => {
    const { mailpit } = await withTwoMails();
    const list = await mailpit.listMessages(start, limit);
    expect(recipients(list)).toEqual(found);
    expect(list).toMatchObject({ start, count: found.length, total: 2, messages_count: 2 });
  });

  it("is empty and without tags before the first mail", async () => {
    const { mailpit } = await newServedMailbox();
    expect(await mailpit.listMessages()).toEqual({
      total: 0,
      unread: 0,
      count: 0,
      messages_count: 0,
      messages_unread: 0,
      start: 0,
      tags: [],
      messages: [],
    });
  });
});

describe("getMessageSummary", () => {
  it("marks only that message as read", async () => {
    const { mailpit } = await withTwoMails();
    const { ID } = await mailpit.getMessageSummary();
    const { messages, unread } = await mailpit.listMessages();
    expect(messages.map(({ ID: id, Read }) => ({ isThatOne: id === ID, Read }))).toEqual([
      { isThatOne: true, Read: true },
      { isThatOne: false, Read: false },
    ]);
    expect(unread).toBe(1);
  });

  it("returns the newest without an id, and the given one otherwise", async () => {
    const { mailpit } = await withTwoMails();
    const [newest, oldest] = (await mailpit.listMessages()).messages;
    expect((await mailpit.getMessageSummary()).ID).toBe(newest?.ID);
    expect((await mailpit.getMessageSummary(oldest?.ID)).ID).toBe(oldest?.ID);
  });

  it("fails with Mailpit's message for an unknown id", async () => {
    const { mailpit } = await newServedMailbox();
    await expect(mailpit.getMessageSummary()).rejects.toThrow(/404 .*: Message not found$/);
    await expect(mailpit.getMessageSummary("nobody")).rejects.toThrow(
      /404 .*: 404 page not found: there is no message "nobody" in this workspace\.$/,
    );
  });
});

describe("calls that do not mark as read", () => {
  it.each([
    { name: "getMessageHeaders", read: (mailpit: MailpitClient) => mailpit.getMessageHeaders() },
    { name: "getMessageSource", read: (mailpit: MailpitClient) => mailpit.getMessageSource() },
    { name: "getInfo", read: (mailpit: MailpitClient) => mailpit.getInfo() },
  ])("leaves the mail unread: $name", async ({ read }) => {
    const { mailpit } = await withTwoMails();
    await read(mailpit);
    expect((await mailpit.listMessages()).unread).toBe(2);
  });
});

function lines(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

describe("renderMessageHTML and renderMessageText", () => {
  it("return the parts of the message and mark it as read", async () => {
    const { mailpit, workspace } = await withTwoMails();
    const { data } = await workspace.emails.list();
    const whole = await workspace.emails.get(data[0]?.id ?? "");
    expect(lines(await mailpit.renderMessageHTML())).toEqual(lines(whole.html));
    expect(lines(await mailpit.renderMessageText())).toEqual(lines(whole.text));
    expect((await mailpit.listMessages()).unread).toBe(1);
  });
});

describe("waitForMessage and waitForMessages", () => {
  const often = { timeout: 20_000, interval: 20 };

  it("wait for a later mail, and read it", async () => {
    const { mailpit, invite } = await withTwoMails();
    const waiting = mailpit.waitForMessage({ query: "to:cy@client.example" }, often);
    await mailpit.searchMessages({ query: "to:cy@client.example" });
    await invite("cy@client.example");
    expect((await waiting).To).toEqual([{ Name: "", Address: "cy@client.example" }]);
    expect((await mailpit.searchMessages({ query: "is:read" })).messages_count).toBe(1);
  });

  it("wait for a number of mails, or for none", async () => {
    const { mailpit, invite } = await withTwoMails();
    const three = mailpit.waitForMessages({ count: 3, exact: true }, often);
    await invite("cy@client.example");
    expect((await three).messages_count).toBe(3);
    const none = mailpit.waitForMessages({ query: "to:client.example", count: 0 }, often);
    await mailpit.deleteMessages();
    expect((await none).messages_count).toBe(0);
  });

  it("fail after their timeout", async () => {
    const { mailpit } = await withTwoMails();
    await expect(
      mailpit.waitForMessage({ query: "to:nobody@client.example" }, { timeout: 40, interval: 10 }),
    ).rejects.toThrow('Timeout waiting for messages matching query "to:nobody@client.example"');
  });
});

describe("getInfo, getConfiguration and getTags", () => {
  it("count the mail under the tag of the workspace", async () => {
    const { mailpit, id } = await withTwoMails();
    await mailpit.getMessageSummary();
    const info = await mailpit.getInfo();
    expect(info).toEqual({
      Version: expect.stringMatching(/^v\d+\.\d+\.\d+\S*-lead-sandbox$/),
      LatestVersion: info.Version,
      Database: "",
      DatabaseSize: 0,
      Messages: 2,
      Unread: 1,
      Tags: { [id]: 2 },
      RuntimeStats: {
        Uptime: expect.any(Number),
        Memory: expect.any(Number),
        MessagesDeleted: 0,
        SMTPAccepted: 0,
        SMTPAcceptedSize: 0,
        SMTPRejected: 0,
        SMTPIgnored: 0,
      },
    });
    expect(await mailpit.getTags()).toEqual([id]);
  });

  it("report that relaying, checks and chaos are disabled", async () => {
    const { mailpit, id } = await newServedMailbox();
    expect(await mailpit.getConfiguration()).toEqual({
      Label: `lead-sandbox: ${id}`,
      MessageRelay: {
        Enabled: false,
        SMTPServer: "",
        ReturnPath: "",
        AllowedRecipients: "",
        BlockedRecipients: "",
        OverrideFrom: "",
        PreserveMessageIDs: false,
        RecipientAllowlist: "",
      },
      SpamAssassin: false,
      ChaosEnabled: false,
      DuplicatesIgnored: false,
      HideDeleteAllButton: false,
    });
  });
});
