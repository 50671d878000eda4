import { sql } from "drizzle-orm";

import type { EnvironmentFilter } from "../../domain/model/firm.ts";
import type { LeadState } from "../../domain/model/lead.ts";
import type { ListQuery } from "../../domain/model/list-query.ts";
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

/** The bounds of a page, and the field and direction that sort it: by default the newest first. */
export interface PageBounds extends Pick<ListQuery, "limit" | "offset"> {
  readonly sort?: string;
  readonly order?: "asc" | "desc";
}

/** The Leads of one workspace that match. */
export function searchSelection(search: LeadSearch): Selection {
  return {
    name: "search",
    key: JSON.stringify(search),
    conditions: () => matches,
    values: { ...search },
  };
}

/** A page of a search, including deleted Leads; of equal ones, the newest comes first. */
export function pageOfSearch({
  limit,
  offset,
  sort = "createdAt",
  order = "desc",
}: PageBounds): ListQuery {
  return {
    limit,
    offset,
    order: [{ field: sort, direction: order === "asc" ? "ASC" : "DESC" }],
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
    or instr(${leads.emailLowerCase}, lower_case(${text})) > 0
    or instr(lower_case(coalesce(${leads.firstName}, '') || ' ' || coalesce(${leads.lastName}, '')), lower_case(${text})) > 0
    or ${leads.id} = ${text} or ${leads.resourceId} = ${text} or ${leads.firmId} = ${text})`,
];
