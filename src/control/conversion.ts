/** What happens when a client signs up: Leads become Plans of a client profile (interface 3; rules state.convert.*). */
import type { ClientProfile } from "../domain/client-profile.ts";
import type { Environment, Firm } from "../domain/firm.ts";
import type { JsonObject } from "../domain/json.ts";
import type { Lead } from "../domain/lead.ts";
import { convertLead, requestedPlans } from "../domain/lead.ts";
import type { OutboxMessage } from "../domain/mail.ts";
import type { Plan } from "../domain/plan.ts";
import type { Reader } from "../mail/drafts.ts";
import { convertedDraft } from "../mail/drafts.ts";
import { chosenFor } from "../rules/trace.ts";
import type { MailableMember } from "../store/firm-members.ts";
import type { Workspace } from "../workspace/workspace.ts";

export interface Conversion {
  readonly lead: Lead;
  readonly plans: readonly Plan[];
  readonly emails: readonly OutboxMessage[];
}

/** The client of a conversion, and whether this sign-up registered them. */
export interface Client {
  readonly profile: ClientProfile;
  readonly isNew: boolean;
}

/** Converts an Active Lead into Plans of the client and mails the owners; the caller holds the transaction. */
export function convert(workspace: Workspace, lead: Lead, client: Client): Conversion {
  const { profile } = client;
  const { lead: converted, plans } = convertQuietly(workspace, lead, profile);
  for (const plan of plans) tellOfPlan(workspace, plan);
  workspace.emit("lead.converted", { id: lead.id, clientProfileId: profile.id });
  return { lead: converted, plans, emails: mailConversion(workspace, converted, client, plans) };
}

/** The same, of which nobody hears: no event and no mail. */
export function convertQuietly(
  workspace: Workspace,
  lead: Lead,
  profile: ClientProfile,
): Omit<Conversion, "emails"> {
  const store = workspace.store();
  const assumptions = workspace.assumptions();
  const now = workspace.clock.now();
  const plans = requestedPlans(lead.clientData).map((requested) =>
    newPlan(workspace, profile, {
      requested,
      environment: lead.environment,
      leadId: lead.id,
      firmId: lead.firmId,
    }),
  );
  const converted = convertLead(lead, {
    now,
    clientProfileId: profile.id,
    planIds: plans.map(({ id }) => id),
    movesUpdatedAt: chosenFor("state.convert", assumptions) === "updated-at-moves",
    deletedAfterMs: chosenFor("state.convert.moments", assumptions) === "20-ms-later" ? 20 : 0,
  });
  if (!converted.ok) throw new Error(`Lead ${lead.id} is ${converted.state} and cannot convert.`);
  store.leads.update(converted.lead);
  return { lead: converted.lead, plans };
}

interface RequestedPlan {
  readonly requested: JsonObject;
  readonly environment: Environment;
  readonly leadId: string | null;
  readonly firmId: string | null;
}

/** A new Plan of a client, owned by a Firm when one is given (interface 2.3). */
export function openPlan(workspace: Workspace, profile: ClientProfile, input: RequestedPlan): Plan {
  const plan = newPlan(workspace, profile, input);
  tellOfPlan(workspace, plan);
  return plan;
}

function tellOfPlan(workspace: Workspace, { id, clientProfileId, leadId }: Plan): void {
  workspace.emit("plan.created", { id, clientProfileId, leadId });
}

function newPlan(workspace: Workspace, profile: ClientProfile, input: RequestedPlan): Plan {
  const store = workspace.store();
  const { requested, environment, leadId, firmId } = input;
  const { type } = requested;
  const isNamed =
    leadId === null || chosenFor("plan.name", workspace.assumptions()) === "from-client-data";
  const name = isNamed ? requested["name"] : null;
  const { number, id } = workspace.nextRecord("plan", store.plans);
  const now = workspace.clock.now();
  const plan: Plan = {
    id,
    environment,
    clientProfileId: profile.id,
    leadId,
    name: typeof name === "string" ? name.toWellFormed() : null,
    type: typeof type === "string" ? type.toWellFormed() : "",
    status: "New",
    amount: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
  store.plans.insert(number, plan);
  if (firmId !== null) store.plans.addOwner(plan.id, firmId);
  return plan;
}

/** The Firm of that id, which is there: a Lead or Plan refers to it. */
export function firmOf(workspace: Workspace, firmId: string): Firm {
  const firm = workspace.store().firms.find(firmId);
  if (firm === null) throw new Error(`There is no Firm ${firmId}.`);
  return firm;
}

function mailConversion(
  workspace: Workspace,
  lead: Lead,
  client: Client,
  plans: readonly Plan[],
): readonly OutboxMessage[] {
  const firm = firmOf(workspace, lead.firmId);
  return readersOfConversion(workspace, lead).map((member) => {
    const reader = readerOf(workspace, member);
    return workspace.captureMail(convertedDraft({ lead, firm, client, plans, reader }));
  });
}

/** The FirmMembers with an active subscription who get mail about a conversion (interface 6; rule mail.converted). */
function readersOfConversion(workspace: Workspace, lead: Lead): readonly MailableMember[] {
  const choice = chosenFor("mail.converted", workspace.assumptions());
  const members = workspace.store().firmMembers.mailableOf(lead.firmId);
  return members.filter(({ id, isOwner, subscribed }) => {
    const ownsLead = lead.resourceType === "Firm" ? isOwner : id === lead.resourceId;
    const isReader =
      choice === "lead-owner" ? ownsLead : isOwner || (choice === "both" && ownsLead);
    return isReader && subscribed;
  });
}

/** A member of a Firm as a reader of its news. */
export function readerOf(
  { id, platform }: Workspace,
  member: { readonly id: string; readonly email: string },
): Reader {
  return { email: member.email, unsubscribeUrl: platform.links.unsubscribe(id, member.id) };
}
