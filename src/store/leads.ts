import { and, desc, eq, isNull, sql } from "drizzle-orm";

import type { EmailComparison } from "../domain/email.ts";
import { emailKey, sameEmail } from "../domain/email.ts";
import type { Lead } from "../domain/lead.ts";
import type { ListQuery, Page } from "../domain/list-query.ts";
import { leadFields } from "../records/lead.ts";
import type { IndexedField } from "./filter-probe.ts";
import { leadSearch } from "./lead-search.ts";
import type { LeadSelection } from "./lead-selection.ts";
import { selected } from "./lead-selection.ts";
import { listTexts, newLister } from "./list.ts";
import { newMaterializedLists } from "./materialized-lists.ts";
import { leadPageIndex } from "./page-index.ts";
import { rowsOf } from "./record-columns.ts";
import { records, recordTexts } from "./records.ts";
import { leads } from "./schema.ts";
import type { Db } from "./statement.ts";
import { preparedColumn, queryText } from "./statement.ts";
import { newWriteLog } from "./write-log.ts";

/** The Leads of one workspace, including deleted ones unless a query excludes them. */
export function leadStore(db: Db) {
  const plain = records(db, texts, { toRow: rowFromLead, fromRow });
  const places = leadPageIndex(db);
  const log = newWriteLog(db.changes);
  const known = { ...places, materialized: newMaterializedLists(db.changes, log, places) };
  const list = newLister(db, { texts: lists, records: plain, known });
  const ofParent = preparedColumn<number>(db, holders);
  const active = preparedColumn<number>(db, activeHolders);
  const made = (number: number, lead: Lead): void => {
    places.made(lead, number);
    log.written(number);
  };
  return {
    ...plain,
    insert(number: number, lead: Lead): void {
      plain.insert(number, lead);
      made(number, lead);
    },
    insertIfFree(number: number, lead: Lead): boolean {
      const isFree = plain.insertIfFree(number, lead);
      if (isFree) made(number, lead);
      return isFree;
    },
    update(lead: Lead): void {
      const before = plain.find(lead.id);
      const number = plain.update(lead);
      if (before === null || number === null) return;
      places.changed(before, lead);
      log.written(number);
    },
    /** The Leads of one parent with `email` (rule lead.unique). */
    holdersOfEmail(
      { resourceType, resourceId }: Pick<Lead, "resourceType" | "resourceId">,
      email: string,
      comparison: EmailComparison,
    ): readonly Lead[] {
      const emailLowerCase = emailKey(email, "case-insensitive");
      return plain
        .numbered(ofParent.all({ resourceType, resourceId, emailLowerCase }))
        .filter((lead) => sameEmail(lead.email, email, comparison));
    },
    /** Every Active Lead with that email, newest first (rule state.convert.scope). */
    activeWithEmail: (email: string, comparison: EmailComparison): readonly Lead[] =>
      plain
        .numbered(active.all({ emailLowerCase: emailKey(email, "case-insensitive") }))
        .filter((lead) => sameEmail(lead.email, email, comparison)),
    ...leadSearch(db, log, plain),
    list: (selection: LeadSelection, query: ListQuery): Page<Lead> =>
      list(selected(selection), query),
  };
}

export type LeadStore = ReturnType<typeof leadStore>;

const texts = recordTexts(leads);

const sameKey = eq(leads.emailLowerCase, sql.placeholder("emailLowerCase"));

const holders = queryText((db) =>
  db
    .select({ number: leads.number })
    .from(leads)
    .where(
      and(
        sameKey,
        eq(leads.resourceId, sql.placeholder("resourceId")),
        eq(leads.resourceType, sql.placeholder("resourceType")),
      ),
    ),
);

const activeHolders = queryText((db) =>
  db
    .select({ number: leads.number })
    .from(leads)
    .where(and(sameKey, isNull(leads.deletedAt)))
    .orderBy(desc(leads.createdAt), desc(leads.number)),
);

const same: IndexedField["keyOf"] = (value) => value;

/** The indexes of migrations.ts whose first column a filter can name. */
const indexed = {
  email: {
    index: "leadsByEmail",
    column: leads.emailLowerCase,
    keyOf: (email) => emailKey(String(email), "case-insensitive"),
  },
  firstName: { index: "leadsByFirstName", column: leads.firstName, keyOf: same },
  lastName: { index: "leadsByLastName", column: leads.lastName, keyOf: same },
  referredByReferralCodeId: {
    index: "leadsByReferralCode",
    column: leads.referredByReferralCodeId,
    keyOf: same,
  },
  convertedAt: { index: "leadsByConversion", column: leads.convertedAt, keyOf: same },
} as const satisfies Record<string, IndexedField>;

const lists = listTexts({ table: leads, indexed });

const { toRow, fromRow } = rowsOf(leadFields);

function rowFromLead(lead: Lead) {
  return Object.assign(toRow(lead), { emailLowerCase: emailKey(lead.email, "case-insensitive") });
}
