/**
 * The MIME form of a captured message, made when somebody reads or relays it. Everything that a
 * composer would take from the process (date, Message-ID, boundary) comes from the message instead,
 * so that the same message is always the same bytes.
 */
import type { MailContent, OutboxMessage } from "../domain/mail.ts";
import { mailHtml } from "./html.ts";
import { headerText, oneLine } from "./one-line.ts";
import { mailText } from "./text.ts";

/** Where a mail comes from: the domain of its addresses and the workspace that sent it. */
export interface MailSender {
  readonly domain: string;
  readonly workspaceId: string;
}

/** The message as MIME with a text and an HTML part; the same bytes for the same arguments. */
export async function mailMime(message: OutboxMessage, sender: MailSender): Promise<Buffer> {
  // Loaded on first use: starting the server must not pay for it.
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer/index.js");
  const composer = new MailComposer({
    // Addresses as objects are never parsed as lists, so one recipient stays one.
    from: fromAddress(message.content, sender.domain),
    to: message.to.map((address) => ({ name: "", address: oneLine(address) })),
    headers: mailHeaders(message, sender)
      .filter(({ name }) => name !== "From" && name !== "To")
      .map(({ name, value }) => ({ key: name, value })),
    text: mailText(message.content),
    html: mailHtml(message.content),
    baseBoundary: message.id,
    newline: "windows",
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/** The headers that `mailMime` writes, decoded and one line each; those of the MIME structure are left out. */
export function mailHeaders(
  message: OutboxMessage,
  sender: MailSender,
): readonly { readonly name: string; readonly value: string }[] {
  const headers = [
    { name: "From", value: mailFrom(message.content, sender.domain) },
    { name: "To", value: message.to.map((address) => oneLine(address)).join(", ") },
    { name: "Subject", value: oneLine(message.subject) },
    { name: "Date", value: new Date(message.at).toUTCString().replace("GMT", "+0000") },
    { name: "Message-ID", value: oneLine(`<${message.id}@${sender.domain}>`) },
    { name: "X-Lead-Sandbox-Workspace", value: headerText(sender.workspaceId) },
    { name: "X-Lead-Sandbox-Kind", value: message.content.kind },
    { name: "X-Lead-Sandbox-Lead", value: headerText(message.leadId ?? "") },
    { name: "X-Lead-Sandbox-Plan", value: headerText(message.planId ?? "") },
  ];
  return headers.filter(({ value }) => value !== "");
}

/** The sender of a mail, co-branded with the Firm (interface 1.7), not encoded for a header. */
export function mailFrom(content: MailContent, domain: string): string {
  const { name, address } = fromAddress(content, domain);
  return `"${name.replace(/["\\]/g, String.raw`\$&`)}" <${address}>`;
}

function fromAddress(
  content: MailContent,
  domain: string,
): { readonly name: string; readonly address: string } {
  return {
    name: oneLine(`${headerText(content.brand.firmName)} via Lead Sandbox`),
    address: `no-reply@${domain}`,
  };
}
