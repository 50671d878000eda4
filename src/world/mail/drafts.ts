/** The mails of interface 6 as the outbox stores them: content and recipients, without MIME. */
import type { ClientProfile } from "../../domain/model/client-profile.ts";
import type { Firm } from "../../domain/model/firm.ts";
import type { Lead } from "../../domain/model/lead.ts";
import type { Brand, MailDraft } from "../../domain/model/mail.ts";
import type { Plan } from "../../domain/model/plan.ts";
import { singleLine } from "./one-line.ts";
import { mailSubject, personName } from "./wording.ts";

/** A recipient of news about a Firm, and the page that unsubscribes them. */
export interface Reader {
  readonly email: string;
  readonly unsubscribeUrl: string;
}

/** The invitation to sign up, to the Lead's own email and branded with the Firm (interface 1.7; rule mail.welcome). */
export function welcomeDraft(input: {
  readonly lead: Lead;
  readonly firm: Firm;
  readonly signUpUrl: string;
}): MailDraft {
  const { lead, firm } = input;
  const content = {
    kind: "welcome",
    brand: brandOf(firm),
    firstName: lead.firstName,
    lastName: lead.lastName,
    signUpUrl: input.signUpUrl,
  } as const;
  return {
    environment: lead.environment,
    to: [lead.email],
    subject: mailSubject(content),
    links: [input.signUpUrl],
    leadId: lead.id,
    planId: null,
    content,
  };
}

/** The alert that a Lead converted, to `reader` (interface 6; rule mail.converted). */
export function convertedDraft(input: {
  readonly lead: Lead;
  readonly firm: Firm;
  readonly client: { readonly profile: ClientProfile; readonly isNew: boolean };
  readonly plans: readonly Plan[];
  readonly reader: Reader;
}): MailDraft {
  const { profile, isNew } = input.client;
  const content = {
    kind: "converted",
    brand: brandOf(input.firm),
    leadId: input.lead.id,
    clientName: clientName(profile),
    clientEmail: profile.email,
    isEarlierClient: !isNew,
    plans: input.plans.map(({ id, type }) => ({ id, type })),
    unsubscribeUrl: input.reader.unsubscribeUrl,
  } as const;
  return {
    environment: input.lead.environment,
    to: [input.reader.email],
    subject: mailSubject(content),
    links: [input.reader.unsubscribeUrl],
    leadId: input.lead.id,
    planId: null,
    content,
  };
}

/**
 * The news that a Plan changed, to `reader`; the amount is included when the client is
 * Pre-approved (interface 6; rules mail.plan, plan.change-mail).
 */
export function planUpdatedDraft(input: {
  readonly plan: Plan;
  readonly firm: Firm;
  readonly profile: ClientProfile;
  readonly reader: Reader;
}): MailDraft {
  const { plan } = input;
  const content = {
    kind: "plan-updated",
    brand: brandOf(input.firm),
    planId: plan.id,
    planName: plan.name,
    planType: plan.type,
    clientName: clientName(input.profile),
    status: plan.status,
    amount: plan.status === "Pre-approved" ? plan.amount : null,
    unsubscribeUrl: input.reader.unsubscribeUrl,
  } as const;
  return {
    environment: plan.environment,
    to: [input.reader.email],
    subject: mailSubject(content),
    links: [input.reader.unsubscribeUrl],
    leadId: plan.leadId,
    planId: plan.id,
    content,
  };
}

function brandOf(firm: Firm): Brand {
  return { firmId: firm.id, firmName: firm.name, colour: firm.colour, logo: firm.logo };
}

function clientName(profile: ClientProfile): string {
  const name = personName(profile.firstName, profile.lastName);
  return name === "" ? singleLine(profile.email) : name;
}
