import { sql } from "drizzle-orm";

import type { EnvironmentFilter } from "../domain/firm.ts";
import type { LeadState } from "../domain/lead.ts";
import type { ListQuery } from "../domain/list-query.ts";
import type { Selection } from "./list.ts";
import { leads } from "./schema.ts";

/**
 * A search for a person. `text` is part of an email or a name, or the id of a Lead or its parent; null matches
 * all.
 */
export interface LeadSearch {
  readonly text: string | null;
  readonly state: LeadState | null;
  readonly environment: EnvironmentFilter;
}

export type PageBounds = Pick<ListQuery, "limit" | "offset">;

/** The Leads of one workspace that match. */
export function found(search: LeadSearch): Selection {
  return {
    name: "search",
    key: JSON.stringify(search),
    conditions: () => matches,
    values: { ...search },
  };
}

/** A page of a search: newest first, including deleted Leads. */
export function pageOfSearch({ limit, offset }: PageBounds): ListQuery {
  return {
    limit,
    offset,
    order: [{ field: "createdAt", direction: "DESC" }],
    filter: [],
    withDeleted: true,
  };
}

const text = sql.placeholder("text");
const state = sql.placeholder("state");
const environment = sql.placeholder("environment");

/** All conditions are in one statement, so it is prepared once. */
const matches = [
  sql`(${environment} is null or ${leads.environment} = ${environment})`,
  sql`(${state} is null or ${state} = case
    when ${leads.convertedAt} is not null then 'Converted'
    when ${leads.deletedAt} is not null then 'Archived'
    else 'Active' end)`,
  sql`(${text} is null
    or instr(${leads.emailLowerCase}, lower(${text})) > 0
    or instr(lower(coalesce(${leads.firstName}, '') || ' ' || coalesce(${leads.lastName}, '')), lower(${text})) > 0
    or ${leads.id} = ${text} or ${leads.resourceId} = ${text} or ${leads.firmId} = ${text})`,
];
