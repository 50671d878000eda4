/** Without a ledger: the newest version of each Lead in any answer takes its place. */
import type { Json, JsonObject } from "../../../base/values/json.ts";
import { isJsonObject } from "../../../base/values/json.ts";
import type { Answer } from "../../../network/http/answer.ts";
import type { Column, LedgerReading, LedgerRow } from "./rows.ts";

export interface SeenLedger {
  /** Notes the Leads and Plans in an answer that the client got. */
  readonly note: (path: string, records: readonly JsonObject[]) => void;
  readonly read: () => LedgerReading;
}

export function newSeenLedger(): SeenLedger {
  const leads = new Map<string, JsonObject>();
  const plans = new Map<string, string>();
  return {
    note(path, records) {
      for (const record of records) {
        const { id, status: planStatus, Plans } = record;
        if (typeof id !== "string") continue;
        if (isOfPlans(path) && typeof planStatus === "string") {
          plans.set(id, planStatus);
        } else if ("deletedAt" in record && "email" in record) {
          leads.set(id, record);
          for (const plan of Array.isArray(Plans) ? Plans.filter(isJsonObject) : []) {
            if (typeof plan["id"] === "string" && typeof plan["status"] === "string") {
              plans.set(plan["id"], plan["status"]);
            }
          }
        }
      }
    },
    read() {
      const known: Column[] = ["id", "email", "state", "planIds"];
      return {
        rows: Array.from(leads.values(), (lead) => rowOf(lead, plans)),
        columns: new Set(plans.size === 0 ? known : [...known, "planStatus"]),
      };
    },
  };
}

export function isOfPlans(path: string): boolean {
  return /\/plans(?:\/|$)/i.test(path);
}

export function recordsOf({ status, body }: Answer): readonly JsonObject[] {
  if (status >= 300 || body === null) return [];
  const answer: Json = JSON.parse(body);
  const data = isJsonObject(answer) ? (answer["data"] ?? null) : null;
  return (Array.isArray(data) ? data : [data]).filter(isJsonObject);
}

function rowOf(lead: JsonObject, plans: ReadonlyMap<string, string>): LedgerRow {
  const { id = null, email = null, deletedAt, convertedAt, plan_ids: planIds = [] } = lead;
  const closed = typeof convertedAt === "string" ? "Converted" : "Archived";
  const ids = Array.isArray(planIds) ? planIds.filter((one) => typeof one === "string") : [];
  return {
    id,
    email,
    state: typeof deletedAt === "string" ? closed : "Active",
    planIds: ids,
    planStatus: ids.map((one) => plans.get(one) ?? null),
  };
}
