import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

import { newLruCache } from "../../base/values/lru-cache.ts";
import type { LeadMoment } from "../../domain/model/cause.ts";
import type { EmailComparison } from "../../domain/model/email.ts";
import { emailKey, sameEmail } from "../../domain/model/email.ts";
import type { Lead } from "../../domain/model/lead.ts";
import type { ListQuery, Page } from "../../domain/model/list-query.ts";
import { leadFields } from "../../domain/records/lead.ts";
import type { Changes } from "./changes.ts";
import { historyText, leadHistories } from "./lead-history.ts";
import type { LeadSearch, PageBounds } from "./lead-search.ts";
import { searchSelection, pageOfSearch } from "./lead-search.ts";
import type { LeadSelection } from "./lead-selection.ts";
import { selected, selectionsWith } from "./lead-selection.ts";
import { namesValues } from "./list-filter.ts";
import { listTexts, newLister } from "./list.ts";
import type { KeptTotals } from "./list.ts";
import { columnsOf, rowsOf } from "./record-columns.ts";
import type { Records } from "./records.ts";
import { records, recordTexts } from "./records.ts";
import { leads } from "./schema.ts";
import type { Db } from "./statement.ts";
import { preparedColumn, queryText } from "./statement.ts";

/** The Leads of one workspace, including deleted ones unless a query excludes them. */
export function leadStore(db: Db) {
  const plain = records(db, texts, { toRow: rowFromLead, fromRow });
  const totals = newLeadTotals(db.changes);
  const list = newLister(db, { texts: lists, records: plain, totals });
  const searched = newLister(db, { texts: lists, records: plain });
  return {
    ...plain,
    ...leadHistories(db),
    /** `moments` are those in its life so far. */
    insert(number: number, lead: Lead, moments: readonly LeadMoment[] = []): boolean {
      if (!plain.insert(number, lead, { history: historyText(moments) })) return false;
      totals.changed(null, lead);
      return true;
    },
    update(lead: Lead): void {
      const before = plain.find(lead.id);
      if (before === null) return;
      plain.update(lead);
      totals.changed(before, lead);
    },
    ...byEmail(db, plain),
    list: (selection: LeadSelection, query: ListQuery): Page<Lead> =>
      list(selected(selection), withEmailKeys(query)),
    /** Searches all Leads, including deleted ones. */
    search: (search: LeadSearch, page: PageBounds): Page<Lead> =>
      searched(searchSelection(search), pageOfSearch(page)),
  };
}

export type LeadStore = ReturnType<typeof leadStore>;

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

/** Leads without the column of their history, which only an insertion writes with the record. */
const leadRecords = sqliteTable("leads", {
  number: integer().primaryKey(),
  ...columnsOf(leadFields),
  emailLowerCase: text().notNull(),
});

const texts = { ...recordTexts(leadRecords), insert: recordTexts(leads).insert };

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

const lists = listTexts({
  table: leadRecords,
  indexes: { id: "sqlite_autoindex_leads_1", emailLowerCase: "leadsByEmail" },
});

/** The query that also filters by the keys of emails that it names: those are indexed, exact emails are not. */
function withEmailKeys(query: ListQuery): ListQuery {
  const named = query.filter.filter((term) => term.field === "email" && namesValues(term));
  if (named.length === 0) return query;
  const keys = named.map(({ operator, value }) => ({
    field: "emailLowerCase",
    operator,
    value: Array.isArray(value) ? value.map(keyOfEmail) : keyOfEmail(value),
  }));
  return { ...query, filter: [...query.filter, ...keys] };
}

function keyOfEmail<Value>(value: Value): Value | string {
  return typeof value === "string" ? emailKey(value, "case-insensitive") : value;
}

const { toRow, fromRow } = rowsOf(leadFields);

function rowFromLead(lead: Lead) {
  return { ...toRow(lead), emailLowerCase: emailKey(lead.email, "case-insensitive") };
}

interface LeadTotals extends KeptTotals {
  /** Reports that a Lead was written; `before` is null for a new one. */
  readonly changed: (before: Lead | null, after: Lead) => void;
}

/** The totals of one selection, as far as they are known: of all its Leads, and of those that are not deleted. */
interface KnownTotals {
  all?: number;
  active?: number;
}

/** Maximum number of selections with kept totals. */
const totalsMax = 5_000;

/** The totals of selections of Leads: counted once, then adjusted by each write until a rollback. */
function newLeadTotals(changes: Changes): LeadTotals {
  const totals = newLruCache<string, KnownTotals>(totalsMax);
  const adjust = (lead: Lead, difference: 1 | -1): void => {
    for (const key of selectionsWith(lead)) {
      const known = totals.get(key);
      if (known?.all !== undefined) known.all += difference;
      if (known?.active !== undefined && lead.deletedAt === null) known.active += difference;
    }
  };
  changes.onRollback(() => totals.clear());
  return {
    total: ({ key }, { withDeleted }, count) =>
      (totals.ensure(key, () => ({}))[withDeleted ? "all" : "active"] ??= count()),
    changed(before, after) {
      if (before !== null) adjust(before, -1);
      adjust(after, 1);
    },
  };
}
