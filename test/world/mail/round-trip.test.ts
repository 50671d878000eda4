/** Compares the mail that a client reads after SMTP with the message in the outbox. */
import { readFileSync } from "node:fs";

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { OutboxMessage } from "../../../src/domain/model/mail.ts";
import { mailHtml } from "../../../src/world/mail/html.ts";
import { mailFrom, mailHeaders, mailMime } from "../../../src/world/mail/mime.ts";
import { mailText } from "../../../src/world/mail/text.ts";
import { sized } from "../../long/size.ts";
import { anyCharacter } from "../../support/any-text.ts";
import type { Mailbox } from "./mailbox.ts";
import { newMailbox } from "./mailbox.ts";
import { readBack, type ToldMail } from "./read-back.ts";
import { aWelcome, captured, draftsNamed, sender } from "./samples.ts";

const logo = `data:image/png;base64,${readFileSync("test/world/mail/logo.png", "base64")}`;

/** A message as `GET W/emails/{id}` returns it, without trailing line breaks. */
function expected(message: OutboxMessage): ToldMail {
  return {
    from: mailFrom(message.content, sender.domain),
    to: [...message.to],
    subject: message.subject,
    date: new Date(message.at - (message.at % 1000)).toISOString(),
    headers: mailHeaders(message, sender),
    text: mailText(message.content).trimEnd(),
    html: mailHtml(message.content).trimEnd(),
  };
}

async function roundTrip(mailbox: Mailbox, message: OutboxMessage) {
  const source = await mailMime(message, sender);
  const envelope = { from: `no-reply@${sender.domain}`, to: message.to };
  const arrival = await mailbox.deliver(source, envelope);
  const names = mailHeaders(message, sender).map(({ name }) => name);
  return { arrival, source, envelope, expected: expected(message), read: readBack(arrival, names) };
}

const names = [
  { title: "plain names", name: "Ana" },
  { title: "accents and quotes", name: `Courtage "Érable" d'Été` },
  { title: "Chinese", name: "楓葉街房地產" },
  { title: "emoji with joiners and flags", name: "👩‍👩‍👧 Homes 🏡🇨🇦" },
  { title: "right to left", name: "شركة القيقب للعقارات" },
  { title: "right to left with overrides", name: "\u202eevil\u202c \u2067עברית\u2069" },
  { title: "combining marks", name: "Z̷̛̞͠a̵l̶g̸o̴" },
  { title: "unpaired surrogates", name: "Maple \ud83c Street \udfff" },
  { title: "200 accented characters", name: "ñ".repeat(200) },
  { title: "200 emoji", name: "🏡".repeat(200) },
  { title: "200 ASCII characters without a space", name: "x".repeat(200) },
  { title: "200 Hebrew characters with spaces", name: "שלום ".repeat(40).trim() },
  { title: "an added header", name: "Ana\r\nBcc: victim@evil.example\r\n\r\n<b>" },
  { title: "an encoded word", name: "=?utf-8?B?QmNjOiBhQGIuYw==?=" },
  { title: "half an encoded word", name: "?= =?utf-8?Q?" },
  { title: "an address in angle brackets", name: "Ana <x@evil.example>, y@z.example" },
  { title: "quotes, commas, semicolons and brackets", name: `a"b",c;(d)[e]:f\\` },
  { title: "a dot on its own line", name: "a\r\n.\r\nQUIT\r\n" },
  { title: "markup", name: `</title><script>alert("1")</script>` },
  { title: "characters that quoted-printable escapes", name: "a=3D =20 = b_c.d=" },
  { title: "leading and trailing white space", name: "\t Ana  \t Silva  " },
  { title: "an emoji that a fold would split", name: `${"é".repeat(37)}🏡${"é".repeat(9)}🏡` },
];

describe("a captured mail after SMTP delivery and MIME parsing", () => {
  let mailbox: Mailbox;

  beforeAll(async () => {
    mailbox = await newMailbox();
  });

  afterAll(() => mailbox.close());

  it.each(names)(
    "equals the outbox message for all three kinds, with $title in its names (6)",
    async ({ name }) => {
      for (const draft of draftsNamed(name)) {
        // oxlint-disable-next-line no-await-in-loop -- one conversation, one message after the other
        const trip = await roundTrip(mailbox, captured(draft));
        expect(trip.read).toEqual(trip.expected);
        expect(trip.arrival.envelope).toEqual(trip.envelope);
        expect(trip.arrival.source.equals(trip.source)).toBe(true);
      }
    },
  );

  it.each([
    { title: "with a plus", email: "ana+referral@client.example" },
    { title: "with an apostrophe", email: "o'brien@client.example" },
    { title: "with a local part of 64 characters", email: `${"a".repeat(64)}@client.example` },
    { title: "of 254 characters", email: `ana@${"long.".repeat(48)}example` },
    { title: "with every special of a dot-atom", email: "!#$%&'*+/=?^_`{|}~-@client.example" },
  ])("reaches an address $title (2.1)", async ({ email }) => {
    const trip = await roundTrip(mailbox, captured(aWelcome({ lead: { email } })));
    expect(trip.read).toEqual(trip.expected);
    expect(trip.arrival.envelope.to).toEqual([email]);
  });

  it("reaches an address in an encoded domain, which the server decodes (2.1)", async () => {
    const email = "ana@xn--bcher-kva.example";
    const trip = await roundTrip(mailbox, captured(aWelcome({ lead: { email } })));
    expect(trip.read).toEqual(trip.expected);
    expect(trip.arrival.envelope.to).toEqual(["ana@bücher.example"]);
  });

  it("reaches an address in an upper-case domain, which the header shows in lower case (2.1)", async () => {
    const email = "Ana.Silva@Client.Example";
    const trip = await roundTrip(mailbox, captured(aWelcome({ lead: { email } })));
    expect(trip.read).toEqual({ ...trip.expected, to: ["Ana.Silva@client.example"] });
  });

  it.each([
    { title: "a logo and a colour", firm: { logo, colour: "#fc0" } },
    { title: "only a logo", firm: { logo, colour: null } },
    { title: "only a colour", firm: { logo: null, colour: "#0a7d4f" } },
    { title: "neither logo nor colour", firm: { logo: null, colour: null } },
  ])("equals the outbox message for a Firm with $title (1.7)", async ({ firm }) => {
    const trip = await roundTrip(mailbox, captured(aWelcome({ firm })));
    expect(trip.read).toEqual(trip.expected);
    expect(trip.arrival.mail.attachments.length).toBe(firm.logo === null ? 0 : 1);
  });

  it("equals the outbox message for any names, subjects and Plans (6)", async () => {
    const any = fc.string({ unit: anyCharacter, maxLength: 250 });
    const kind = fc.integer({ min: 0, max: 2 });
    await fc.assert(
      fc.asyncProperty(any, kind, async (name, index) => {
        const draft = draftsNamed(name)[index];
        if (draft === undefined) throw new Error("no such draft");
        const trip = await roundTrip(mailbox, captured(draft));
        expect(trip.read).toEqual(trip.expected);
      }),
      { seed: 20260105, numRuns: sized(60, 300) },
    );
  });
});
