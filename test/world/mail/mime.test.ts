import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";

import { mailMime } from "../../../src/world/mail/mime.ts";
import { aWelcome, captured, draftsNamed, sender } from "./samples.ts";

const names = [
  { title: "accents and quotes", name: `Courtage "Érable" d'Été` },
  { title: "a backslash at the end", name: String.raw`Maple\ "Realty\ `.trim() },
  { title: "Chinese", name: "楓葉街房地產" },
  { title: "emoji with joiners", name: "👩‍👩‍👧 Homes 🏡🇨🇦" },
  { title: "right to left", name: "شركة القيقب للعقارات" },
  { title: "a comma, a semicolon and an address", name: "Maple, Oak; <x@evil.example>" },
  { title: "200 characters without a space", name: "ñ".repeat(200) },
  { title: "200 ASCII characters without a space", name: "x".repeat(200) },
];

const headerNames = [
  "subject",
  "date",
  "message-id",
  "auto-submitted",
  "x-tags",
  "x-lead-sandbox-workspace",
  "x-lead-sandbox-kind",
  "x-lead-sandbox-lead",
  "from",
  "to",
  "mime-version",
  "content-type",
];

async function parsed(message: ReturnType<typeof captured>) {
  return PostalMime.parse(await mailMime(message, sender));
}

describe("mailMime", () => {
  it.each(draftsNamed("Zoë 🏡"))(
    "returns the same bytes every time: $content.kind (6)",
    async (draft) => {
      const message = captured(draft);
      const first = await mailMime(message, sender);
      const second = await mailMime(structuredClone(message), { ...sender });
      expect(second.toString()).toBe(first.toString());
    },
  );

  it("takes the date and Message-ID from the message (6)", async () => {
    const mail = await parsed(captured(aWelcome(), { id: "message-7", at: 0 }));
    expect(mail.date).toBe("1970-01-01T00:00:00.000Z");
    expect(mail.messageId).toBe("<message-7.default@mail.example>");
  });

  it.each([
    {
      title: "a PNG in Base64",
      logo: "data:image/png;base64,iVBORw0KGgo=",
      part: { mimeType: "image/png", filename: "logo.png" },
      bytes: Buffer.from("iVBORw0KGgo=", "base64"),
    },
    {
      title: "a percent-encoded SVG",
      logo: "data:image/svg+xml;charset=utf-8,%3Csvg%20viewBox='0%200%201%201'/%3E",
      part: { mimeType: "image/svg+xml", filename: "logo.svg" },
      bytes: Buffer.from("<svg viewBox='0 0 1 1'/>"),
    },
    {
      title: "an upper-case type",
      logo: "DATA:IMAGE/GIF;base64,R0lGODlh",
      part: { mimeType: "image/gif", filename: "logo.gif" },
      bytes: Buffer.from("R0lGODlh", "base64"),
    },
  ])("attaches a logo, $title, to the HTML, which names it by its cid (1.7)", async (row) => {
    const message = captured(aWelcome({ firm: { logo: row.logo } }), { id: "Ab3dE6g8" });
    const { html, attachments } = await parsed(message);
    const cid = "logo.Ab3dE6g8.default@mail.example";
    expect(html).toContain(`src="cid:${cid}"`);
    expect(html).not.toContain("data:");
    const [logo, ...others] = attachments;
    if (logo === undefined || typeof logo.content === "string") throw new Error("no logo in bytes");
    const { content, ...part } = logo;
    expect(part).toEqual({
      ...row.part,
      contentId: `<${cid}>`,
      disposition: "inline",
      related: true,
    });
    expect(Buffer.from(new Uint8Array(content)).equals(row.bytes)).toBe(true);
    expect(others).toEqual([]);
  });

  it.each([
    { title: "an https URL", logo: "https://cdn.example/logo.png" },
    { title: "a file URL", logo: "file:///etc/hostname" },
    { title: "an HTML page", logo: "data:text/html,hello" },
    { title: "an empty image", logo: "data:image/png;base64," },
  ])("attaches nothing for a logo whose address is $title (1.7)", async ({ logo }) => {
    const { attachments, html } = await parsed(captured(aWelcome({ firm: { logo } })));
    expect(attachments).toEqual([]);
    expect(html).not.toContain("<img");
  });

  it.each([
    ...names,
    { title: "5000 ASCII characters", name: "x".repeat(5000) },
    { title: "5000 Chinese characters", name: "楓".repeat(5000) },
  ])("stays ASCII in lines of at most 998 bytes with $title in names (6)", async ({ name }) => {
    const messages = draftsNamed(name).map((draft) => mailMime(captured(draft), sender));
    for (const bytes of await Promise.all(messages)) {
      const mime = bytes.toString("latin1");
      expect(mime).toMatch(/^[\r\n\t -~]*$/);
      expect(Math.max(...mime.split("\r\n").map((line) => line.length))).toBeLessThan(999);
    }
  });

  it.each([
    { title: "CR LF", line: "\r\n" },
    { title: "LF", line: "\n" },
    { title: "CR", line: "\r" },
    { title: "an empty line", line: "\r\n\r\n" },
    { title: "a line separator", line: "\u2028" },
    { title: "NUL and NEL", line: "\0\u0085" },
  ])("cannot be given a header by $title in names, ids or addresses (6)", async ({ line }) => {
    const value = `Ana${line}Bcc: victim@evil.example${line}${line}<b>`;
    const draft = aWelcome({
      firm: { name: value },
      lead: { id: value, firstName: value, email: `ana@client.example${line}Bcc: x@evil.example` },
    });
    const message = captured({ ...draft, subject: value }, { id: `id${line}Bcc: x@evil.example` });
    const mail = await PostalMime.parse(await mailMime(message, { ...sender, workspaceId: value }));
    expect(mail.headers.map(({ key }) => key)).toEqual(headerNames);
    expect(mail.bcc).toBeUndefined();
    expect(mail.subject).toBe("Ana Bcc: victim@evil.example <b>");
  });

  it.each([
    { title: "a quoted local part", address: `"ana silva"@client.example` },
    { title: "a comma in a quoted local part", address: `"silva, ana"@client.example` },
    { title: "an at sign in a quoted local part", address: `"ana@home"@client.example` },
    { title: "a literal address for a domain", address: "ana@[192.0.2.1]" },
  ])("writes an address with $title unchanged (2.1)", async ({ address }) => {
    const mail = await parsed(captured({ ...aWelcome(), to: [address] }));
    const written = mail.headers.filter(({ key }) => key === "to").map(({ value }) => value);
    expect(written).toEqual([`<${address}>`]);
    expect(mail.to).toHaveLength(1);
  });

  it("keeps each recipient a single address, whatever it contains (6)", async () => {
    const to = ["a,b@client.example", "ana@client.example", "Ana <x@evil.example>, y@z.example"];
    const mail = await parsed(captured({ ...aWelcome(), to }));
    expect(mail.to).toHaveLength(3);
  });

  it("does not let a name decode as an encoded word (1.7)", async () => {
    const name = "=?utf-8?Q?a=0D=0ABcc:_x=40evil.example?=";
    const mail = await parsed(captured(aWelcome({ firm: { name } })));
    expect(mail.subject).toContain("= ?utf-8?Q?a=0D=0ABcc:_x=40evil.example?= invites");
    expect(mail.from?.name).toContain("= ?utf-8?Q?a=0D=0ABcc");
  });
});
