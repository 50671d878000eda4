import type { Attachment } from "postal-mime";

/** A MIME message, parsed as a mail client does. */
export interface ReadMail {
  /** In order, each on one line and not decoded. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** With CR LF line ends. */
  readonly text: string;
  readonly html: string;
  readonly parts: readonly ReadPart[];
}

/** An attachment: any part except the text and the HTML. */
export interface ReadPart {
  readonly fileName: string;
  readonly mediaType: string;
  readonly isInline: boolean;
  /** Without angle brackets; `cid:` in the HTML refers to it. */
  readonly contentId: string;
  readonly bytes: Buffer<ArrayBuffer>;
}

/** Parses a composed message, so that the sandbox shows what a mail client receives. */
export async function readMime(source: Buffer): Promise<ReadMail> {
  // Loaded on first use: starting the server must not pay for it.
  const { default: PostalMime } = await import("postal-mime");
  const email = await PostalMime.parse(source, { attachmentEncoding: "base64" });
  return {
    headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    text: mailLines(email.text ?? ""),
    html: mailLines(email.html ?? ""),
    parts: email.attachments.map(partOf),
  };
}

function partOf(attachment: Attachment): ReadPart {
  const { content } = attachment;
  return {
    fileName: attachment.filename ?? "",
    mediaType: attachment.mimeType,
    isInline: attachment.disposition === "inline",
    contentId: (attachment.contentId ?? "").replace(/^<|>$/g, ""),
    bytes: typeof content === "string" ? Buffer.from(content, "base64") : Buffer.alloc(0),
  };
}

/** The parser ends lines with LF and adds one that belongs to the boundary after the part. */
function mailLines(text: string): string {
  return text.replace(/\n$/, "").replace(/\r?\n/g, "\r\n");
}
