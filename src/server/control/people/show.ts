/** Converts records to answers of the control plane: all fields, deleted records included, with times in ISO 8601. */
import * as z from "zod";

import type { Json } from "../../../base/values/json.ts";
import type { ApiKey } from "../../../domain/model/api-key.ts";
import type { FirmMember } from "../../../domain/model/firm.ts";
import { lifeOf } from "../../../domain/model/lead-life.ts";
import type { Lead } from "../../../domain/model/lead.ts";
import { leadState } from "../../../domain/model/lead.ts";
import type { OutboxMessage } from "../../../domain/model/mail.ts";
import type { Plan } from "../../../domain/model/plan.ts";
import { apiKeyFields } from "../../../domain/records/api-key.ts";
import { clientProfileFields } from "../../../domain/records/client-profile.ts";
import type {
  Field,
  Fields,
  IsIn,
  JsonValueOf,
  Kind,
  NameOf,
} from "../../../domain/records/field.ts";
import { firmMemberFields } from "../../../domain/records/firm-member.ts";
import { firmFields } from "../../../domain/records/firm.ts";
import { controlForm, shapeOf, withIsoTimes } from "../../../domain/records/forms.ts";
import { leadFields } from "../../../domain/records/lead.ts";
import { messageFields } from "../../../domain/records/message.ts";
import { planFields } from "../../../domain/records/plan.ts";
import { referralCodeFields } from "../../../domain/records/referral-code.ts";
import { mailFrom } from "../../../world/mail/mime.ts";
import { MomentShape } from "../../../world/workspace/fixtures/world-moments.ts";
import { limitsOf } from "../../../world/workspace/requests/quotas.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import { AnyJson } from "../calls/shapes.ts";

/** The schema of each kind of field, with times in ISO 8601. */
const schemaOfKind: Readonly<Record<Kind, z.ZodType>> = {
  id: z.string(),
  text: z.string(),
  status: z.string(),
  moment: z.string(),
  json: AnyJson,
  object: AnyJson,
  strings: z.array(z.string()),
  flag: z.boolean(),
  number: z.number(),
};

export const ShownLead = z
  .strictObject({ ...controlShape(leadFields), plan_ids: z.array(z.string()) })
  .meta({ id: "LeadRecord" });

const leadTimes = withIsoTimes(leadFields);

export function showLead(lead: Lead): z.infer<typeof ShownLead> {
  const { planIds, ...shown } = leadTimes(lead);
  return { ...shown, state: leadState(lead), plan_ids: [...(planIds ?? [])] };
}

export const ShownLeadLife = ShownLead.extend({
  history: z
    .array(MomentShape())
    .describe("The moments of the Lead, oldest first; without a cause where that is not known"),
}).meta({ id: "LeadLife" });

export function showLeadLife(workspace: Workspace, lead: Lead): z.infer<typeof ShownLeadLife> {
  const kept = workspace.store().leads.history(lead.id);
  return { ...showLead(lead), history: lifeOf(lead, kept) };
}

export const ShownClientProfile = z
  .strictObject(controlShape(clientProfileFields))
  .meta({ id: "ClientProfileRecord" });

export const showClientProfile = withIsoTimes(clientProfileFields);

export const ShownPlan = z.strictObject(controlShape(planFields)).meta({ id: "PlanRecord" });

const planTimes = withIsoTimes(planFields);

export function showPlan(workspace: Workspace, plan: Plan): z.infer<typeof ShownPlan> {
  return { ...planTimes(plan), owners: [...workspace.store().plans.ownersOf(plan.id)] };
}

export const ShownApiKey = z
  .strictObject({ ...controlShape(apiKeyFields), permissions: z.array(z.string()) })
  .meta({ id: "ApiKeyRecord" });

const keyForm = controlForm(apiKeyFields);

/** A key with its current quota. */
export function showApiKey(workspace: Workspace, key: ApiKey): z.infer<typeof ShownApiKey> {
  return keyForm(key, { quotaPerHour: limitsOf(key, workspace.assumptions()).perHour });
}

export const ShownFirm = z.strictObject(controlShape(firmFields)).meta({ id: "FirmRecord" });

export const showFirm = withIsoTimes(firmFields);

export const ShownFirmMember = z
  .strictObject(controlShape(firmMemberFields))
  .meta({ id: "FirmMemberRecord" });

const memberTimes = withIsoTimes(firmMemberFields);

export function showFirmMember(
  member: FirmMember,
  subscription: "active" | "inactive" | null,
): z.infer<typeof ShownFirmMember> {
  return { ...memberTimes(member), subscription };
}

export const ShownReferralCode = z
  .strictObject(controlShape(referralCodeFields))
  .meta({ id: "ReferralCodeRecord" });

export const showReferralCode = withIsoTimes(referralCodeFields);

export const ShownMessage = z
  .strictObject({
    ...controlShape(messageFields),
    leadId: z.string().exactOptional(),
    planId: z.string().exactOptional(),
    relayNote: z.string().exactOptional(),
  })
  .meta({ id: "MessageRecord" });

const messageForm = controlForm(messageFields);

export function showMessage(
  workspace: Workspace,
  message: OutboxMessage,
): z.infer<typeof ShownMessage> {
  const { content, to, relay } = message;
  return messageForm(message, {
    kind: content.kind,
    from: mailFrom(content, workspace.sandbox.mailDomain),
    to,
    relayed: relay === "sent" || relay === "failed" ? relay : null,
  });
}

type ControlShape<Of extends Fields> = {
  [
    Name in keyof Of as IsIn<Of[Name], "control"> extends true ? NameOf<Name, Of[Name]> : never
  ]: z.ZodType<ShownValue<Of[Name]>>;
};

type ShownValue<Of extends Field> = Of["kind"] extends "json" | "object" ? Json : JsonValueOf<Of>;

/** The schema of a record as the control API shows it: all fields. */
function controlShape<Of extends Fields>(fields: Of): ControlShape<Of>;
function controlShape(fields: Fields): Record<string, z.ZodType> {
  return shapeOf(fields, "control", ({ kind, oneOf, nullable }) => {
    const schema = oneOf === undefined ? schemaOfKind[kind] : z.enum(oneOf);
    return nullable === true && kind !== "object" ? schema.nullable() : schema;
  });
}
