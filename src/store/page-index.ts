/**
 * Keyset index of Lead lists. Per selection it has the totals, and the position of every 1024th Lead that is
 * not deleted, in the order of creation. Ranks count from the oldest Lead, so a new one moves none. A page
 * with a large offset starts at the nearest position before it instead of the first row.
 */
import type { SQL } from "drizzle-orm";
import { and, asc, isNull, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";

import type { Lead } from "../domain/lead.ts";
import type { ListQuery } from "../domain/list-query.ts";
import { newLruCache } from "../domain/lru-cache.ts";
import { selectionsWith } from "./lead-selection.ts";
import type { KnownPages, Selection } from "./list.ts";
import { isNewestFirst } from "./list.ts";
import { leads } from "./schema.ts";
import type { Db, SqlText } from "./statement.ts";
import { prepared, preparedColumn, queryText } from "./statement.ts";

/** The position of a Lead in the order of creation. */
interface Position {
  readonly createdAt: number;
  readonly number: number;
}

/** The fields of a Lead that the index uses. */
export type Listed = Pick<
  Lead,
  "environment" | "firmId" | "resourceType" | "resourceId" | "createdAt" | "deletedAt"
>;

/** Null totals have not been counted yet. */
interface SelectionIndex {
  active: number | null;
  withDeleted: number | null;
  /** The Leads of rank 0, 1024, 2048 and so on, up to the farthest page read. */
  readonly positions: Position[];
}

export interface LeadPageIndex extends Pick<KnownPages, "total" | "page"> {
  /** Reports that the Lead of that number changed; null before it was created. A rollback is a change, too. */
  readonly changed: (number: number, before: Listed | null, after: Listed | null) => void;
}

const stride = 1_024;

/** Up to this offset, skipping rows is as fast. */
const nearMax = 2_000;

/** Maximum number of indexed selections. */
const selectionsMax = 10_000;

/** An empty index of the Leads of one store. */
export function leadPageIndex(db: Db): LeadPageIndex {
  const selections = newLruCache<string, SelectionIndex>(selectionsMax);
  const statements = newLruCache<string, ReturnType<typeof statementsOf>>(namesMax);
  db.changes.onNotUndone(() => selections.clear());
  const indexOf = ({ key }: Selection): SelectionIndex =>
    selections.ensure(key, () => ({ active: null, withDeleted: null, positions: [] }));
  const statementsFor = (selection: Selection) =>
    statements.ensure(selection.name, () => statementsOf(db, textsOf(selection)));
  const total = (selection: Selection, { filter, withDeleted }: ListQuery): number | null => {
    if (filter.length > 0) return null;
    const index = indexOf(selection);
    const which = withDeleted ? "withDeleted" : "active";
    return (index[which] ??= statementsFor(selection)[which].get(selection.values) ?? 0);
  };
  const reckon = (lead: Listed, difference: 1 | -1, number: number): void => {
    for (const key of selectionsWith(lead)) {
      const index = selections.get(key);
      if (index !== undefined) adjust(index, lead, difference, number);
    }
  };
  return {
    total,
    page(selection, query) {
      if (!isFar(query)) return null;
      const last = (total(selection, query) ?? 0) - 1 - query.offset;
      if (last < 0) return [];
      const first = Math.max(0, last - query.limit + 1);
      const { from } = statementsFor(selection);
      const rowsFrom = (position: Position, offset: number, limit: number): Position[] =>
        from.all({ ...selection.values, ...position, offset, limit });
      const position = positionBefore(first, indexOf(selection).positions, rowsFrom);
      const rows = rowsFrom(position, first % stride, last - first + 1);
      return rows.map(({ number }) => number).toReversed();
    },
    changed(number, before, after) {
      if (before?.deletedAt === null && after?.deletedAt === null) return;
      if (before !== null) reckon(before, -1, number);
      if (after !== null) reckon(after, 1, number);
    },
  };
}

/** Updates an index for a Lead that was added or removed. */
function adjust(
  index: SelectionIndex,
  { createdAt, deletedAt }: Listed,
  difference: 1 | -1,
  number: number,
): void {
  if (index.withDeleted !== null) index.withDeleted += difference;
  if (deletedAt !== null) return;
  if (index.active !== null) index.active += difference;
  forgetFrom(index.positions, { createdAt, number });
}

/** Before every Lead. */
const start: Position = { createdAt: Number.MIN_SAFE_INTEGER, number: 0 };

/** The nearest indexed position before a rank, fewer than 1024 Leads away. */
function positionBefore(
  rank: number,
  positions: Position[],
  rowsFrom: (position: Position, offset: number, limit: number) => readonly Position[],
): Position {
  const at = Math.floor(rank / stride);
  while (positions.length <= at) {
    const before = positions.at(-1);
    const next = before === undefined ? rowsFrom(start, 0, 1) : rowsFrom(before, stride, 1);
    if (next.length === 0) throw new Error("There are fewer Leads than were counted.");
    positions.push(...next);
  }
  return positions[at] ?? start;
}

/** A Lead added or removed at `position` moves all later ones. */
function forgetFrom(positions: Position[], position: Position): void {
  while (isAfter(positions.at(-1) ?? start, position)) positions.pop();
}

function isAfter(one: Position, other: Position): boolean {
  return one.createdAt === other.createdAt
    ? one.number >= other.number
    : one.createdAt > other.createdAt;
}

/** Whether a page is so far from the newest Lead that the index saves time. */
function isFar(query: ListQuery): boolean {
  const { offset, filter, withDeleted } = query;
  if (offset <= nearMax || withDeleted || filter.length > 0) return false;
  return isNewestFirst(query);
}

function statementsOf(db: Db, { active, withDeleted, from }: PlaceTexts) {
  return {
    active: preparedColumn(db, active),
    withDeleted: preparedColumn(db, withDeleted),
    from: prepared(db, from),
  };
}

interface PlaceTexts {
  readonly active: () => SqlText<{ readonly total: number }>;
  readonly withDeleted: () => SqlText<{ readonly total: number }>;
  readonly from: () => SqlText<Position>;
}

/** The names of Lead selections. */
const namesMax = 10;

const textsOf = newTexts();

function newTexts(): (selection: Selection) => PlaceTexts {
  const texts = newLruCache<string, PlaceTexts>(namesMax);
  return (selection) => texts.ensure(selection.name, () => placeTexts(selection));
}

function placeTexts(selection: Selection): PlaceTexts {
  const conditions = selection.conditions();
  const active = isNull(leads.deletedAt);
  const position = sql`(${sql.placeholder("createdAt")}, ${sql.placeholder("number")})`;
  const from = sql`(${leads.createdAt}, ${leads.number}) >= ${position}`;
  return {
    active: totalText(...conditions, active),
    withDeleted: totalText(...conditions),
    from: queryText((db) => {
      const part = (of: SQL | undefined) =>
        db
          .select({ createdAt: leads.createdAt, number: leads.number })
          .from(leads)
          .where(and(...conditions, of, active, from));
      const [first, second, ...more] = selection.parts ?? [];
      const [limit, offset] = [sql.placeholder("limit"), sql.placeholder("offset")];
      return second === undefined
        ? part(first).orderBy(asc(leads.createdAt), asc(leads.number)).limit(limit).offset(offset)
        : unionAll(part(first), part(second), ...more.map(part))
            .orderBy(sql`createdAt, number`)
            .limit(limit)
            .offset(offset);
    }),
  };
}

function totalText(...conditions: readonly SQL[]): PlaceTexts["active"] {
  return queryText((db) =>
    db
      .select({ total: sql<number>`count(*)`.as("total") })
      .from(leads)
      .where(and(...conditions)),
  );
}
