/** The answers of Mailpit, field by field. */
import { createHash } from "node:crypto";

import { iso } from "../../base/values/moment.ts";
import type { ReadMail, ReadPart } from "../../world/mail/read-mime.ts";
import { readMime } from "../../world/mail/read-mime.ts";
import { snippet } from "./html-text.ts";
import type { MailboxEntry } from "./mailbox.ts";

export async function listItem(entry: MailboxEntry) {
  const { message, from, to, tags } = entry;
  return {
    ID: message.id,
    MessageID: entry.messageId,
    Read: message.isRead,
    From: from,
    To: to,
    // Mailpit has null in lists where a single message has an empty list.
    Cc: null,
    Bcc: null,
    ReplyTo: null,
    Subject: message.subject,
    Created: goTime(message.at),
    Username: "",
    Tags: tags,
    Size: await entry.size(),
    Attachments: 0,
    Snippet: snippet(entry.shownText({ withLinks: false })),
  };
}

/** A single message with all its fields. */
export async function wholeMessage(entry: MailboxEntry) {
  const { message, from, to, tags } = entry;
  const source = await entry.source();
  const mail = await readMime(source);
  return {
    ID: message.id,
    MessageID: entry.messageId,
    From: from,
    To: to,
    Cc: [],
    Bcc: [],
    ReplyTo: [],
    ReturnPath: from.Address,
    Subject: message.subject,
    ListUnsubscribe: listUnsubscribe(mail),
    // A Date header has no milliseconds.
    Date: goTime(Math.floor(message.at / 1000) * 1000),
    Tags: tags,
    Username: "",
    Text: mail.text,
    HTML: mail.html,
    Size: source.length,
    Inline: mail.parts.map(shownPart),
    Attachments: [],
  };
}

/** The headers by name in Go's spelling, in order, with undecoded values. */
export function shownHeaders({ headers }: ReadMail): Readonly<Record<string, readonly string[]>> {
  const shown: Record<string, string[]> = {};
  for (const { name, value } of headers) {
    // Go joins a folded line with one space, regardless of its indentation.
    (shown[headerName(name)] ??= []).push(value.replace(/ {2,}/g, " "));
  }
  return Object.fromEntries(Object.entries(shown).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The part of a message with that PartID, or null. */
export function partOf({ parts }: ReadMail, partId: string): ReadPart | null {
  return parts.find((_, index) => partIdOf(index) === partId) ?? null;
}

/** The HTML with links that open in a new window, for a page that embeds it. */
export function withNewWindows(html: string): string {
  return html.replace(/<a(?=\s)/gi, '<a target="_blank" rel="noreferrer noopener"');
}

/** The HTML with each `cid:` URL replaced by the part's URL, relative to the page of the HTML. */
export function withPartUrls({ html, parts }: ReadMail, messageId: string): string {
  let shown = html;
  for (const [index, { contentId }] of parts.entries()) {
    const url = `../api/v1/message/${encodeURIComponent(messageId)}/part/${partIdOf(index)}`;
    shown = shown.replaceAll(`"cid:${contentId}"`, `"${url}"`);
  }
  return shown;
}

/** A time in Go's format, without trailing zeros of the fraction. */
function goTime(at: number): string {
  return iso(at).replace(/\.?0*Z$/, "Z");
}

function headerName(name: string): string {
  return name.toLowerCase().replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

/** The second part of the message holds the HTML as 2.1; its attachments follow from 2.2. */
function partIdOf(index: number): string {
  return `2.${index + 2}`;
}

function shownPart(part: ReadPart, index: number) {
  const { fileName, mediaType, contentId, bytes } = part;
  const sum = (algorithm: string): string => createHash(algorithm).update(bytes).digest("hex");
  return {
    PartID: partIdOf(index),
    FileName: fileName === "" ? contentId : fileName,
    ContentType: mediaType,
    ContentID: contentId,
    Size: bytes.length,
    Checksums: { MD5: sum("md5"), SHA1: sum("sha1"), SHA256: sum("sha256") },
  };
}

function listUnsubscribe({ headers }: ReadMail) {
  const value = (name: string): string =>
    headers.find((header) => header.name.toLowerCase() === name)?.value ?? "";
  const header = value("list-unsubscribe");
  return {
    Header: header,
    Links: Array.from(header.matchAll(/<([^<>\s]+)>/g), ([, link = ""]) => link),
    Errors: "",
    HeaderPost: value("list-unsubscribe-post"),
  };
}
