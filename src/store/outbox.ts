import type { Placeholder, SQL } from "drizzle-orm";
import { and, asc, desc, eq, inArray, lte, sql } from "drizzle-orm";

import { lazily } from "../domain/lazily.ts";
import type { Page } from "../domain/list-query.ts";
import type {
  MailContent,
  MailDraft,
  MailKind,
  OutboxMessage,
  RelayState,
} from "../domain/mail.ts";
import type { Db } from "./database.ts";
import { jsonStrings } from "./json-column.ts";
import { records } from "./records.ts";
import { outbox } from "./schema.ts";

/** Which captured messages are asked for; `to` and `subject` match a part, in any case. */
export interface MessageFilter {
  readonly to?: string | undefined;
  readonly kind?: MailKind | undefined;
  readonly subject?: string | undefined;
  readonly leadId?: string | undefined;
  readonly since?: number | undefined;
  readonly relay?: RelayState | undefined;
  readonly isRead?: boolean | undefined;
  /** None but these. */
  readonly ids?: ReadonlySet<string> | undefined;
}

/** The mail that one workspace captured. Numbers of deleted messages are not used again. */
export function outboxStore(db: Db) {
  const statements = outboxStatements(db);
  return {
    ...records(db, outbox, { toRow: rowFromMessage, fromRow: messageFromRow }),
    ...relaying(db),
    nextNumber: (): number => (statements.last().get()?.last ?? 0) + 1,
    /** The messages that match, newest first. */
    list(
      filter: MessageFilter,
      page: { readonly limit: number; readonly offset: number },
    ): Page<OutboxMessage> {
      const values = valuesOf(filter);
      const total = statements.count().get(values)?.total ?? 0;
      const rows = total === 0 ? [] : statements.matching().all({ ...values, ...page });
      return { rows: rows.map(messageFromRow), total };
    },
    /** The newest message that matches, or null. */
    newest(filter: MessageFilter): OutboxMessage | null {
      const row = statements.matching().get({ ...valuesOf(filter), limit: 1, offset: 0 });
      return row === undefined ? null : messageFromRow(row);
    },
    /** The message of that id when it matches, or null. */
    matching(id: string, filter: MessageFilter): OutboxMessage | null {
      const row = statements.one().get({ ...valuesOf(filter), id });
      return row === undefined ? null : messageFromRow(row);
    },
    /** Removes those messages; answers how many there were. */
    remove: (ids: readonly string[]): number =>
      db
        .delete(outbox)
        .where(inArray(outbox.id, [...ids]))
        .run().changes,
    markRead: (ids: readonly string[], isRead: boolean): number =>
      db
        .update(outbox)
        .set({ isRead })
        .where(inArray(outbox.id, [...ids]))
        .run().changes,
    clear(): number {
      return db.delete(outbox).run().changes;
    },
    /** Removes all but the newest `count`; what is on its way is kept, and what is newer than the oldest of that. */
    keepNewest(count: number): void {
      statements.trim().run({ count });
    },
  };
}

export type OutboxStore = ReturnType<typeof outboxStore>;

/** The messages on their way to a mail server. */
function relaying(db: Db) {
  const p = sql.placeholder;
  const inState = lazily(() =>
    db
      .select()
      .from(outbox)
      // The first condition is that of the index, which is not used without it.
      .where(and(sql`${outbox.relay} in ('due', 'sending')`, eq(outbox.relay, p("relay"))))
      .orderBy(asc(outbox.number))
      .limit(p("limit"))
      .prepare(),
  );
  const mark = lazily(() =>
    db
      .update(outbox)
      .set({ relay: sql`${p("relay")}`, relayNote: sql`${p("note")}` })
      .where(eq(outbox.id, p("id")))
      .prepare(),
  );
  return {
    /** The oldest message that waits to be sent, or null. */
    nextDue(): OutboxMessage | null {
      const row = inState().get({ relay: "due", limit: 1 });
      return row === undefined ? null : messageFromRow(row);
    },
    /** The messages of which an earlier run does not know whether they arrived. */
    interrupted: (): readonly OutboxMessage[] =>
      inState().all({ relay: "sending", limit: -1 }).map(messageFromRow),
    /** Writes how far a message is; false when it is gone. */
    markRelay: (id: string, relay: RelayState, note: string | null): boolean =>
      mark().run({ id, relay, note }).changes > 0,
    /** Takes every message off its way that is on it; answers how many there were. */
    stopRelaying: (note: string): number =>
      db
        .update(outbox)
        .set({ relay: "failed", relayNote: note })
        .where(inArray(outbox.relay, ["due", "sending"]))
        .run().changes,
  };
}

function outboxStatements(db: Db) {
  const p = sql.placeholder;
  return {
    last: lazily(() =>
      db
        .select({ last: sql<number>`seq` })
        .from(sql`sqlite_sequence`)
        .where(sql`name = 'outbox'`)
        .prepare(),
    ),
    matching: lazily(() =>
      db
        .select()
        .from(outbox)
        .where(matches)
        .orderBy(desc(outbox.number))
        .limit(p("limit"))
        .offset(p("offset"))
        .prepare(),
    ),
    one: lazily(() =>
      db
        .select()
        .from(outbox)
        .where(and(eq(outbox.id, p("id")), matches))
        .prepare(),
    ),
    count: lazily(() =>
      db
        .select({ total: sql<number>`count(*)` })
        .from(outbox)
        .where(matches)
        .prepare(),
    ),
    trim: lazily(() =>
      db
        .delete(outbox)
        .where(
          // One bound, so that a long queue is not looked through.
          lte(
            outbox.number,
            sql`min(
              (select max(number) from outbox) - ${p("count")},
              ifnull((select min(number) - 1 from outbox where relay in ('due', 'sending')), 9e15)
            )`,
          ),
        )
        .prepare(),
    ),
  };
}

/** Every condition in one statement, so that it is prepared once; a value that is null asks for nothing. */
const matches = and(
  given(
    "to",
    (to) => sql`exists (
      select 1 from json_each(${outbox.recipients}) where instr(lower(value), lower(${to})) > 0
    )`,
  ),
  given("kind", (kind) => sql`${outbox.kind} = ${kind}`),
  given("subject", (subject) => sql`instr(lower(${outbox.subject}), lower(${subject})) > 0`),
  given("leadId", (leadId) => sql`${outbox.leadId} = ${leadId}`),
  given("since", (since) => sql`${outbox.at} >= ${since}`),
  given("relay", (relay) => sql`${outbox.relay} = ${relay}`),
  given("isRead", (isRead) => sql`${outbox.isRead} = ${isRead}`),
  given("ids", (ids) => sql`${outbox.id} in (select value from json_each(${ids}))`),
);

function given(name: keyof MessageFilter, condition: (value: Placeholder) => SQL): SQL {
  const value = sql.placeholder(name);
  return sql`(${value} is null or ${condition(value)})`;
}

function valuesOf(filter: MessageFilter): Record<keyof MessageFilter, unknown> {
  const { to = null, kind = null, subject = null, leadId = null, since = null } = filter;
  const { relay = null, isRead, ids } = filter;
  const idList = ids === undefined ? null : JSON.stringify([...ids]);
  const read = isRead === undefined ? null : Number(isRead);
  return { to, kind, subject, leadId, since, relay, isRead: read, ids: idList };
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
    isRead: Number(message.isRead),
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
    relay: row.relay,
    relayNote: row.relayNote,
    isRead: row.isRead,
    content: storedContent(row.content),
  };
}
