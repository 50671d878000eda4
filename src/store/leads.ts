import { and, desc, eq, isNull, sql } from "drizzle-orm";

import type { EmailComparison } from "../domain/email.ts";
import { emailKey, sameEmail } from "../domain/email.ts";
import { lazily } from "../domain/lazily.ts";
import type { Lead, LeadParentType } from "../domain/lead.ts";
import type { ListQuery, Page } from "../domain/list-query.ts";
import type { Db } from "./database.ts";
import { fromJson, jsonObject, jsonStrings, toJson } from "./json-column.ts";
import type { Selection } from "./list.ts";
import { newLister } from "./list.ts";
import { records } from "./records.ts";
import { leads } from "./schema.ts";

/** Leads of one owner, all that one Firm's keys reach, or all of the workspace. */
export type LeadSelection =
  | { readonly of: "parent"; readonly resourceType: LeadParentType; readonly resourceId: string }
  | { readonly of: "firm"; readonly firmId: string }
  | { readonly of: "workspace" };

/** The Leads of one workspace, deleted ones too unless a query says otherwise. */
export function leadStore(db: Db) {
  const statements = emailStatements(db);
  const list = newLister(db, { table: leads, fromRow: leadFromRow });
  return {
    ...records(db, leads, { toRow: rowFromLead, fromRow: leadFromRow }),
    /** The Leads of one parent that hold `email` (rule lead.unique). */
    holdersOfEmail(
      parent: Pick<Lead, "resourceType" | "resourceId">,
      email: string,
      comparison: EmailComparison,
    ): readonly Lead[] {
      const { resourceType, resourceId } = parent;
      const emailLowerCase = emailKey(email, "case-insensitive");
      return statements
        .ofParent()
        .all({ resourceType, resourceId, emailLowerCase })
        .map(leadFromRow)
        .filter((lead) => sameEmail(lead.email, email, comparison));
    },
    /** Every Active Lead with that email, newest first (rule state.convert.scope). */
    activeWithEmail: (email: string, comparison: EmailComparison): readonly Lead[] =>
      statements
        .active()
        .all({ emailLowerCase: emailKey(email, "case-insensitive") })
        .map(leadFromRow)
        .filter((lead) => sameEmail(lead.email, email, comparison)),
    list: (selection: LeadSelection, query: ListQuery): Page<Lead> =>
      list(selected(selection), query),
  };
}

export type LeadStore = ReturnType<typeof leadStore>;

function emailStatements(db: Db) {
  const p = sql.placeholder;
  const sameKey = eq(leads.emailLowerCase, p("emailLowerCase"));
  return {
    ofParent: lazily(() =>
      db
        .select()
        .from(leads)
        .where(
          and(
            sameKey,
            eq(leads.resourceId, p("resourceId")),
            eq(leads.resourceType, p("resourceType")),
          ),
        )
        .prepare(),
    ),
    active: lazily(() =>
      db
        .select()
        .from(leads)
        .where(and(sameKey, isNull(leads.deletedAt)))
        .orderBy(desc(leads.createdAt), desc(leads.number))
        .prepare(),
    ),
  };
}

function selected(selection: LeadSelection): Selection {
  const { of: name, ...values } = selection;
  switch (selection.of) {
    case "parent":
      return {
        name,
        conditions: [
          eq(leads.resourceId, sql.placeholder("resourceId")),
          eq(leads.resourceType, sql.placeholder("resourceType")),
        ],
        values,
      };
    case "firm":
      return { name, conditions: [eq(leads.firmId, sql.placeholder("firmId"))], values };
    case "workspace":
      return { name, conditions: [], values };
  }
}

function rowFromLead(lead: Lead) {
  return {
    ...lead,
    emailLowerCase: emailKey(lead.email, "case-insensitive"),
    phone: toJson(lead.phone),
    clientData: toJson(lead.clientData),
    planIds: toJson(lead.planIds),
  };
}

function leadFromRow(row: typeof leads.$inferSelect): Lead {
  const { number: _number, emailLowerCase: _emailLowerCase, ...lead } = row;
  return {
    ...lead,
    phone: fromJson(row.phone),
    clientData: jsonObject(row.clientData),
    planIds: row.planIds === null ? null : jsonStrings(row.planIds),
  };
}
