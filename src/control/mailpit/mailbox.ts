import { createHash } from "node:crypto";

import type { LruCache } from "../../domain/lru-cache.ts";
import { newLruCache } from "../../domain/lru-cache.ts";
import type { OutboxMessage } from "../../domain/mail.ts";
import { embeddedLogo } from "../../mail/brand.ts";
import { mailHtml } from "../../mail/html.ts";
import { mailHeaders, mailMime, writtenAddress } from "../../mail/mime.ts";
import type { MailSender } from "../../mail/sender.ts";
import { senderAddress } from "../../mail/sender.ts";
import { senderOf } from "../../workspace/outgoing-mail.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { htmlText } from "./html-text.ts";

/** An address as Mailpit shows it. */
export interface MailpitAddress {
  readonly Name: string;
  readonly Address: string;
}

/** A captured message with what Mailpit would know of it; costly parts are made on first use. */
export interface MailboxEntry {
  readonly message: OutboxMessage;
  /** Without its angle brackets. */
  readonly messageId: string;
  readonly from: MailpitAddress;
  readonly to: readonly MailpitAddress[];
  /** Mailpit tags a message with its header X-Tags, which names the workspace. */
  readonly tags: readonly string[];
  readonly isInlined: () => boolean;
  /** The text that the HTML shows, with the addresses of its links if asked for. */
  readonly shownText: (options: { readonly withLinks: boolean }) => string;
  readonly source: () => Promise<Buffer>;
  readonly size: () => Promise<number>;
}

/** One workspace's outbox as a mailbox. */
export interface Mailbox {
  readonly workspace: Workspace;
  readonly entry: (message: OutboxMessage) => MailboxEntry;
}

/** Sizes of messages by what they are made from, apart from the logo of their Firm, which is long. */
export type KnownSizes = LruCache<string, { readonly logo: string | null; readonly size: number }>;

/** What stands for the logo where only the text is of interest. */
const logoPlace = "cid:logo";

const knownSizesMax = 20_000;

/** No size yet. */
export function newKnownSizes(): KnownSizes {
  return newLruCache(knownSizesMax);
}

/** The outbox of `workspace` as a mailbox. */
export function openMailbox(workspace: Workspace, known: KnownSizes): Mailbox {
  const sender = senderOf(workspace);
  return { workspace, entry: (message) => mailboxEntry(message, sender, known) };
}

/** What Mailpit would know of a message from that sender. */
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

/** What Mailpit's SMTP server writes above a message that it takes. */
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

/** `"Name" <address>`, as `mailFrom` writes it. */
function addressOf(from: string): MailpitAddress {
  const [, name = "", address = from] = /^"(.*)" <(.*)>$/.exec(from) ?? [];
  return { Name: name.replace(/\\(.)/g, "$1"), Address: address };
}

/** Composing takes milliseconds and a list shows the size of each message, so that it is remembered. */
async function sizeOf(
  message: OutboxMessage,
  sender: MailSender,
  from: { readonly source: () => Promise<Buffer>; readonly known: KnownSizes },
): Promise<number> {
  const { id, at, to, subject, leadId, planId, content } = message;
  const { logo } = content.brand;
  const brand = { ...content.brand, logo: null };
  const made = [sender, id, at, to, subject, leadId, planId, { ...content, brand }];
  const key = createHash("sha1").update(JSON.stringify(made)).digest("base64");
  const known = from.known.get(key);
  if (known?.logo === logo) return known.size;
  const size = (await from.source()).length;
  from.known.set(key, { logo, size });
  return size;
}
