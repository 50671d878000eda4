import type { Cause } from "../../domain/model/cause.ts";
import type { MailContent, MailDraft, OutboxMessage } from "../../domain/model/mail.ts";
import { messageFields } from "../../domain/records/message.ts";
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

/** A reader of messages that adds the logos of `firms`. */
export function messageReader(firms: Pick<FirmStore, "find">): MessageReader {
  const messageFromRow = (row: OutboxRow): OutboxMessage => withLogo(messageOf(row), firms);
  return {
    messageFromRow,
    messageOrNull: (row) => (row === undefined ? null : messageFromRow(row)),
  };
}

/** The content was a valid draft when it was written. */
function storedContent(text: string): MailContent {
  const content: MailDraft["content"] = JSON.parse(text);
  return content;
}

function storedCause(text: string): Cause {
  const cause: Cause = JSON.parse(text);
  return cause;
}

const rows = rowsOf(messageFields);

/** The row of a message without the logo, which the Firm's row stores. */
export function rowFromMessage(message: OutboxMessage) {
  const { content } = message;
  return {
    ...rows.toRow(message),
    kind: content.kind,
    recipients: JSON.stringify(message.to),
    content: JSON.stringify(content.brand.logo === null ? content : branded(content, null)),
    cause: message.cause === null ? null : JSON.stringify(message.cause),
  };
}

/** The message of a row. Only rows of older versions contain the logo. */
function messageOf(row: OutboxRow): OutboxMessage {
  return {
    ...rows.fromRow(row),
    to: jsonStrings(row.recipients),
    content: storedContent(row.content),
    cause: row.cause === null ? null : storedCause(row.cause),
  };
}

function withLogo(message: OutboxMessage, firms: Pick<FirmStore, "find">): OutboxMessage {
  const { content } = message;
  const { firmId } = content.brand;
  if (firmId === undefined) return message;
  const logo = firms.find(firmId)?.logo ?? null;
  return logo === null ? message : { ...message, content: branded(content, logo) };
}

function branded(content: MailContent, logo: string | null): MailContent {
  return { ...content, brand: { ...content.brand, logo } };
}
