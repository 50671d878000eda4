import type { Lead } from "../../../domain/model/lead.ts";
import type { Plan } from "../../../domain/model/plan.ts";
import { isInEnvironment } from "../operations/access.ts";
import type { ApiCall } from "../routes/call.ts";

/**
 * The Plans that `include=Plans` joins to a Lead, always including those made by its conversion (rule
 * include.plans.several-leads).
 */
export function plansOfLead(call: ApiCall, lead: Lead): readonly Plan[] {
  const { firmId } = call.key;
  const plans = call.store.plans
    .behindLead(lead, firmId)
    .filter((plan) => isInEnvironment(call, plan) && isIncluded(call, plan));
  const isOwn = (plan: Plan): boolean => plan.leadId === lead.id;
  if (plans.every(isOwn)) return plans;
  switch (call.trace.choice("include.plans.several-leads")) {
    case "all-of-client":
      return plans;
    case "own-only":
      return plans.filter(isOwn);
    case "own-and-linked":
      return plans.filter((plan) => isOwn(plan) || !isOfFirm(call, plan));
  }
}

/** Whether `include` adds a record to its Lead or Plan (rule include.deleted). */
export function isIncluded(
  { trace, query }: ApiCall,
  { deletedAt }: { readonly deletedAt: number | null },
): boolean {
  if (deletedAt === null) return true;
  return trace.choice("include.deleted") === "by-scope" && query.get("scope") === "withDeleted";
}

/** Whether the Plan came from a Lead of the key's Firm. */
function isOfFirm({ store, key }: ApiCall, { leadId }: Plan): boolean {
  return leadId !== null && store.leads.find(leadId)?.firmId === key.firmId;
}
