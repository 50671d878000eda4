import type { ClientProfile } from "../../../src/domain/model/client-profile.ts";
import type { Firm } from "../../../src/domain/model/firm.ts";
import { newLead, type Lead } from "../../../src/domain/model/lead.ts";
import type { MailDraft, OutboxMessage } from "../../../src/domain/model/mail.ts";
import type { Plan } from "../../../src/domain/model/plan.ts";
import { convertedDraft, planUpdatedDraft, welcomeDraft } from "../../../src/world/mail/drafts.ts";

export const at = Date.UTC(2026, 0, 5, 9, 30);
export const sender = { domain: "mail.example", workspaceId: "default" };
export const link = "https://app.example/sign-up?referralCode=MAPLE";
export const aReader = {
  email: "owner@firm.example",
  unsubscribeUrl: "https://app.example/unsubscribe?token=T1&kind=alerts",
};

export function aFirm(changes: Partial<Firm> = {}): Firm {
  return {
    id: "firm-1",
    name: "Maple Street Realty",
    firmType: "Realty",
    colour: "#0a7d4f",
    logo: null,
    creatorFirmId: null,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    ...changes,
  };
}

export function aLead(changes: Partial<Lead> = {}): Lead {
  const fields = {
    email: "ana@client.example",
    firstName: "Ana",
    lastName: "Silva",
    phone: null,
    clientData: null,
    referredByReferralCodeId: null,
  };
  const lead = newLead(
    {
      id: "lead-1",
      environment: "sandbox",
      firmId: "firm-1",
      resourceType: "Firm",
      resourceId: "firm-1",
      now: at,
    },
    fields,
  );
  return { ...lead, ...changes };
}

export function aProfile(changes: Partial<ClientProfile> = {}): ClientProfile {
  return {
    id: "profile-1",
    environment: "sandbox",
    creatorFirmId: null,
    email: "ana@client.example",
    firstName: "Ana",
    lastName: "Silva",
    phone: null,
    clientData: null,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    ...changes,
  };
}

export function aPlan(changes: Partial<Plan> = {}): Plan {
  return {
    id: "plan-1",
    environment: "sandbox",
    clientProfileId: "profile-1",
    leadId: "lead-1",
    name: null,
    type: "Buying",
    status: "Pre-approved",
    amount: 400_000,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    ...changes,
  };
}

export function aWelcome(changes: { firm?: Partial<Firm>; lead?: Partial<Lead> } = {}): MailDraft {
  return welcomeDraft({ lead: aLead(changes.lead), firm: aFirm(changes.firm), signUpUrl: link });
}

/** One draft of each kind, sent by that Firm. */
export function draftsFor(firm: Firm): readonly MailDraft[] {
  const profile = aProfile();
  const client = { profile, isNew: true };
  const plan = aPlan();
  return [
    aWelcome({ firm }),
    convertedDraft({ lead: aLead(), firm, client, plans: [plan], reader: aReader }),
    planUpdatedDraft({ plan, firm, profile, reader: aReader }),
  ];
}

/** One draft of each kind, with every name in it replaced by `name`. */
export function draftsNamed(name: string): readonly MailDraft[] {
  const firm = aFirm({ name });
  const person = { firstName: name, lastName: null };
  const profile = aProfile(person);
  const client = { profile, isNew: true };
  const plan = aPlan({ name, type: name });
  return [
    aWelcome({ firm, lead: person }),
    convertedDraft({ lead: aLead(person), firm, client, plans: [plan], reader: aReader }),
    planUpdatedDraft({ plan, firm, profile, reader: aReader }),
  ];
}

const unrelayed = { relay: null, relayNote: null, isRead: false, cause: null } as const;

export function captured(draft: MailDraft, changes: Partial<OutboxMessage> = {}): OutboxMessage {
  return { ...draft, id: "3f0c6a52-6f0e-4b63-9d6e-0d7f4f3e2a11", at, ...unrelayed, ...changes };
}
