import { environments } from "../../../src/domain/model/firm.ts";
import type { Lead } from "../../../src/domain/model/lead.ts";
import type { ListQuery } from "../../../src/domain/model/list-query.ts";
import type { LeadSelection } from "../../../src/world/store/lead-selection.ts";
import type { Store } from "../../../src/world/store/store.ts";

/** The default page of a list. */
export const newestFirst: ListQuery = {
  limit: 20,
  offset: 0,
  order: [{ field: "createdAt", direction: "DESC" }],
  filter: [],
  withDeleted: false,
};

/** Selects the Leads of one Firm in each environment. */
export const ofFirm = {
  of: "parent",
  resourceType: "Firm",
  resourceId: "Firm0001",
  environment: null,
} as const;
const ofMember = { of: "parent", resourceType: "FirmMember", resourceId: "Member01" } as const;
/** Selections of every kind. */
export const selections: readonly LeadSelection[] = [null, ...environments].flatMap(
  (environment) => [
    { ...ofFirm, environment },
    { ...ofMember, environment },
    { of: "firm", firmId: "Firm0001", environment } as const,
  ],
);

/** The ids of a page and the total, from a scan of every Lead. */
export function lookedThrough(store: Store, selection: LeadSelection, query: ListQuery) {
  const all = store.leads
    .all()
    .map((lead, index) => ({ lead, index }))
    .filter(({ lead }) => isIn(lead, selection) && (query.withDeleted || lead.deletedAt === null))
    .toSorted((one, other) => other.lead.createdAt - one.lead.createdAt || other.index - one.index)
    .map(({ lead }) => lead.id);
  const { offset, limit } = query;
  return { ids: all.slice(offset, offset + limit), total: all.length };
}

function isIn(lead: Lead, selection: LeadSelection): boolean {
  if (selection.environment !== null && lead.environment !== selection.environment) return false;
  if (selection.of === "firm") return lead.firmId === selection.firmId;
  const { resourceType, resourceId } = selection;
  return lead.resourceType === resourceType && lead.resourceId === resourceId;
}

/** The ids of a page and the total, from the store's list. */
export function listed(store: Store, selection: LeadSelection, query: ListQuery) {
  const { rows, total } = store.leads.list(selection, query);
  return { ids: rows.map(({ id }) => id), total };
}

type Owner = Pick<Lead, "environment" | "resourceType" | "resourceId" | "firmId">;
/** The owners of Leads in these tests. */
export const owners: readonly Owner[] = environments.flatMap((environment) => [
  { environment, resourceType: "Firm", resourceId: "Firm0001", firmId: "Firm0001" },
  { environment, resourceType: "FirmMember", resourceId: "Member01", firmId: "Firm0001" },
  { environment, resourceType: "Firm", resourceId: "Firm0002", firmId: "Firm0002" },
]);
