import type { MailContent, MailDraft, OutboxMessage } from "../domain/mail.ts";
import { messageFields } from "../records/message.ts";
import type { FirmStore } from "./firms.ts";
import { jsonStrings } from "./json-column.ts";
import { rowsOf } from "./record-columns.ts";
import type { outbox } from "./schema.ts";

type OutboxRow = typeof outbox.$inferSelect;

/** Reads messages from their rows. */
export interface MessageReader {
  readonly messageFromRow: (row: OutboxRow) => OutboxMessage;
  readonly messageOrNull: (row: OutboxRow | undefined) => OutboxMessage | null;
}

/** The reader of messages that show the logos of `firms`. */
export function messageReader(firms: Pick<FirmStore, "find">): MessageReader {
  const messageFromRow = (row: OutboxRow): OutboxMessage => withLogo(messageOf(row), firms);
  return {
    messageFromRow,
    messageOrNull: (row) => (row === undefined ? null : messageFromRow(row)),
  };
}

/** The content is what a draft of ours was when it was written. */
function storedContent(text: string): MailContent {
  const content: MailDraft["content"] = JSON.parse(text);
  return content;
}

const rows = rowsOf(messageFields);

/** The row of a message, without the logo, which is the Firm's. */
export function rowFromMessage(message: OutboxMessage) {
  const { content } = message;
  return {
    ...rows.toRow(message),
    kind: content.kind,
    recipients: JSON.stringify(message.to),
    content: JSON.stringify({ ...content, brand: { ...content.brand, logo: null } }),
  };
}

/** The message of a row; its logo is in the row only when an older version wrote it. */
function messageOf(row: OutboxRow): OutboxMessage {
  return {
    ...rows.fromRow(row),
    to: jsonStrings(row.recipients),
    content: storedContent(row.content),
  };
}

/** The message with the logo of the Firm that it is branded with. */
function withLogo(message: OutboxMessage, firms: Pick<FirmStore, "find">): OutboxMessage {
  const { content } = message;
  const { firmId } = content.brand;
  if (firmId === undefined) return message;
  const logo = firms.find(firmId)?.logo ?? null;
  return logo === null ? message : { ...message, content: branded(content, logo) };
}

function branded(content: MailContent, logo: string): MailContent {
  return { ...content, brand: { ...content.brand, logo } };
}
