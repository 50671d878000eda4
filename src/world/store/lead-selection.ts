import type { SQL } from "drizzle-orm";
import { eq, sql } from "drizzle-orm";

import type { EnvironmentFilter } from "../../domain/model/firm.ts";
import type { Lead, LeadParentType } from "../../domain/model/lead.ts";
import { inEnvironment } from "./list-filter.ts";
import type { Selection } from "./list.ts";
import { leads } from "./schema.ts";

/** Leads of one owner, or of all that one Firm's keys reach; in one environment or both. */
export type LeadSelection = { readonly environment: EnvironmentFilter } & (
  | { readonly of: "parent"; readonly resourceType: LeadParentType; readonly resourceId: string }
  | { readonly of: "firm"; readonly firmId: string }
);

export function selected(selection: LeadSelection): Selection {
  const { of, ...values } = selection;
  const { environment } = selection;
  return {
    name: environment === null ? of : `${of} in one environment`,
    key: selectionKey(selection),
    values,
    conditions: () => [...conditionsOf(selection), ...inEnvironment(leads, environment)],
  };
}

/** The keys of all selections that contain a Lead. */
export function selectionsWith(
  lead: Pick<Lead, "environment" | "firmId" | "resourceType" | "resourceId">,
): readonly string[] {
  const { environment, firmId } = lead;
  return [
    parentKey(environment, lead),
    firmKey(environment, firmId),
    parentKey(null, lead),
    firmKey(null, firmId),
  ];
}

function selectionKey(selection: LeadSelection): string {
  switch (selection.of) {
    case "parent":
      return parentKey(selection.environment, selection);
    case "firm":
      return firmKey(selection.environment, selection.firmId);
  }
}

function parentKey(
  environment: EnvironmentFilter,
  { resourceType, resourceId }: Pick<Lead, "resourceType" | "resourceId">,
): string {
  return `${environment ?? "either"} parent ${resourceType} ${resourceId}`;
}

function firmKey(environment: EnvironmentFilter, firmId: string): string {
  return `${environment ?? "either"} firm ${firmId}`;
}

function conditionsOf({ of }: LeadSelection): readonly SQL[] {
  switch (of) {
    case "parent":
      return [
        eq(leads.resourceId, sql.placeholder("resourceId")),
        eq(leads.resourceType, sql.placeholder("resourceType")),
      ];
    case "firm":
      return [eq(leads.firmId, sql.placeholder("firmId"))];
  }
}
