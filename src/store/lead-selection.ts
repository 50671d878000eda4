import type { SQL } from "drizzle-orm";
import { eq, sql } from "drizzle-orm";

import type { Lead, LeadParentType } from "../domain/lead.ts";
import type { Selection } from "./list.ts";
import { leads } from "./schema.ts";

/** Leads of one owner, all that one Firm's keys reach, or all of the workspace. */
export type LeadSelection =
  | { readonly of: "parent"; readonly resourceType: LeadParentType; readonly resourceId: string }
  | { readonly of: "firm"; readonly firmId: string }
  | { readonly of: "workspace" };

/** The rows of a selection. */
export function selected(selection: LeadSelection): Selection {
  const { of: name, ...values } = selection;
  return { name, key: keyOf(selection), values, conditions: () => conditionsOf(selection) };
}

/** The keys of all selections that a Lead is in. */
export function selectionsWith({ resourceType, resourceId, firmId }: Lead): readonly string[] {
  return [
    keyOf({ of: "parent", resourceType, resourceId }),
    keyOf({ of: "firm", firmId }),
    keyOf({ of: "workspace" }),
  ];
}

function keyOf(selection: LeadSelection): string {
  switch (selection.of) {
    case "parent":
      return `parent ${selection.resourceType} ${selection.resourceId}`;
    case "firm":
      return `firm ${selection.firmId}`;
    case "workspace":
      return "workspace";
  }
}

function conditionsOf({ of: name }: LeadSelection): readonly SQL[] {
  switch (name) {
    case "parent":
      return [
        eq(leads.resourceId, sql.placeholder("resourceId")),
        eq(leads.resourceType, sql.placeholder("resourceType")),
      ];
    case "firm":
      return [eq(leads.firmId, sql.placeholder("firmId"))];
    case "workspace":
      return [];
  }
}
