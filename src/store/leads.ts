import { and, desc, eq, isNull, sql } from "drizzle-orm";

import type { EmailComparison } from "../domain/email.ts";
import { emailKey, sameEmail } from "../domain/email.ts";
import { lazy } from "../domain/lazy.ts";
import type { Lead } from "../domain/lead.ts";
import type { ListQuery, Page } from "../domain/list-query.ts";
import { leadFields } from "../records/lead.ts";
import type { IndexedField } from "./filter-probe.ts";
import type { LeadSearches } from "./lead-search.ts";
import { leadSearch } from "./lead-search.ts";
import type { LeadSelection } from "./lead-selection.ts";
import { selected } from "./lead-selection.ts";
import { listTexts, newLister } from "./list.ts";
import { newMaterializedLists } from "./materialized-lists.ts";
import type { Listed } from "./page-index.ts";
import { leadPageIndex } from "./page-index.ts";
import { rowsOf } from "./record-columns.ts";
import type { Records } from "./records.ts";
import { records, recordTexts } from "./records.ts";
import { leads } from "./schema.ts";
import type { Db } from "./statement.ts";
import { preparedColumn, queryText } from "./statement.ts";
import { newWriteLog } from "./write-log.ts";

/** The Leads of one workspace, including deleted ones unless a query excludes them. */
export function leadStore(db: Db) {
  const plain = records(db, texts, { toRow: rowFromLead, fromRow });
  const { changed, ...reading } = listing(db, plain);
  return {
    ...plain,
    insert(number: number, lead: Lead): void {
      plain.insert(number, lead);
      changed(number, null, lead);
    },
    insertIfFree(number: number, lead: Lead): boolean {
      const isFree = plain.insertIfFree(number, lead);
      if (isFree) changed(number, null, lead);
      return isFree;
    },
    update(lead: Lead): void {
      const before = plain.find(lead.id);
      const number = plain.update(lead);
      if (before !== null && number !== null) changed(number, before, lead);
    },
    ...byEmail(db, plain),
    ...reading,
  };
}

export type LeadStore = ReturnType<typeof leadStore>;

/** Lists and searches. `changed` reports a written Lead to their indexes, now and when it is rolled back. */
function listing(db: Db, plain: Records<Lead>) {
  const places = leadPageIndex(db);
  const log = newWriteLog(db.changes);
  const search = lazy(() => leadSearch(db, log, plain));
  const list = newLister(db, {
    texts: lists,
    records: plain,
    known: () => ({ ...places, materialized: newMaterializedLists(db.changes, log, places) }),
  });
  const note = (number: number, before: Listed | null, after: Listed | null): void => {
    places.changed(number, before, after);
    log.written(number);
  };
  return {
    changed: (number: number, before: Lead | null, after: Lead): void => {
      note(number, before, after);
      const [was, is] = [before === null ? null : listed(before), listed(after)];
      db.changes.undoable(() => note(number, is, was));
    },
    list: (selection: LeadSelection, query: ListQuery): Page<Lead> =>
      list(selected(selection), query),
    search: (...call: Parameters<LeadSearches["search"]>) => search().search(...call),
    readAndSearch: (...call: Parameters<LeadSearches["readAndSearch"]>) =>
      search().readAndSearch(...call),
  };
}

function byEmail(db: Db, plain: Pick<Records<Lead>, "numbered">) {
  const ofParent = preparedColumn<number>(db, holders);
  const active = preparedColumn<number>(db, activeHolders);
  return {
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
  };
}

/** The fields that the page index needs. The undo log would keep whole Leads from the collector. */
function listed(lead: Lead): Listed {
  const { environment, firmId, resourceType, resourceId, createdAt, deletedAt } = lead;
  return { environment, firmId, resourceType, resourceId, createdAt, deletedAt };
}

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
