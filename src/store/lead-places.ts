/**
 * What is known of a selection of Leads without looking at all of them: how many they are, counted once and then
 * reckoned on, and where every 1024th of those that are not deleted stands in the order in which they were made. The
 * oldest come first, so that a new Lead moves none; a page far from the newest is found from the place before it.
 */
import type { SQL } from "drizzle-orm";
import { and, asc, isNull, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";

import type { Lead } from "../domain/lead.ts";
import type { ListQuery } from "../domain/list-query.ts";
import { newKept } from "./kept.ts";
import { selectionsWith } from "./lead-selection.ts";
import type { KnownPages, Selection } from "./list.ts";
import { isNewestFirst } from "./list.ts";
import { leads } from "./schema.ts";
import type { Db, SqlText } from "./statement.ts";
import { prepared, preparedColumn, queryText } from "./statement.ts";

/** Where a Lead stands by the order in which they were made. */
interface Place {
  readonly createdAt: number;
  readonly number: number;
}

/** What is known of one selection. */
interface Known {
  active: number | null;
  withDeleted: number | null;
  /** The Leads of rank 0, 1024, 2048 and so on, as far as somebody looked. */
  readonly places: Place[];
}

export interface LeadPlaces extends KnownPages {
  /** A Lead of that number was made. */
  readonly made: (lead: Lead, number: number) => void;
  /** A Lead was changed from what it was before. */
  readonly changed: (before: Lead, after: Lead) => void;
}

const placesApart = 1_024;

/** Up to here it takes as long to go past what comes before a page. */
const nearMax = 2_000;

/** Selections of which something is known, at most. */
const selectionsMax = 10_000;

/** What is known of the Leads of one store. */
export function leadPlaces(db: Db): LeadPlaces {
  const selections = newKept<string, Known>(selectionsMax);
  const statements = newKept<string, ReturnType<typeof statementsOf>>(namesMax);
  db.changes.onTakenBack(() => selections.clear());
  const knownOf = ({ key }: Selection): Known =>
    selections.ensure(key, () => ({ active: null, withDeleted: null, places: [] }));
  const statementsFor = (selection: Selection) =>
    statements.ensure(selection.name, () => statementsOf(db, textsOf(selection)));
  const total = (selection: Selection, { filter, withDeleted }: ListQuery): number | null => {
    if (filter.length > 0) return null;
    const known = knownOf(selection);
    const which = withDeleted ? "withDeleted" : "active";
    return (known[which] ??= statementsFor(selection)[which].get(selection.values) ?? 0);
  };
  const reckon = (lead: Lead, difference: 1 | -1, number: number): void => {
    for (const key of selectionsWith(lead)) {
      const known = selections.get(key);
      if (known === undefined) continue;
      if (known.withDeleted !== null) known.withDeleted += difference;
      if (lead.deletedAt !== null) continue;
      if (known.active !== null) known.active += difference;
      forgetFrom(known.places, { createdAt: lead.createdAt, number });
    }
  };
  return {
    total,
    page(selection, query) {
      if (!isFar(selection, query)) return null;
      const last = (total(selection, query) ?? 0) - 1 - query.offset;
      if (last < 0) return [];
      const first = Math.max(0, last - query.limit + 1);
      const { from } = statementsFor(selection);
      const rowsFrom = (place: Place, offset: number, limit: number): Place[] =>
        from.all({ ...selection.values, ...place, offset, limit });
      const place = placeBefore(first, knownOf(selection).places, rowsFrom);
      const rows = rowsFrom(place, first % placesApart, last - first + 1);
      return rows.map(({ number }) => number).toReversed();
    },
    made: (lead, number) => reckon(lead, 1, number),
    changed(before, after) {
      if (before.deletedAt === null && after.deletedAt === null) return;
      reckon(before, -1, 0);
      reckon(after, 1, 0);
    },
  };
}

/** Before every Lead. */
const beginning: Place = { createdAt: Number.MIN_SAFE_INTEGER, number: 0 };

/** The place of the Lead from which less than 1024 others lead to the one of that rank. */
function placeBefore(
  rank: number,
  places: Place[],
  rowsFrom: (place: Place, offset: number, limit: number) => readonly Place[],
): Place {
  const at = Math.floor(rank / placesApart);
  while (places.length <= at) {
    const before = places.at(-1);
    const next =
      before === undefined ? rowsFrom(beginning, 0, 1) : rowsFrom(before, placesApart, 1);
    if (next.length === 0) throw new Error("There are fewer Leads than were counted.");
    places.push(...next);
  }
  return places[at] ?? beginning;
}

/** A Lead at `place` that comes or goes moves all that were made after it. */
function forgetFrom(places: Place[], place: Place): void {
  while (isAfter(places.at(-1) ?? beginning, place)) places.pop();
}

function isAfter(one: Place, other: Place): boolean {
  return one.createdAt === other.createdAt
    ? one.number >= other.number
    : one.createdAt > other.createdAt;
}

/** Whether a page stands so far from the newest that its place is worth looking up. */
function isFar({ parts }: Selection, query: ListQuery): boolean {
  const { offset, filter, withDeleted } = query;
  if (offset <= nearMax || withDeleted || filter.length > 0 || parts?.length === 0) return false;
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
  readonly from: () => SqlText<Place>;
}

/** Names that selections of Leads can have. */
const namesMax = 10;

const textsOf = newTexts();

function newTexts(): (selection: Selection) => PlaceTexts {
  const texts = newKept<string, PlaceTexts>(namesMax);
  return (selection) => texts.ensure(selection.name, () => placeTexts(selection));
}

function placeTexts(selection: Selection): PlaceTexts {
  const conditions = selection.conditions();
  const active = isNull(leads.deletedAt);
  const place = sql`(${sql.placeholder("createdAt")}, ${sql.placeholder("number")})`;
  const from = sql`(${leads.createdAt}, ${leads.number}) >= ${place}`;
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
