import type { SQL } from "drizzle-orm";
import { and, desc, eq, gte, sql } from "drizzle-orm";

import type { Page } from "../domain/list-query.ts";
import type { MailContent, MailDraft, MailKind, OutboxMessage } from "../domain/mail.ts";
import type { Db } from "./database.ts";
import { jsonStrings } from "./json-column.ts";
import { lazily } from "./prepared.ts";
import { records } from "./records.ts";
import { outbox } from "./schema.ts";

/** Which captured messages are asked for; `to` and `subject` match a part, in any case. */
export interface MessageFilter {
  readonly to?: string | undefined;
  readonly kind?: MailKind | undefined;
  readonly subject?: string | undefined;
  readonly leadId?: string | undefined;
  readonly since?: number | undefined;
}

/** The mail that one workspace captured. Numbers of deleted messages are not used again. */
export function outboxStore(db: Db) {
  const last = lazily(() =>
    db
      .select({ last: sql<number>`seq` })
      .from(sql`sqlite_sequence`)
      .where(sql`name = 'outbox'`)
      .prepare(),
  );
  return {
    ...records(db, outbox, { toRow: rowFromMessage, fromRow: messageFromRow }),
    nextNumber: (): number => (last().get()?.last ?? 0) + 1,
    /** The messages that match, newest first. */
    list(
      filter: MessageFilter,
      page: { readonly limit: number; readonly offset: number },
    ): Page<OutboxMessage> {
      const where = and(...conditions(filter));
      const rows = db
        .select()
        .from(outbox)
        .where(where)
        .orderBy(desc(outbox.number))
        .limit(page.limit)
        .offset(page.offset)
        .all();
      const count = db
        .select({ total: sql<number>`count(*)` })
        .from(outbox)
        .where(where)
        .get();
      return { rows: rows.map(messageFromRow), total: count?.total ?? 0 };
    },
    clear(): number {
      return db.delete(outbox).run().changes;
    },
  };
}

export type OutboxStore = ReturnType<typeof outboxStore>;

function conditions(filter: MessageFilter): SQL[] {
  const found: SQL[] = [];
  const { to, kind, subject, leadId, since } = filter;
  if (to !== undefined) {
    found.push(
      sql`exists (select 1 from json_each(${outbox.recipients}) where instr(lower(value), lower(${to})) > 0)`,
    );
  }
  if (kind !== undefined) found.push(eq(outbox.kind, kind));
  if (subject !== undefined)
    found.push(sql`instr(lower(${outbox.subject}), lower(${subject})) > 0`);
  if (leadId !== undefined) found.push(eq(outbox.leadId, leadId));
  if (since !== undefined) found.push(gte(outbox.at, since));
  return found;
}

/** The content is what a draft of ours was when it was written. */
function storedContent(text: string): MailContent {
  const content: MailDraft["content"] = JSON.parse(text);
  return content;
}

function rowFromMessage(message: OutboxMessage) {
  return {
    ...message,
    kind: message.content.kind,
    recipients: JSON.stringify(message.to),
    links: JSON.stringify(message.links),
    content: JSON.stringify(message.content),
  };
}

function messageFromRow(row: typeof outbox.$inferSelect): OutboxMessage {
  return {
    id: row.id,
    at: row.at,
    to: jsonStrings(row.recipients),
    subject: row.subject,
    links: jsonStrings(row.links),
    leadId: row.leadId,
    planId: row.planId,
    relayed: row.relayed,
    content: storedContent(row.content),
  };
}
