/** From records to what the control plane answers: everything, deleted or not, with times in ISO 8601. */
import * as z from "zod";

import type { ApiKey } from "../domain/api-key.ts";
import type { ClientProfile } from "../domain/client-profile.ts";
import type { Firm, FirmMember, ReferralCode } from "../domain/firm.ts";
import type { Lead } from "../domain/lead.ts";
import { leadState } from "../domain/lead.ts";
import type { OutboxMessage } from "../domain/mail.ts";
import { iso, isoOrNull as toIsoOrNull, isoTimes } from "../domain/moment.ts";
import type { Plan } from "../domain/plan.ts";
import { planStatuses } from "../domain/plan.ts";
import { mailFrom } from "../mail/mime.ts";
import { limitsOf } from "../workspace/quotas.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { ShownEnvironment } from "./environment.ts";
import { AnyJson, isoOrNull } from "./shapes.ts";

const ofEnvironment = { environment: ShownEnvironment };
const record = {
  id: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: isoOrNull,
};
const person = {
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phone: AnyJson,
  clientData: AnyJson,
};

export const ShownLead = z
  .strictObject({
    ...record,
    ...ofEnvironment,
    ...person,
    state: z.enum(["Active", "Converted", "Archived"]),
    firmId: z.string(),
    resourceType: z.enum(["Firm", "FirmMember"]),
    resourceId: z.string(),
    referredByReferralCodeId: z.string().nullable(),
    convertedAt: isoOrNull,
    plan_ids: z.array(z.string()),
    clientProfileId: z.string().nullable(),
  })
  .meta({ id: "LeadRecord" });

export function showLead({ planIds, ...lead }: Lead): z.infer<typeof ShownLead> {
  return {
    ...lead,
    ...isoTimes(lead),
    state: leadState(lead),
    convertedAt: toIsoOrNull(lead.convertedAt),
    plan_ids: [...(planIds ?? [])],
  };
}

export const ShownClientProfile = z
  .strictObject({ ...record, ...ofEnvironment, ...person })
  .meta({ id: "ClientProfileRecord" });

export function showClientProfile(profile: ClientProfile): z.infer<typeof ShownClientProfile> {
  return { ...profile, ...isoTimes(profile) };
}

export const ShownPlan = z
  .strictObject({
    ...record,
    ...ofEnvironment,
    clientProfileId: z.string(),
    leadId: z.string().nullable(),
    name: z.string().nullable(),
    type: z.string(),
    status: z.enum(planStatuses),
    amount: z.number().nullable(),
    owners: z.array(z.string()),
  })
  .meta({ id: "PlanRecord" });

export function showPlan(workspace: Workspace, plan: Plan): z.infer<typeof ShownPlan> {
  return { ...plan, ...isoTimes(plan), owners: [...workspace.store().plans.ownersOf(plan.id)] };
}

export const ShownApiKey = z
  .strictObject({
    id: z.string(),
    key: z.string(),
    firmId: z.string(),
    roleType: z.enum(["Partner", "Realtor"]),
    ...ofEnvironment,
    quotaPerHour: z.number().nullable(),
    permissions: z.array(z.string()),
    createdAt: z.string(),
    expiresAt: isoOrNull,
    revokedAt: isoOrNull,
  })
  .meta({ id: "ApiKeyRecord" });

export function showApiKey(workspace: Workspace, key: ApiKey): z.infer<typeof ShownApiKey> {
  return {
    ...key,
    quotaPerHour: limitsOf(key, workspace.assumptions()).perHour,
    permissions: [...key.permissions],
    createdAt: iso(key.createdAt),
    expiresAt: toIsoOrNull(key.expiresAt),
    revokedAt: toIsoOrNull(key.revokedAt),
  };
}

export const ShownFirm = z
  .strictObject({
    ...record,
    name: z.string(),
    firmType: z.string(),
    colour: z.string().nullable(),
    logo: z.string().nullable(),
  })
  .meta({ id: "FirmRecord" });

export function showFirm(firm: Firm): z.infer<typeof ShownFirm> {
  return { ...firm, ...isoTimes(firm) };
}

export const ShownFirmMember = z
  .strictObject({
    ...record,
    firmId: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    isOwner: z.boolean(),
    subscription: z.enum(["active", "inactive"]).nullable(),
  })
  .meta({ id: "FirmMemberRecord" });

export function showFirmMember(
  member: FirmMember,
  subscription: "active" | "inactive" | null,
): z.infer<typeof ShownFirmMember> {
  return { ...member, ...isoTimes(member), subscription };
}

export const ShownReferralCode = z
  .strictObject({ ...record, firmId: z.string() })
  .meta({ id: "ReferralCodeRecord" });

export function showReferralCode(code: ReferralCode): z.infer<typeof ShownReferralCode> {
  return { ...code, ...isoTimes(code) };
}

export const ShownMessage = z
  .strictObject({
    id: z.string(),
    ...ofEnvironment,
    at: z.string(),
    kind: z.enum(["welcome", "converted", "plan-updated"]),
    from: z.string(),
    to: z.array(z.string()),
    subject: z.string(),
    leadId: z.string().exactOptional(),
    planId: z.string().exactOptional(),
    links: z.array(z.string()),
    relayed: z.enum(["sent", "failed"]).nullable(),
    relayNote: z.string().exactOptional(),
  })
  .meta({ id: "MessageRecord" });

export function showMessage(
  workspace: Workspace,
  message: OutboxMessage,
): z.infer<typeof ShownMessage> {
  const { id, environment, at, content, to, subject, leadId, planId, links, relay, relayNote } =
    message;
  return {
    id,
    environment,
    at: iso(at),
    kind: content.kind,
    from: mailFrom(content, workspace.sandbox.mailDomain),
    to: [...to],
    subject,
    ...(leadId === null ? {} : { leadId }),
    ...(planId === null ? {} : { planId }),
    links: [...links],
    relayed: relay === "sent" || relay === "failed" ? relay : null,
    ...(relayNote === null ? {} : { relayNote }),
  };
}
