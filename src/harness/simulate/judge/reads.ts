/** Notes which answers had which Leads, so that a row that it never read differs from one that the client did not store. */
import type { JsonObject } from "../../../base/values/json.ts";
import { isOfPlans } from "../ledger/seen-ledger.ts";
import type { Discrepancy, Read, SeenCall } from "../model.ts";
import type { Truth } from "../world/truth.ts";

export interface Reads {
  readonly note: (call: SeenCall, records: readonly JsonObject[]) => void;
  /** The first call until `tick`, since the change behind a difference, whose answer had the row; null if none had. */
  readonly of: (found: Discrepancy, tick: number) => Read | null;
}

/** The first reads of each version of a Lead, by its position. */
type ByVersion = (Read | undefined)[];

export function newReads(truth: Truth): Reads {
  const [leads, plans] = [new Map<string, ByVersion>(), new Map<string, ByVersion>()];
  const noteIn = (reads: Map<string, ByVersion>, id: string, call: SeenCall): void => {
    const version = (truth.find(id)?.versions.length ?? 0) - 1;
    if (version < 0) return;
    const known = reads.get(id) ?? [];
    const { tick, process, call: number } = call;
    known[version] ??= { tick, process, call: number };
    reads.set(id, known);
  };
  return {
    note(call, records) {
      for (const { id, Plans } of records) {
        if (typeof id !== "string") continue;
        if (isOfPlans(call.path)) noteIn(plans, truth.withPlan(id)?.id ?? "", call);
        else noteIn(leads, id, call);
        if (Array.isArray(Plans)) noteIn(plans, id, call);
      }
    },
    of({ lead: name, column, event }, until) {
      const lead = truth.leads().find((one) => one.name === name);
      if (lead === undefined) return null;
      const since = lead.versions.findIndex((version) => version.event === event);
      const reads = (column === "planStatus" ? plans : leads).get(lead.id) ?? [];
      const found = reads.slice(Math.max(0, since)).find((read) => read !== undefined);
      return found === undefined || found.tick > until ? null : found;
    },
  };
}
