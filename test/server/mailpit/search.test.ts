import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { MailDraft, OutboxMessage } from "../../../src/domain/model/mail.ts";
import { matching } from "../../../src/server/mailpit/mailbox-search.ts";
import type { MailboxEntry } from "../../../src/server/mailpit/mailbox.ts";
import { mailboxEntry, newKnownSizes } from "../../../src/server/mailpit/mailbox.ts";
import { MailpitRefusal } from "../../../src/server/mailpit/refusal.ts";
import { readSearch } from "../../../src/server/mailpit/search.ts";
import { aWelcome, captured } from "../../world/mail/samples.ts";
import { signedUp } from "./signed-up.ts";

const sender = { domain: "lead-sandbox.example", workspaceId: "default" };
const logo = "data:image/png;base64,iVBORw0KGgo=";
const firm = { name: "Harbour Point Financial", logo: null };
const ana = { email: "ana.alba@client.example", firstName: "Ana", lastName: "Ölund" };
const bo = { email: "bo@client.example", firstName: "Bo", lastName: "Berg" };
const nine = Date.UTC(2026, 2, 2, 9);

/** An alert at eleven about Ana's sign-up, Bo's invitation at ten, and Ana's at nine, already read. */
const messages = [
  at(11, "alert", signedUp(ana, firm)),
  at(10, "bo", aWelcome({ firm, lead: bo })),
  at(9, "ana", aWelcome({ firm, lead: ana }), { isRead: true }),
];

function at(hour: number, id: string, draft: MailDraft, changes: Partial<OutboxMessage> = {}) {
  return captured(draft, { id, at: nine + (hour - 9) * 3_600_000, ...changes });
}

const entryOf = (message: OutboxMessage): MailboxEntry =>
  mailboxEntry(message, sender, newKnownSizes());

/** The ids of the messages that a search finds, newest first. The search of the outbox must return all of these. */
async function found(
  query: string,
  tz = "UTC",
  some: readonly OutboxMessage[] = messages,
): Promise<readonly string[]> {
  const search = readSearch(query, tz);
  const shown: OutboxMessage[] = [];
  for await (const { message } of matching(some.map(entryOf), search)) shown.push(message);
  const { to = "", subject = "" } = search.filter;
  for (const message of shown) {
    expect(message.to.join(" ").toLowerCase()).toContain(to.toLowerCase());
    expect(message.subject.toLowerCase()).toContain(subject.toLowerCase());
  }
  return shown.map(({ id }) => id);
}

const all = ["alert", "bo", "ana"];

