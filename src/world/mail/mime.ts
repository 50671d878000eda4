/**
 * The MIME form of a captured message, made when it is read or relayed. Date, Message-ID and boundary come
 * from the message, not the process, so the same message always has the same bytes.
 */
import { Date } from "../../base/values/native-timers.ts";
import type { MailContent, OutboxMessage } from "../../domain/model/mail.ts";
import { embeddedLogo } from "./brand.ts";
import { mailHtml } from "./html.ts";
import { messageId } from "./message-id.ts";
import { headerText, singleLine } from "./one-line.ts";
import type { MailSender } from "./sender.ts";
import { senderAddress } from "./sender.ts";
import { mailText } from "./text.ts";

/** Loads what composes messages. Starting a server that relays no mail must not pay for it. */
export const loadComposer = () => import("nodemailer/lib/mail-composer/index.js");

/** The message as MIME with a text and an HTML part. It is deterministic. */
export async function mailMime(message: OutboxMessage, sender: MailSender): Promise<Buffer> {
  const { default: MailComposer } = await loadComposer();
  const logo = attachedLogo(message, sender);
  const composer = new MailComposer({
    // Address objects are never parsed as lists, so one recipient stays one.
    from: fromAddress(message.content, sender.domain),
    to: message.to.map((address) => ({ name: "", address: singleLine(address) })),
    headers: mailHeaders(message, sender)
      .filter(({ name }) => name !== "From" && name !== "To")
      .map(({ name, value }) => ({ key: name, value })),
    text: mailText(message.content),
    html: mailHtml(message.content, logo === null ? null : `cid:${logo.cid}`),
    attachments: logo === null ? [] : [logo],
    baseBoundary: message.id,
    newline: "windows",
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/** The logo as a related part that the HTML references by `cid`: mail clients do not show data URIs. */
function attachedLogo({ id, content }: OutboxMessage, sender: MailSender) {
  const logo = embeddedLogo(content.brand.logo);
  if (logo === null) return null;
  const cid = `logo.${messageId({ id }, sender).slice(1, -1)}`;
  return {
    path: logo.dataUri,
    filename: logo.fileName,
    cid,
    contentDisposition: "inline",
  } as const;
}

/** The headers that `mailMime` writes, decoded, each on one line. Omits those of the MIME structure. */
export function mailHeaders(
  message: OutboxMessage,
  sender: MailSender,
): readonly { readonly name: string; readonly value: string }[] {
  const headers = [
    { name: "From", value: mailFrom(message.content, sender.domain) },
    { name: "To", value: message.to.map(writtenAddress).join(", ") },
    { name: "Subject", value: singleLine(message.subject) },
    { name: "Date", value: new Date(message.at).toUTCString().replace("GMT", "+0000") },
    { name: "Message-ID", value: messageId(message, sender) },
    { name: "Auto-Submitted", value: "auto-generated" },
    ...wayOut(message.content),
    { name: "X-Tags", value: headerText(sender.workspaceId).replace(/[^\w. -]/g, "-") },
    { name: "X-Lead-Sandbox-Workspace", value: headerText(sender.workspaceId) },
    { name: "X-Lead-Sandbox-Kind", value: message.content.kind },
    { name: "X-Lead-Sandbox-Lead", value: headerText(message.leadId ?? "") },
    { name: "X-Lead-Sandbox-Plan", value: headerText(message.planId ?? "") },
  ];
  return headers.filter(({ value }) => value !== "");
}

/** The composer lowercases a domain. */
export function writtenAddress(address: string): string {
  return singleLine(address).replace(/@[^@]*$/, (domain) => domain.toLowerCase());
}

/** The headers of a mail client's unsubscribe button: one POST, no page (RFC 2369, RFC 8058). */
function wayOut(
  content: MailContent,
): readonly { readonly name: string; readonly value: string }[] {
  if (content.kind === "welcome" || !URL.canParse(content.unsubscribeUrl)) return [];
  return [
    { name: "List-Unsubscribe", value: `<${new URL(content.unsubscribeUrl).href}>` },
    { name: "List-Unsubscribe-Post", value: "List-Unsubscribe=One-Click" },
  ];
}

/** The sender of a mail, co-branded with the Firm (interface 1.7), not yet encoded for a header. */
export function mailFrom(content: MailContent, domain: string): string {
  const { name, address } = fromAddress(content, domain);
  return `"${name.replace(/["\\]/g, String.raw`\$&`)}" <${address}>`;
}

function fromAddress(
  content: MailContent,
  domain: string,
): { readonly name: string; readonly address: string } {
  return {
    name: singleLine(`${headerText(content.brand.firmName)} via Lead Sandbox`),
    address: senderAddress(domain),
  };
}
