/** Whether the Leads of a FirmMember are deleted with it (rule lead.deleted-member). */
import type { Lead } from "../../../domain/model/lead.ts";
import type { FilterTerm, ListQuery } from "../../../domain/model/list-query.ts";
import { chosenFor } from "../../../domain/rules/trace.ts";
import type { ApiCall } from "../routes/call.ts";
import { softDeleted } from "../routes/call.ts";

const rule = "lead.deleted-member";

/** Throws 404 for a Lead that was deleted with its FirmMember, unless the scope includes it. */
export function refuseDeletedWithMember(
  call: ApiCall,
  lead: Lead,
  withDeleted: boolean,
  reach: "by-scope" | "not",
): void {
  if (!isOfDeletedMember(call, lead) || call.trace.choice(rule) === "kept" || withDeleted) return;
  throw softDeleted("FirmMember of the Lead", "deleted", reach);
}

/** The same list without the Leads that were deleted with their FirmMembers, unless the scope includes them. */
export function withoutDeletedMembers(call: ApiCall, query: ListQuery): ListQuery {
  if (query.withDeleted || chosenFor(rule, call.trace.assumptions) !== "by-scope") return query;
  const deleted = call.store.firmMembers.deletedIdsOf(call.key.firmId);
  if (deleted.length === 0) return query;
  call.trace.cite(rule);
  const others: FilterTerm = { field: "resourceId", operator: "$nin", value: deleted };
  return { ...query, filter: [...query.filter, others] };
}

/** Cites the rule for a page with Leads of a deleted FirmMember. */
export function citeDeletedMembers(call: ApiCall, leads: readonly Lead[]): void {
  if (leads.some((lead) => isOfDeletedMember(call, lead))) call.trace.cite(rule);
}

/** Whether the scope allows a deleted FirmMember in the path of its Leads. */
export function reachesDeletedMember({ trace, query }: ApiCall): boolean {
  return trace.choice(rule) === "by-scope" && query.get("scope") === "withDeleted";
}

function isOfDeletedMember({ store }: ApiCall, { resourceType, resourceId }: Lead): boolean {
  if (resourceType !== "FirmMember") return false;
  return (store.firmMembers.find(resourceId)?.deletedAt ?? null) !== null;
}
