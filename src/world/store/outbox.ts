import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";

import type { EnvironmentFilter } from "../../domain/model/firm.ts";
import type { Page } from "../../domain/model/list-query.ts";
import type { OutboxMessage, RelayState } from "../../domain/model/mail.ts";
import type { FirmStore } from "./firms.ts";
import { newHighestNumber } from "./highest-number.ts";
import { outboxBounds } from "./outbox-bounds.ts";
import type { MessageFilter } from "./outbox-filter.ts";
import { matches, mayMatch, valuesOf } from "./outbox-filter.ts";
import type { MessageReader } from "./outbox-rows.ts";
import { messageReader, rowFromMessage } from "./outbox-rows.ts";
import { insertPlaceholders } from "./placeholders.ts";
import { outbox } from "./schema.ts";
import type { SettingStore } from "./settings.ts";
import type { Db } from "./statement.ts";
import { changeText, prepared, preparedColumn, queryText } from "./statement.ts";

/** The captured mail of one workspace. Numbers of deleted messages are not reused. */
export function outboxStore(
  db: Db,
  { firms, settings }: { readonly firms: FirmStore; readonly settings: SettingStore },
) {
  const reader = messageReader(firms);
  const { messageFromRow, messageOrNull } = reader;
  const last = newHighestNumber(db, preparedColumn(db, texts.last));
  const insert = prepared(db, texts.insert);
  const matching = prepared(db, texts.matching);
  const count = preparedColumn(db, texts.total);
  const remove = prepared(db, texts.remove);
  const markRead = prepared(db, texts.markRead);
  const bounds = outboxBounds(db, settings);
  return {
    ...relaying(db, reader),
    ...inSpans(db, reader),
    ...byId(db, reader),
    nextNumber: (): number => last.get() + 1,
    insert(number: number, message: OutboxMessage): void {
      const row = rowFromMessage(message);
      insert.run({ ...row, number });
      last.inserted(number);
      bounds.inserted(row);
    },
    /** The messages that match, newest first. */
    list(
      filter: MessageFilter,
      page: { readonly limit: number; readonly offset: number },
    ): Page<OutboxMessage> {
      const values = valuesOf(filter);
      const total = count.get(values) ?? 0;
      const rows = total === 0 ? [] : matching.all({ ...values, ...page });
      return { rows: rows.map(messageFromRow), total };
    },
    mayMatch,
    /** The newest matching message, or null. */
    newest: (filter: MessageFilter): OutboxMessage | null =>
      messageOrNull(matching.get({ ...valuesOf(filter), limit: 1, offset: 0 })),
    /** Removes those messages; returns their count. */
    remove: (ids: readonly string[]): number => {
      bounds.removed();
      return remove.run({ ids: JSON.stringify(ids) });
    },
    markRead: (ids: readonly string[], isRead: boolean): number =>
      markRead.run({ ids: JSON.stringify(ids), isRead: Number(isRead) }),
    clear: clearing(db, bounds),
    keepWithin: bounds.keepWithin,
    standing: bounds.standing,
  };
}

/** Reads single messages. */
function byId(db: Db, { messageOrNull }: MessageReader) {
  const ofId = prepared(db, texts.byId);
  const between = prepared(db, texts.between);
  return {
    find: (id: string): OutboxMessage | null => messageOrNull(ofId.get({ id })),
    /** The message with that id if it matches, or null. */
    matching(id: string, filter: MessageFilter): OutboxMessage | null {
      const { number = 0 } = ofId.get({ id }) ?? {};
      return messageOrNull(between.get({ ...valuesOf(filter), first: number, last: number }));
    },
  };
}

/** Removes all messages, or those of one environment. The drop count starts over once the outbox is empty. */
function clearing(db: Db, bounds: ReturnType<typeof outboxBounds>) {
  const all = prepared(db, texts.clear);
  const ofOne = prepared(db, texts.clearIn);
  return (environment: EnvironmentFilter = null): number => {
    const removed = environment === null ? all.run() : ofOne.run({ environment });
    bounds.removed();
    if (bounds.standing().bytes === 0) bounds.cleared();
    return removed;
  };
}

export type OutboxStore = ReturnType<typeof outboxStore>;

/** The first and last number of a range of messages. */
export interface OutboxSpan {
  readonly first: number;
  readonly last: number;
}