describe("a search", () => {
  it.each([
    { query: "invites", finds: ["bo", "ana"], why: "a word of the subject" },
    { query: "INVITES", finds: ["bo", "ana"], why: "in any case" },
    { query: "nvit", finds: ["bo", "ana"], why: "and any part of it" },
    { query: "ölund", finds: ["alert", "ana"], why: "a word of the HTML" },
    { query: "ÖLUND", finds: ["alert", "ana"], why: "with letters beyond ASCII in any case" },
    { query: "referralCode=MAPLE", finds: ["bo", "ana"], why: "the address of a link" },
    { query: "lead-sandbox.example", finds: all, why: "the sender" },
    { query: "bo@client", finds: ["bo"], why: "a recipient" },
    { query: "berg hello", finds: ["bo"], why: "every word, in any order" },
    { query: '"hello bo berg"', finds: ["bo"], why: "a phrase" },
    { query: '"berg hello"', finds: [], why: "an absent phrase" },
    { query: '"hello bo berg,"', finds: ["bo"], why: "without the marks that Mailpit leaves out" },
    { query: "zebra", finds: [], why: "an absent word" },
    { query: "-berg", finds: ["alert", "ana"], why: "not a word" },
    { query: "!berg", finds: ["alert", "ana"], why: "not a word, written the other way" },
    { query: '-"hello bo"', finds: ["alert", "ana"], why: "not a phrase" },
    { query: "invites -berg", finds: ["ana"], why: "one word and not another" },
    { query: "-zebra", finds: all, why: "not an absent word" },
    { query: '"hello bo', finds: ["bo"], why: "a phrase whose quotes are open" },
    { query: ", ;", finds: all, why: "marks alone ask for nothing" },
    { query: "-", finds: all, why: "a dash alone is a dash in the text" },
    { query: "font-family", finds: [], why: "no style" },
    { query: "<td", finds: [], why: "no markup" },
  ])("$query: $why", async ({ query, finds }) => {
    expect(await found(query)).toEqual(finds);
  });

  it.each([
    { query: "to:ana.alba@client.example", finds: ["ana"] },
    { query: "TO:ANA.ALBA@CLIENT.EXAMPLE", finds: ["ana"] },
    { query: "to:client.example", finds: ["bo", "ana"] },
    { query: 'to:"client.example"', finds: ["bo", "ana"] },
    { query: "to:<bo@client.example>", finds: ["bo"] },
    { query: "-to:client.example", finds: ["alert"] },
    { query: "to:ana to:alba", finds: ["ana"] },
    { query: "to:ana to:bo", finds: [] },
    { query: "to:a_a", finds: [] },
    { query: "to:%", finds: [] },
    { query: "to:", finds: all },
    { query: 'to:""', finds: all },
    { query: "from:no-reply@lead-sandbox.example", finds: all },
    { query: 'from:"harbour point"', finds: all },
    { query: "from:maple", finds: [] },
    { query: "-from:harbour", finds: [] },
    { query: "addressed:no-reply", finds: all },
    { query: "addressed:olive", finds: ["alert"] },
    { query: "-addressed:olive", finds: ["bo", "ana"] },
    { query: "cc:ana", finds: [] },
    { query: "-cc:ana", finds: all },
    { query: "bcc:ana", finds: [] },
    { query: "-bcc:ana", finds: all },
    { query: "reply-to:ana", finds: [] },
    { query: "!reply-to:ana", finds: all },
    { query: "subject:invites", finds: ["bo", "ana"] },
    { query: 'subject:"Ana Ölund signed up"', finds: ["alert"] },
    { query: 'subject:"ANA ÖLUND"', finds: ["alert"] },
    { query: "-subject:invites", finds: ["alert"] },
    { query: "subject:hello", finds: [] },
    { query: 'subject:" "', finds: all },
    { query: "tag:default", finds: all },
    { query: 'tag:"DEFAULT"', finds: all },
    { query: "-tag:default", finds: [] },
    { query: "tag:efault", finds: [] },
    { query: "message-id:alert.default@lead-sandbox.example", finds: ["alert"] },
    { query: 'message-id:"<ALERT.default@"', finds: ["alert"] },
    { query: "-message-id:alert.", finds: ["bo", "ana"] },
    { query: "is:read", finds: ["ana"] },
    { query: "is:unread", finds: ["alert", "bo"] },
    { query: "-is:read", finds: ["alert", "bo"] },
    { query: "!is:unread", finds: ["ana"] },
    { query: "IS:Read", finds: ["ana"] },
    { query: "is:tagged", finds: all },
    { query: "-is:tagged", finds: [] },
    { query: "has:attachment", finds: [] },
    { query: "has:attachments", finds: [] },
    { query: "-has:attachment", finds: all },
    { query: "has:inline", finds: [] },
    { query: "-has:inlines", finds: all },
    { query: "larger:1000", finds: all },
    { query: "larger:1kb", finds: all },
    { query: "larger:0.5k", finds: all },
    { query: "larger:1mb", finds: [] },
    { query: "-larger:1M", finds: all },
    { query: "smaller:1mb", finds: all },
    { query: "smaller:1k", finds: [] },
    { query: "-smaller:1k", finds: all },
    { query: "larger:huge", finds: [] },
    { query: "is:new", finds: [] },
    { query: "kind:welcome", finds: [] },
    { query: "-kind:welcome", finds: all },
    { query: "constructor:x", finds: [] },
    { query: "constructor", finds: [] },
    { query: "-constructor", finds: all },
    { query: "__proto__", finds: [] },
  ])("$query finds $finds", async ({ query, finds }) => {
    expect(await found(query)).toEqual(finds);
  });

  it.each([
    { query: "after:2026-03-02", finds: all },
    { query: "after:2026-03-03", finds: [] },
    { query: "before:2026-03-03", finds: all },
    { query: "before:2026-03-02", finds: [] },
    { query: "before:2026/3/3", finds: all },
    { query: 'after:"2026-03-02 10:00"', finds: ["alert", "bo"] },
    { query: 'after:"2026-03-02 10:00:01"', finds: ["alert"] },
    { query: "after:2026-03-02T10:00:00Z", finds: ["alert", "bo"] },
    { query: "after:2026-03-02T10:00:00+01:00", finds: all },
    { query: "after:2026-03-02T10:00:00.001Z", finds: ["alert"] },
    { query: 'before:"2026-03-02 10:00"', finds: ["bo", "ana"] },
    { query: '-after:"2026-03-02 10:00"', finds: ["bo", "ana"] },
    { query: '-before:"2026-03-02 10:00"', finds: ["alert", "bo"] },
    { query: "after:1772445600", finds: ["alert", "bo"] },
    { query: "after:1772445600001", finds: ["alert"] },
    { query: 'after:"2026-03-02 11:00"', tz: "Europe/Zurich", finds: ["alert", "bo"] },
    { query: 'after:"2026-03-02 05:00"', tz: "America/New_York", finds: ["alert", "bo"] },
    { query: "after:2026-03-02T11:00:00Z", tz: "Europe/Zurich", finds: ["alert"] },
  ])("$query finds $finds by the workspace's clock (tz $tz)", async ({ query, tz, finds }) => {
    expect(await found(query, tz)).toEqual(finds);
  });

  it("accepts any text or rejects its date, and the outbox returns every match", async () => {
    const words = [
      "to:",
      "subject:",
      "is:",
      "after:",
      "larger:",
      "-",
      "!",
      '"',
      " ",
      "%",
      "_",
      "(",
    ];
    const text = [
      "client",
      "EXAMPLE",
      "invites",
      "ölund",
      "2026-03-02",
      "1k",
      "read",
      "\\",
      "ß",
      "İ",
    ];
    const query = fc.array(fc.constantFrom(...words, ...text), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(query, async (parts) => {
        const expected = await found(parts.join("")).catch((error: unknown) => error);
        expect(Array.isArray(expected) || expected instanceof MailpitRefusal).toBe(true);
      }),
      { seed: 20260302, numRuns: 300 },
    );
  });

  it("has:inline finds mails with their Firm's logo", async () => {
    const some = [
      at(10, "with", aWelcome({ firm: { logo } })),
      at(9, "without", aWelcome({ firm: { logo: "https://elsewhere.example/logo.png" } })),
    ];
    expect(await found("has:inline", "UTC", some)).toEqual(["with"]);
    expect(await found("-has:inlines", "UTC", some)).toEqual(["without"]);
  });

  it("keeps the plus sign of an address", async () => {
    const some = ["ana+vip@client.example", "ana.vip@client.example"].map((email) =>
      at(9, email, aWelcome({ lead: { email } })),
    );
    expect(await found("to:ana+vip@client.example", "UTC", some)).toEqual([
      "ana+vip@client.example",
    ]);
  });

  it("larger: and smaller: exclude a mail of exactly that size", async () => {
    const some = [at(9, "one", aWelcome())];
    const [entry] = some.map(entryOf);
    const size = (await entry?.size()) ?? 0;
    expect(await found(`larger:${size - 1}`, "UTC", some)).toEqual(["one"]);
    expect(await found(`larger:${size}`, "UTC", some)).toEqual([]);
    expect(await found(`smaller:${size + 1}`, "UTC", some)).toEqual(["one"]);
    expect(await found(`smaller:${size}`, "UTC", some)).toEqual([]);
  });
});
