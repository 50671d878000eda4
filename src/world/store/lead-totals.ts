import { newLruCache } from "../../base/values/lru-cache.ts";
import type { Lead } from "../../domain/model/lead.ts";
import type { Changes } from "./changes.ts";
import { selectionsWith } from "./lead-selection.ts";
import type { KeptTotals } from "./list.ts";

export interface LeadTotals extends KeptTotals {
  /** Reports that a Lead was written; `before` is null for a new one. */
  readonly changed: (before: Lead | null, after: Lead) => void;
}

/** Maximum number of kept totals. */
const totalsMax = 10_000;

/** The totals of selections of Leads: counted once, then adjusted by each write until a rollback. */
export function newLeadTotals(changes: Changes): LeadTotals {
  const totals = newLruCache<string, number>(totalsMax);
  const adjust = (lead: Lead, difference: 1 | -1): void => {
    for (const key of keysWith(lead)) {
      const total = totals.get(key);
      if (total !== undefined) totals.set(key, total + difference);
    }
  };
  changes.onRollback(() => totals.clear());
  return {
    total: ({ key }, { withDeleted }, count) => totals.ensure(totalKey(key, withDeleted), count),
    changed(before, after) {
      if (before !== null) adjust(before, -1);
      adjust(after, 1);
    },
  };
}

function keysWith(lead: Lead): readonly string[] {
  const selections = selectionsWith(lead);
  const all = selections.map((key) => totalKey(key, true));
  return lead.deletedAt === null ? [...all, ...selections] : all;
}

function totalKey(selection: string, withDeleted: boolean): string {
  return withDeleted ? `${selection} with deleted` : selection;
}
