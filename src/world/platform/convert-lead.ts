/**
 * Conversion: the client of a Lead has signed up, and the Lead becomes Plans of their profile (interface 3;
 * rules state.convert.*).
 */
import type { ClientProfile } from "../../domain/model/client-profile.ts";
import type { Lead } from "../../domain/model/lead.ts";
import { toConverted as converted, requestedPlans } from "../../domain/model/lead.ts";
import type { OutboxMessage } from "../../domain/model/mail.ts";
import type { Plan } from "../../domain/model/plan.ts";
import { chosenFor } from "../../domain/rules/trace.ts";
import { convertedDraft } from "../mail/drafts.ts";
import type { MailableMember } from "../store/firm-members.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { firmOf } from "./firm-of.ts";
import { mailReader } from "./mail-reader.ts";
import { announcePlan, openPlanWithoutEffects } from "./open-plan.ts";

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

/** Converts an Active Lead into Plans of the client and mails the owners. */
export function convertLead(workspace: Workspace, lead: Lead, client: Client): Conversion {
  return workspace.transaction(() => {
    const conversion = convertLeadWithoutEffects(workspace, lead, client.profile);
    for (const plan of conversion.plans) announcePlan(workspace, plan);
    workspace.emit("lead.converted", { id: lead.id, clientProfileId: client.profile.id });
    return { ...conversion, emails: mailOwners(workspace, conversion, client) };
  });
}

/** The same, without events and mail. */
export function convertLeadWithoutEffects(
  workspace: Workspace,
  lead: Lead,
  profile: ClientProfile,
): Omit<Conversion, "emails"> {
  const assumptions = workspace.assumptions();
  const plans = requestedPlans(lead.clientData).map((requested) =>
    openPlanWithoutEffects(workspace, profile, requested, lead),
  );
  const result = converted(lead, {
    now: workspace.clock.now(),
    clientProfileId: profile.id,
    planIds: plans.map(({ id }) => id),
    movesUpdatedAt: chosenFor("state.convert", assumptions) === "updated-at-moves",
    deletedAfterMs: chosenFor("state.convert.moments", assumptions) === "20-ms-later" ? 20 : 0,
  });
  if (!result.ok) throw new Error(`Lead ${lead.id} is ${result.state} and cannot convert.`);
  workspace.store().leads.update(result.lead);
  return { lead: result.lead, plans };
}

function mailOwners(
  workspace: Workspace,
  { lead, plans }: Omit<Conversion, "emails">,
  client: Client,
): readonly OutboxMessage[] {
  const firm = firmOf(workspace, lead.firmId);
  return readersOf(workspace, lead).map((member) => {
    const reader = mailReader(workspace, member);
    return workspace.captureMail(convertedDraft({ lead, firm, client, plans, reader }));
  });
}

/** The FirmMembers with an active subscription who get mail about a conversion (interface 6; rule mail.converted). */
function readersOf(workspace: Workspace, lead: Lead): readonly MailableMember[] {
  const choice = chosenFor("mail.converted", workspace.assumptions());
  const members = workspace.store().firmMembers.mailableOf(lead.firmId);
  return members.filter(({ id, isOwner, subscribed }) => {
    const ownsLead = lead.resourceType === "FirmMember" ? id === lead.resourceId : isOwner;
    const isReader =
      choice === "lead-owner" ? ownsLead : isOwner || (choice === "both" && ownsLead);
    return isReader && subscribed;
  });
}
