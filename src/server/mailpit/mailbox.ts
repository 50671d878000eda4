import { createHash } from "node:crypto";

import type { LruCache } from "../../base/values/lru-cache.ts";
import { newLruCache } from "../../base/values/lru-cache.ts";
import { Date } from "../../base/values/native-timers.ts";
import type { OutboxMessage } from "../../domain/model/mail.ts";
import { embeddedLogo } from "../../world/mail/brand.ts";
import { mailHtml } from "../../world/mail/html.ts";
import { mailHeaders, mailMime, writtenAddress } from "../../world/mail/mime.ts";
import type { MailSender } from "../../world/mail/sender.ts";
import { senderAddress } from "../../world/mail/sender.ts";
import { senderOf } from "../../world/workspace/outgoing-mail.ts";
import type { Workspace } from "../../world/workspace/workspace.ts";
import { htmlText } from "./html-text.ts";

export interface MailpitAddress {
  readonly Name: string;
  readonly Address: string;
}

/** A captured message with Mailpit's fields. Costly parts are computed on first use. */
export interface MailboxEntry {
  readonly message: OutboxMessage;
  /** Without angle brackets. */
  readonly messageId: string;
  readonly from: MailpitAddress;
  readonly to: readonly MailpitAddress[];
  /** Mailpit tags a message with its header X-Tags, which names the workspace. */
  readonly tags: readonly string[];
  readonly isInlined: () => boolean;
  /** The visible text of the HTML, optionally with the URLs of its links. */
  readonly shownText: (options: { readonly withLinks: boolean }) => string;
  readonly source: () => Promise<Buffer>;
  readonly size: () => Promise<number>;
}

/** One workspace's outbox as a mailbox. */
export interface Mailbox {
  readonly workspace: Workspace;
  readonly entry: (message: OutboxMessage) => MailboxEntry;
}

/** Message sizes by a hash of the content. */
export type KnownSizes = LruCache<string, number>;

/** Replaces the logo when only the text matters. */
const logoPlace = "cid:logo";

const knownSizesMax = 20_000;

export function newKnownSizes(): KnownSizes {
  return newLruCache(knownSizesMax);
}

export function openMailbox(workspace: Workspace, known: KnownSizes): Mailbox {
  const sender = senderOf(workspace);
  return { workspace, entry: (message) => mailboxEntry(message, sender, known) };
}

/** A message of that sender with Mailpit's fields. */
export function mailboxEntry(
  message: OutboxMessage,
  sender: MailSender,
  known: KnownSizes,
): MailboxEntry {
  const headers = new Map(mailHeaders(message, sender).map(({ name, value }) => [name, value]));
  const source = async (): Promise<Buffer> =>
    Buffer.concat([deliveryHeaders(message, sender), await mailMime(message, sender)]);
  const isInlined = (): boolean => embeddedLogo(message.content.brand.logo) !== null;
  return {
    message,
    messageId: (headers.get("Message-ID") ?? "").replace(/^<|>$/g, ""),
    from: addressOf(headers.get("From") ?? ""),
    to: message.to.map((address) => ({ Name: "", Address: writtenAddress(address) })),
    tags: (headers.get("X-Tags") ?? "").split(",").filter((tag) => tag !== ""),
    isInlined,
    shownText: (options) =>
      htmlText(mailHtml(message.content, isInlined() ? logoPlace : null), options),
    source,
    size: () => sizeOf(message, sender, { source, known }),
  };
}

/** The headers that Mailpit's SMTP server adds to a message. */
function deliveryHeaders({ to, at }: OutboxMessage, sender: MailSender): Buffer {
  const moment = new Date(at).toUTCString().replace(" 0", " ").replace("GMT", "+0000 (UTC)");
  const lines = [
    `Return-Path: <${senderAddress(sender.domain)}>`,
    `Received: from ${sender.domain} (localhost [127.0.0.1])`,
    "        by localhost (lead-sandbox) with SMTP",
    `        for <${writtenAddress(to[0] ?? "")}>; ${moment}`,
  ];
  return Buffer.from(lines.map((line) => `${line}\r\n`).join(""));
}

/** Parses `"Name" <address>`, the format of `mailFrom`. */
function addressOf(from: string): MailpitAddress {
  const [, name = "", address = from] = /^"(.*)" <(.*)>$/.exec(from) ?? [];
  return { Name: name.replace(/\\(.)/g, "$1"), Address: address };
}

/** Cached: composing takes milliseconds, and a list shows the size of each message. */
async function sizeOf(
  message: OutboxMessage,
  sender: MailSender,
  from: { readonly source: () => Promise<Buffer>; readonly known: KnownSizes },
): Promise<number> {
  const { id, at, to, subject, leadId, planId, content } = message;
  const made = [sender, id, at, to, subject, leadId, planId, content];
  const key = createHash("sha1").update(JSON.stringify(made)).digest("base64");
  const known = from.known.get(key);
  if (known !== undefined) return known;
  const size = (await from.source()).length;
  from.known.set(key, size);
  return size;
}
