/** Writes a store as a world, in the format of a fixture; loading it gives the same records. */
import type { ApiKey } from "../domain/api-key.ts";
import type { Lead } from "../domain/lead.ts";
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

/** The records of a store in the order of creation, and the choices in force. */
export function worldOf(store: Store, assumptions: Assumptions): World {
  const { plans } = store;
  return {
    assumptions: { ...assumptions },
    firms: store.firms.all().map((firm) => firmEntry(firm)),
    firmMembers: memberEntries(store),
    referralCodes: store.referralCodes.all().map((code) => referralCodeEntry(code)),
    apiKeys: store.apiKeys.all().map((key) => apiKeyEntry(key, { quotaPerHour: ownQuota(key) })),
    clientProfiles: store.clientProfiles.all().map((client) => clientProfileEntry(client)),
    leads: store.leads.all().map((lead) => leadEntry(lead, { firmOfClient: firmOfClient(lead) })),
    plans: plans.all().map((plan) => planEntry(plan, { owners: plans.ownersOf(plan.id) })),
    workflows: store.workflows.all().map(workflowEntry),
  };
}

function memberEntries({ firmMembers }: Store) {
  const subscriptions = new Map(
    firmMembers
      .subscriptions()
      .map(({ firmMemberId, active }) => [firmMemberId, active ? "active" : "inactive"] as const),
  );
  return firmMembers
    .all()
    .map((member) => firmMemberEntry(member, { subscription: subscriptions.get(member.id) }));
}

const firmEntry = worldForm(firmFields);
const firmMemberEntry = worldForm(firmMemberFields);
const referralCodeEntry = worldForm(referralCodeFields);
const clientProfileEntry = worldForm(clientProfileFields);
const leadEntry = worldForm(leadFields);
const planEntry = worldForm(planFields);
const apiKeyEntry = worldForm(apiKeyFields);

/** The parents of other Leads name their Firm. */
function firmOfClient({ resourceType, firmId }: Lead): string | undefined {
  return resourceType === "ClientProfile" ? firmId : undefined;
}

/** The quota of a key, null for no limit; undefined where rule quota.value determines it. */
function ownQuota({ quotaPerHour }: ApiKey): number | null | undefined {
  return quotaPerHour === "by-rule" ? undefined : quotaPerHour;
}

/** A workflow in the format of a fixture. */
export function workflowEntry({ id, method, request, steps, answer }: Workflow): WorldWorkflow {
  const listed = steps === undefined ? {} : { steps: steps.map((step) => ({ ...step })) };
  return { id, method, request, ...listed, answer: { ...answer } };
}
