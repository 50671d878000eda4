/** Converts a received message into the form that the outbox uses. */
import type { Email } from "postal-mime";
import { decodeWords } from "postal-mime";

import type { Arrival } from "./mailbox.ts";

/** A message as the outbox returns it, without trailing line breaks in its parts. */
export interface ToldMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly date: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly text: string;
  readonly html: string;
}

/**
 * Converts a received message: the headers of these names, and the attached logo back in its place.
 */
export function readBack({ mail }: Arrival, names: readonly string[]): ToldMail {
  const { name = "", address = "" } = mail.from ?? {};
  const quoted = name.replace(/["\\]/g, String.raw`\$&`);
  return {
    from: `"${quoted}" <${address}>`,
    to: (mail.to ?? []).map((recipient) => recipient.address ?? ""),
    subject: mail.subject ?? "",
    date: mail.date ?? "",
    headers: names.map((header) => ({
      name: header,
      value: headerOf(mail, header, `"${quoted}"`),
    })),
    text: (mail.text ?? "").trimEnd(),
    html: withLogo(mail).trimEnd(),
  };
}

function headerOf(mail: Email, name: string, from: string): string {
  const found = mail.headers.filter(({ key }) => key === name.toLowerCase());
  const value = found.map((header) => decodeWords(header.value)).join(" and again ");
  return name === "From" ? value.replace(/^.*(?= <)/, from) : value;
}

function withLogo({ html = "", attachments }: Email): string {
  return attachments.reduce((markup, { contentId = "", mimeType, content }) => {
    const bytes =
      typeof content === "string" ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
    const address = `cid:${contentId.slice(1, -1)}`;
    return markup.replaceAll(address, `data:${mimeType};base64,${bytes.toString("base64")}`);
  }, html);
}
