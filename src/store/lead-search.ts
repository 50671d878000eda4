import { and, desc, sql } from "drizzle-orm";

import type { EnvironmentFilter } from "../domain/firm.ts";
import type { Lead, LeadState } from "../domain/lead.ts";
import type { Page } from "../domain/list-query.ts";
import { leads } from "./schema.ts";
import type { Db } from "./statement.ts";
import { prepared, preparedColumn, queryText } from "./statement.ts";

/**
 * A search by a person. `text` is part of an email or a name, or the id of a Lead or its parent; null matches
 * all.
 */
export interface LeadSearch {
  readonly text: string | null;
  readonly state: LeadState | null;
  readonly environment: EnvironmentFilter;
}

/** Searches the Leads of one workspace, newest first, including deleted ones. */
export function leadSearch(db: Db, numbered: (numbers: readonly number[]) => readonly Lead[]) {
  const found = preparedColumn<number>(db, foundLeads);
  const counted = prepared(db, countOfFound);
  return (
    search: LeadSearch,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): Page<Lead> => {
    const values = { ...search };
    return {
      rows: numbered(found.all({ ...values, limit, offset })),
      total: counted.get(values)?.total ?? 0,
    };
  };
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

const foundLeads = queryText((db) =>
  db
    .select({ number: leads.number })
    .from(leads)
    .where(matches)
    .orderBy(desc(leads.createdAt), desc(leads.number))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset")),
);

const countOfFound = queryText((db) =>
  db
    .select({ total: sql<number>`count(*)`.as("total") })
    .from(leads)
    .where(matches),
);
