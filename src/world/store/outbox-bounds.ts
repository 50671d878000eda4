import { asc, gt, lte, sql } from "drizzle-orm";

import { outbox } from "./schema.ts";
import type { SettingStore } from "./settings.ts";
import type { Db } from "./statement.ts";
import { changeText, prepared, preparedColumn, queryText } from "./statement.ts";

/** The limits of an outbox: messages, and bytes of their content. */
export interface OutboxBounds {
  readonly entriesMax: number;
  readonly bytesMax: number;
}

/** The size of an outbox, and how many messages it dropped to stay within its limits. */
export interface OutboxUsage {
  readonly bytes: number;
  readonly dropped: number;
}

/** The texts of a row that count towards its bytes. */
type RowTexts = Readonly<Record<"recipients" | "subject" | "links" | "content", string>>;

/** Number of messages between two checks. */
const checkEvery = 100;

/** Drops the oldest messages of an outbox beyond its limits. */
export function outboxBounds(db: Db, settings: SettingStore) {
  const held = newHeld(db);
  const oldest = prepared(db, texts.oldest);
  const bytesUpTo = preparedColumn(db, texts.bytesUpTo);
  const firstOnItsWay = preparedColumn(db, texts.firstOnItsWay);
  const numberOfOldest = preparedColumn(db, texts.numberOfOldest);
  const removeUpTo = prepared(db, texts.removeUpTo);
  const dropped = (): number => Number(settings.text(droppedName) ?? 0);
  /** The highest number to drop so that the rest has at most `bytesMax`. */
  const lastOverBytes = (bytesMax: number): number => {
    let over = held.get().bytes - bytesMax;
    let number = 0;
    while (over > 0) {
      const row = oldest.get({ after: number });
      if (row === undefined) break;
      over -= row.bytes;
      ({ number } = row);
    }
    return number;
  };
  /** The highest number to drop so that at most `entriesMax` messages are left. */
  const lastOverEntries = (entriesMax: number): number => {
    const over = held.get().entries - entriesMax;
    return over < 1 ? 0 : (numberOfOldest.get({ before: over - 1 }) ?? 0);
  };
  const drop = (wanted: number): void => {
    if (wanted < 1) return;
    // Keeps messages being relayed and all newer ones: with a single bound, a long queue needs no search.
    const number = Math.min(wanted, (firstOnItsWay.get({}) ?? Infinity) - 1);
    const bytes = bytesUpTo.get({ number }) ?? 0;
    const count = removeUpTo.run({ number });
    held.add({ entries: -count, bytes: -bytes });
    if (count > 0) settings.write(droppedName, dropped() + count);
  };
  return {
    inserted: (row: RowTexts): void => held.add({ entries: 1, bytes: bytesOf(row) }),
    removed: held.forget,
    cleared(): void {
      held.forget();
      if (dropped() > 0) settings.write(droppedName, 0);
    },
    standing: (): OutboxUsage => ({ bytes: held.get().bytes, dropped: dropped() }),
    /** Drops the oldest messages beyond the limits, but never the newest one, which has that number. */
    keepWithin: ({ entriesMax, bytesMax }: OutboxBounds, newest: number): void => {
      if (newest % checkEvery !== 0 && held.get().bytes <= bytesMax) return;
      const last = Math.max(lastOverEntries(entriesMax), lastOverBytes(bytesMax));
      drop(Math.min(last, newest - 1));
    },
  };
}

interface Held {
  readonly entries: number;
  readonly bytes: number;
}

/** The number and the bytes of all messages; summed on demand after a change that was not added. */
function newHeld(db: Db) {
  const sum = prepared(db, texts.held);
  let known: Held | null = null;
  const forget = (): void => {
    known = null;
  };
  db.changes.onRollback(forget);
  return {
    get: (): Held => (known ??= sum.get({}) ?? { entries: 0, bytes: 0 }),
    add({ entries, bytes }: Held): void {
      if (known !== null) known = { entries: known.entries + entries, bytes: known.bytes + bytes };
    },
    forget,
  };
}

const droppedName = "outbox-dropped";

function bytesOf({ recipients, subject, links, content }: RowTexts): number {
  const texts = [recipients, subject, links, content];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

/** SQLite knows the length of a text without reading it. */
const rowBytes = sql<number>`octet_length(${outbox.recipients}) + octet_length(${outbox.subject})
  + octet_length(${outbox.links}) + octet_length(${outbox.content})`;

const upTo = lte(outbox.number, sql.placeholder("number"));

const texts = {
  held: queryText((db) =>
    db
      .select({
        entries: sql<number>`count(*)`.as("entries"),
        bytes: sql<number>`ifnull(sum(${rowBytes}), 0)`.as("bytes"),
      })
      .from(outbox),
  ),
  bytesUpTo: queryText((db) =>
    db
      .select({ bytes: sql<number>`ifnull(sum(${rowBytes}), 0)`.as("bytes") })
      .from(outbox)
      .where(upTo),
  ),
  oldest: queryText((db) =>
    db
      .select({ number: outbox.number, bytes: rowBytes.as("bytes") })
      .from(outbox)
      .where(gt(outbox.number, sql.placeholder("after")))
      .orderBy(asc(outbox.number))
      .limit(1),
  ),
  firstOnItsWay: queryText((db) =>
    db
      .select({ number: sql<number | null>`min(${outbox.number})`.as("number") })
      .from(outbox)
      .where(sql`relay in ('due', 'sending')`),
  ),
  /** The number of the oldest message after so many older ones. */
  numberOfOldest: queryText((db) =>
    db
      .select({ number: outbox.number })
      .from(outbox)
      .orderBy(asc(outbox.number))
      .limit(1)
      .offset(sql.placeholder("before")),
  ),
  removeUpTo: changeText((db) => db.delete(outbox).where(upTo)),
};
