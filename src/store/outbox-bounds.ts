import { asc, gt, lte, sql } from "drizzle-orm";

import { outbox } from "./schema.ts";
import type { SettingStore } from "./settings.ts";
import type { Db } from "./statement.ts";
import { changeText, prepared, preparedColumn, queryText } from "./statement.ts";

/** How much an outbox keeps: messages, and bytes of what they say. */
export interface OutboxBounds {
  readonly entriesMax: number;
  readonly bytesMax: number;
}

/** What an outbox keeps now, and how many messages it dropped to stay within its bounds. */
export interface OutboxStanding {
  readonly bytes: number;
  readonly dropped: number;
}

/** The texts of a row that count as its bytes. */
type RowTexts = Readonly<Record<"recipients" | "subject" | "links" | "content", string>>;

/** Messages between two checks of their number. */
const checkEvery = 100;

/** Drops the oldest messages of an outbox that grew past its bounds; `last` has the number of the newest one. */
export function outboxBounds(db: Db, last: { readonly get: () => number }, settings: SettingStore) {
  const held = heldBytes(db);
  const oldest = prepared(db, texts.oldest);
  const bytesUpTo = preparedColumn(db, texts.bytesUpTo);
  const firstOnItsWay = preparedColumn(db, texts.firstOnItsWay);
  const removeUpTo = prepared(db, texts.removeUpTo);
  const dropped = (): number => Number(settings.text(droppedName) ?? 0);
  /** The highest number that has to go for the rest to have at most `bytesMax`. */
  const lastOverBytes = (bytesMax: number): number => {
    let over = held.get() - bytesMax;
    let number = 0;
    while (over > 0) {
      const row = oldest.get({ after: number });
      if (row === undefined) break;
      over -= row.bytes;
      ({ number } = row);
    }
    return number;
  };
  const drop = (wanted: number): void => {
    // What is on its way stays, and what is newer: one bound, so that a long queue is not searched.
    const number = Math.min(wanted, (firstOnItsWay.get({}) ?? Infinity) - 1);
    held.add(-(bytesUpTo.get({ number }) ?? 0));
    const count = removeUpTo.run({ number });
    if (count > 0) settings.write(droppedName, dropped() + count);
  };
  return {
    inserted: (row: RowTexts): void => held.add(bytesOf(row)),
    removed: held.forget,
    cleared(): void {
      held.forget();
      if (dropped() > 0) settings.write(droppedName, 0);
    },
    standing: (): OutboxStanding => ({ bytes: held.get(), dropped: dropped() }),
    /** Drops the oldest messages past the bounds, but never the newest one. */
    keepWithin({ entriesMax, bytesMax }: OutboxBounds): void {
      const newest = last.get();
      if (newest % checkEvery !== 0 && held.get() <= bytesMax) return;
      drop(Math.min(Math.max(newest - entriesMax, lastOverBytes(bytesMax)), newest - 1));
    },
  };
}

/** The bytes of all messages, summed when they are asked for after a change that was not added. */
function heldBytes(db: Db) {
  const sum = preparedColumn(db, texts.heldBytes);
  let known: number | null = null;
  const forget = (): void => {
    known = null;
  };
  db.changes.onTakenBack(forget);
  return {
    get: (): number => (known ??= sum.get({}) ?? 0),
    add(bytes: number): void {
      if (known !== null) known += bytes;
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
  heldBytes: queryText((db) =>
    db.select({ bytes: sql<number>`ifnull(sum(${rowBytes}), 0)`.as("bytes") }).from(outbox),
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
  removeUpTo: changeText((db) => db.delete(outbox).where(upTo)),
};
