/** A store written out as a world, in the format of a fixture: read back, it gives the same records. */
import type { ApiKey } from "../domain/api-key.ts";
import type { ClientProfile } from "../domain/client-profile.ts";
import type { Firm, FirmMember, ReferralCode } from "../domain/firm.ts";
import type { Lead } from "../domain/lead.ts";
import { iso, isoOrNull, isoTimes } from "../domain/moment.ts";
import type { Plan } from "../domain/plan.ts";
import type { Workflow } from "../domain/workflow.ts";
import type { Assumptions } from "../rules/trace.ts";
import type { Store } from "../store/store.ts";
import type {
  WorldApiKey,
  WorldClientProfile,
  WorldFirm,
  WorldFirmMember,
  WorldLead,
  WorldPlan,
  WorldReferralCode,
  WorldWorkflow,
} from "./world-records.ts";
import type { World } from "./world.ts";

/** The records of a store, in the order they were made, and the choices in force. */
export function worldOf(store: Store, assumptions: Assumptions): World {
  const subscriptions = new Map(
    store.firmMembers.subscriptions().map(({ firmMemberId, active }) => [firmMemberId, active]),
  );
  return {
    assumptions: { ...assumptions },
    firms: store.firms.all().map(firmEntry),
    firmMembers: store.firmMembers
      .all()
      .map((member) => firmMemberEntry(member, subscriptions.get(member.id))),
    referralCodes: store.referralCodes.all().map(referralCodeEntry),
    apiKeys: store.apiKeys.all().map(apiKeyEntry),
    clientProfiles: store.clientProfiles.all().map(clientProfileEntry),
    leads: store.leads.all().map(leadEntry),
    plans: store.plans.all().map((plan) => planEntry(plan, store.plans.ownersOf(plan.id))),
    workflows: store.workflows.all().map(workflowEntry),
  };
}

function firmEntry({ id, name, firmType, colour, logo, ...times }: Firm): WorldFirm {
  return { id, name, firmType, colour, logo, ...isoTimes(times) };
}

function firmMemberEntry(member: FirmMember, subscribed: boolean | undefined): WorldFirmMember {
  const { id, firmId, email, firstName, lastName, isOwner } = member;
  return {
    id,
    firmId,
    email,
    firstName,
    lastName,
    isOwner,
    ...(subscribed === undefined ? {} : { subscription: subscribed ? "active" : "inactive" }),
    ...isoTimes(member),
  };
}

function referralCodeEntry({ id, firmId, ...times }: ReferralCode): WorldReferralCode {
  return { id, firmId, ...isoTimes(times) };
}

function apiKeyEntry(key: ApiKey): WorldApiKey {
  const { id, firmId, roleType, environment, quotaPerHour } = key;
  return {
    id,
    key: key.key,
    firmId,
    roleType,
    environment,
    ...(quotaPerHour === "by-rule" ? {} : { quotaPerHour }),
    permissions: [...key.permissions],
    createdAt: iso(key.createdAt),
    expiresAt: isoOrNull(key.expiresAt),
    revokedAt: isoOrNull(key.revokedAt),
  };
}

function clientProfileEntry(profile: ClientProfile): WorldClientProfile {
  const { id, environment } = profile;
  return { id, environment, ...personOf(profile), ...isoTimes(profile) };
}

function leadEntry(lead: Lead): WorldLead {
  return {
    id: lead.id,
    environment: lead.environment,
    resourceType: lead.resourceType,
    resourceId: lead.resourceId,
    ...personOf(lead),
    referredByReferralCodeId: lead.referredByReferralCodeId,
    ...isoTimes(lead),
    convertedAt: isoOrNull(lead.convertedAt),
    ...(lead.planIds === null ? {} : { plan_ids: [...lead.planIds] }),
    clientProfileId: lead.clientProfileId,
  };
}

function planEntry(plan: Plan, owners: readonly string[]): WorldPlan {
  const { id, environment, clientProfileId, leadId, name, type, status, amount } = plan;
  return {
    id,
    environment,
    clientProfileId,
    leadId,
    name,
    type,
    status,
    amount,
    owners: [...owners],
    ...isoTimes(plan),
  };
}

function workflowEntry({ id, method, request, answer }: Workflow): WorldWorkflow {
  return { id, method, request, answer: { ...answer } };
}

function personOf(person: ClientProfile | Lead) {
  const { email, firstName, lastName, phone, clientData } = person;
  return { email, firstName, lastName, phone, clientData };
}