/** Reads messages in parts, for a reader that scans many. */
function inSpans(db: Db, { messageFromRow }: MessageReader) {
  const ends = prepared(db, texts.ends);
  const between = prepared(db, texts.between);
  return {
    /** The numbers of the newest `count` messages up to the number `to`, or null when there are none. */
    span(count: number, to = Number.MAX_SAFE_INTEGER): OutboxSpan | null {
      const { first = null, last = null } = ends.get({ count, to }) ?? {};
      return first === null || last === null ? null : { first, last };
    },
    /** The messages of those numbers that match, newest first. */
    between: (filter: MessageFilter, span: OutboxSpan): readonly OutboxMessage[] =>
      between.all({ ...valuesOf(filter), ...span }).map(messageFromRow),
  };
}

function relaying(db: Db, { messageFromRow, messageOrNull }: MessageReader) {
  const inState = prepared(db, texts.inState);
  const mark = prepared(db, texts.mark);
  const stop = prepared(db, texts.stop);
  return {
    /** The oldest due message, or null. */
    nextDue: (): OutboxMessage | null => messageOrNull(inState.get({ relay: "due", limit: 1 })),
    /** The messages that an earlier run may or may not have delivered. */
    interrupted: (): readonly OutboxMessage[] =>
      inState.all({ relay: "sending", limit: -1 }).map(messageFromRow),
    /** Records the progress of a message; false when it is gone. */
    markRelay: (id: string, relay: RelayState, note: string | null): boolean =>
      mark.run({ id, relay, note }) > 0,
    /** Cancels the relay of every message; returns their count. */
    stopRelaying: (note: string): number => stop.run({ note }),
  };
}

const p = sql.placeholder;

/** Ids have no index: nearly every Lead writes a message, and few are read by id. */
const ofId = eq(outbox.id, p("id"));
const ofIds = inArray(outbox.id, sql`(select value from json_each(${p("ids")}))`);

const isOnItsWay = sql`relay in ('due', 'sending')`;

const texts = {
  insert: changeText((db) => db.insert(outbox).values(insertPlaceholders(outbox))),
  last: queryText((db) =>
    db
      .select({ last: sql<number>`seq`.as("last") })
      .from(sql`sqlite_sequence`)
      .where(sql`name = 'outbox'`),
  ),
  matching: queryText((db) =>
    db
      .select()
      .from(outbox)
      .where(matches)
      .orderBy(desc(outbox.number))
      .limit(p("limit"))
      .offset(p("offset")),
  ),
  ends: queryText((db) =>
    db
      .select({
        first: sql<number | null>`min(number)`.as("first"),
        last: sql<number | null>`max(number)`.as("last"),
      })
      .from(
        sql`(select number from ${outbox} where number <= ${p("to")} order by number desc limit ${p("count")})`,
      ),
  ),
  between: queryText((db) =>
    db
      .select()
      .from(outbox)
      .where(and(sql`${outbox.number} between ${p("first")} and ${p("last")}`, matches))
      .orderBy(desc(outbox.number)),
  ),
  byId: queryText((db) => db.select().from(outbox).where(ofId).orderBy(desc(outbox.number))),
  total: queryText((db) =>
    db
      .select({ total: sql<number>`count(*)`.as("total") })
      .from(outbox)
      .where(matches),
  ),
  clear: changeText((db) => db.delete(outbox)),
  clearIn: changeText((db) => db.delete(outbox).where(eq(outbox.environment, p("environment")))),
  remove: changeText((db) => db.delete(outbox).where(ofIds)),
  markRead: changeText((db) =>
    db
      .update(outbox)
      .set({ isRead: sql`${p("isRead")}` })
      .where(ofIds),
  ),
  inState: queryText((db) =>
    db
      .select()
      .from(outbox)
      // The first condition repeats that of the partial index; SQLite does not use the index without it.
      .where(and(isOnItsWay, eq(outbox.relay, p("relay"))))
      .orderBy(asc(outbox.number))
      .limit(p("limit")),
  ),
  mark: changeText((db) =>
    db
      .update(outbox)
      .set({ relay: sql`${p("relay")}`, relayNote: sql`${p("note")}` })
      // The index of messages to relay covers nearly all marked ones.
      .where(
        sql`${outbox.number} = ifnull(
          (select number from outbox where ${isOnItsWay} and ${ofId} order by number limit 1),
          (select number from outbox where ${ofId} order by number desc limit 1)
        )`,
      ),
  ),
  stop: changeText((db) =>
    db
      .update(outbox)
      .set({ relay: "failed", relayNote: sql`${p("note")}` })
      .where(inArray(outbox.relay, ["due", "sending"])),
  ),
};
