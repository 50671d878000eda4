import { and, asc, desc, gt, lte, sql } from "drizzle-orm";

import type { EnvironmentFilter } from "../domain/firm.ts";
import type { Lead, LeadState } from "../domain/lead.ts";
import type { Page } from "../domain/list-query.ts";
import { newKeptNumbers } from "./kept-numbers.ts";
import { givenTexts } from "./list.ts";
import type { Records } from "./records.ts";
import { leads } from "./schema.ts";
import type { Db, Statement } from "./statement.ts";
import { prepared, preparedColumn, queryText } from "./statement.ts";
import type { WriteLog } from "./write-log.ts";

/**
 * A search for a person. `text` is part of an email or a name, or the id of a Lead or its parent; null matches
 * all.
 */
export interface LeadSearch {
  readonly text: string | null;
  readonly state: LeadState | null;
  readonly environment: EnvironmentFilter;
}

/** Searches the Leads of one workspace, newest first, including deleted ones. */
export interface LeadSearches {
  /** A page of the Leads that match; null if `readAndSearch` must read many Leads first. */
  readonly search: (search: LeadSearch, page: PageBounds) => Page<Lead> | null;
  /** The same after reading all Leads, in steps of about a millisecond. Nothing may be written in between. */
  readonly readAndSearch: (search: LeadSearch, page: PageBounds) => Generator<void, Page<Lead>>;
}

export type PageBounds = Readonly<Record<"limit" | "offset", number>>;

/** Number of rows read in a step. */
const stepLength = 1_000;

/** Later uses of a search only read the Leads written since the last one, which are in `log`. */
export function leadSearch(
  db: Db,
  log: Pick<WriteLog, "since">,
  { numbered, nextNumber }: Pick<Records<Lead>, "numbered" | "nextNumber">,
): LeadSearches {
  const kept = newKeptNumbers(db.changes, log);
  const among = prepared(db, matchesAmong);
  const lastOfStep = preparedColumn<number | null>(db, stepEnd);
  const update = {
    matching: preparedColumn(db, updateTexts.matching),
    sorted: preparedColumn(db, updateTexts.sorted),
  };
  const pageOf = (numbers: readonly number[], { limit, offset }: PageBounds): Page<Lead> => ({
    rows: numbered(numbers.slice(offset, offset + limit)),
    total: numbers.length,
  });
  const keep = (search: LeadSearch, found: readonly Match[]): readonly number[] => {
    const numbers = found.toSorted(byAge).map(({ number }) => number);
    numbers.reverse();
    kept.keep(JSON.stringify(search), numbers);
    return numbers;
  };
  return {
    search(search, page) {
      db.ready();
      const known = kept.get(JSON.stringify(search), update, { ...search });
      if (known !== null) return pageOf(known, page);
      if (nextNumber() > stepLength) return null;
      return pageOf(keep(search, among.all({ ...search, after: 0, to: stepLength })), page);
    },
    *readAndSearch(search, page) {
      const found: Match[] = [];
      for (const [after, to] of stepsOf(lastOfStep)) {
        found.push(...among.all({ ...search, after, to }));
        yield;
      }
      return pageOf(keep(search, found), page);
    },
  };
}

/** The row numbers before and at the end of each step. */
function* stepsOf(lastOfStep: Statement<number | null>): Generator<readonly [number, number]> {
  let after = 0;
  for (let to = lastOfStep.get({ after }); typeof to === "number"; to = lastOfStep.get({ after })) {
    yield [after, to];
    after = to;
  }
}

type Match = Readonly<Record<"number" | "createdAt", number>>;

function byAge(one: Match, other: Match): number {
  return one.createdAt - other.createdAt || one.number - other.number;
}

const text = sql.placeholder("text");
const state = sql.placeholder("state");
const environment = sql.placeholder("environment");

/** All conditions are in one statement, so it is prepared once. */
const matches = and(
  sql`(${environment} is null or ${leads.environment} = ${environment})`,
  sql`(${state} is null or ${state} = case
    when ${leads.convertedAt} is not null then 'Converted'
    when ${leads.deletedAt} is not null then 'Archived'
    else 'Active' end)`,
  sql`(${text} is null
    or instr(${leads.emailLowerCase}, lower(${text})) > 0
    or instr(lower(coalesce(${leads.firstName}, '') || ' ' || coalesce(${leads.lastName}, '')), lower(${text})) > 0
    or ${leads.id} = ${text} or ${leads.resourceId} = ${text} or ${leads.firmId} = ${text})`,
);

const newest = [desc(leads.createdAt), desc(leads.number)];

const updateTexts = givenTexts({ table: leads, where: matches, order: newest });

/** Sorted, so that the steps together are faster to sort. */
const matchesAmong = queryText((db) =>
  db
    .select({ number: leads.number, createdAt: leads.createdAt })
    .from(leads)
    .where(
      and(
        gt(leads.number, sql.placeholder("after")),
        lte(leads.number, sql.placeholder("to")),
        matches,
      ),
    )
    .orderBy(asc(leads.createdAt), asc(leads.number)),
);

/** The number of the last row of a step. Counts rows, because their numbers may be far apart. */
const stepEnd = queryText((db) =>
  db.select({ number: sql<number | null>`max(number)`.as("number") }).from(
    sql`(select ${leads.number} as number from ${leads} where ${leads.number} > ${sql.placeholder("after")}
        order by ${leads.number} limit ${sql.raw(String(stepLength))})`,
  ),
);
