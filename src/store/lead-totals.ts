import type { Lead } from "../domain/lead.ts";
import { newLruCache } from "../values/lru-cache.ts";
import type { Changes } from "./changes.ts";
import { selectionsWith } from "./lead-selection.ts";
import type { KeptTotals } from "./list.ts";

export interface LeadTotals extends KeptTotals {
  /** Reports that a Lead was written; `before` is null for a new one. */
  readonly changed: (before: Lead | null, after: Lead) => void;
}

/** A Lead that was added to the totals of these keys, or removed from them. */
interface Adjustment {
  readonly version: number;
  readonly keys: readonly string[];
  readonly difference: 1 | -1;
}

/** Maximum number of kept totals. */
const totalsMax = 10_000;

/** Minimum number of adjustments that a rollback can undo; after more of them, all totals are counted again. */
const undosMin = 250;

/** The totals of selections of Leads: counted once, then adjusted by each write and each rollback. */
export function newLeadTotals(changes: Changes): LeadTotals {
  const totals = newLruCache<string, number>(totalsMax);
  let adjustments: Adjustment[] = [];
  let undosFrom = 0;
  const add = ({ keys }: Adjustment, difference: number): void => {
    for (const key of keys) {
      const total = totals.get(key);
      if (total !== undefined) totals.set(key, total + difference);
    }
  };
  const adjust = (lead: Lead, difference: 1 | -1): void => {
    const adjustment = { version: changes.version(), keys: keysWith(lead), difference };
    add(adjustment, difference);
    adjustments.push(adjustment);
    if (adjustments.length < 2 * undosMin) return;
    undosFrom = adjustments[undosMin - 1]?.version ?? undosFrom;
    adjustments = adjustments.slice(undosMin);
  };
  changes.onRollback((to) => {
    if (to === null || to < undosFrom) {
      totals.clear();
      adjustments = [];
      undosFrom = changes.version();
    } else {
      for (const one of adjustments) if (one.version > to) add(one, -one.difference);
      adjustments = adjustments.filter(({ version }) => version <= to);
    }
  });
  return {
    total: ({ key }, { withDeleted }, count) => totals.ensure(keyOf(key, withDeleted), count),
    changed(before, after) {
      if (before !== null) adjust(before, -1);
      adjust(after, 1);
    },
  };
}

function keysWith(lead: Lead): readonly string[] {
  const selections = selectionsWith(lead);
  const all = selections.map((key) => keyOf(key, true));
  return lead.deletedAt === null ? [...all, ...selections] : all;
}

function keyOf(selection: string, withDeleted: boolean): string {
  return withDeleted ? `${selection} with deleted` : selection;
}
