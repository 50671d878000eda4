/** A store written out as a world, in the format of a fixture: read back, it gives the same records. */
import type { ApiKey } from "../domain/api-key.ts";
import type { Workflow } from "../domain/workflow.ts";
import { apiKeyFields } from "../records/api-key.ts";
import { clientProfileFields } from "../records/client-profile.ts";
import { firmMemberFields } from "../records/firm-member.ts";
import { firmFields } from "../records/firm.ts";
import { worldForm } from "../records/forms.ts";
import { leadFields } from "../records/lead.ts";
import { planFields } from "../records/plan.ts";
import { referralCodeFields } from "../records/referral-code.ts";
import type { Assumptions } from "../rules/trace.ts";
import type { Store } from "../store/store.ts";
import type { WorldWorkflow } from "./world-records.ts";
import type { World } from "./world.ts";

/** The records of a store, in the order they were made, and the choices in force. */
export function worldOf(store: Store, assumptions: Assumptions): World {
  const subscriptions = new Map(
    store.firmMembers
      .subscriptions()
      .map(({ firmMemberId, active }) => [firmMemberId, active ? "active" : "inactive"]),
  );
  return {
    assumptions: { ...assumptions },
    firms: store.firms.all().map((firm) => firmEntry(firm)),
    firmMembers: store.firmMembers
      .all()
      .map((member) => firmMemberEntry(member, { subscription: subscriptions.get(member.id) })),
    referralCodes: store.referralCodes.all().map((code) => referralCodeEntry(code)),
    apiKeys: store.apiKeys.all().map((key) => apiKeyEntry(key, { quotaPerHour: ownQuota(key) })),
    clientProfiles: store.clientProfiles.all().map((profile) => clientProfileEntry(profile)),
    leads: store.leads.all().map((lead) => leadEntry(lead)),
    plans: store.plans
      .all()
      .map((plan) => planEntry(plan, { owners: store.plans.ownersOf(plan.id) })),
    workflows: store.workflows.all().map(workflowEntry),
  };
}

const firmEntry = worldForm(firmFields);
const firmMemberEntry = worldForm(firmMemberFields);
const referralCodeEntry = worldForm(referralCodeFields);
const clientProfileEntry = worldForm(clientProfileFields);
const leadEntry = worldForm(leadFields);
const planEntry = worldForm(planFields);
const apiKeyEntry = worldForm(apiKeyFields);

/** The quota of a key, null for no limit; undefined where rule quota.value says it. */
function ownQuota({ quotaPerHour }: ApiKey): number | null | undefined {
  return quotaPerHour === "by-rule" ? undefined : quotaPerHour;
}

function workflowEntry({ id, method, request, answer }: Workflow): WorldWorkflow {
  return { id, method, request, answer: { ...answer } };
}
