import type { Lead } from "../../domain/model/lead.ts";
import { welcomeDraft } from "../mail/drafts.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { firmOf } from "./firm-of.ts";

/** Mails a Lead the invitation to sign up (interface 1.7; rule mail.welcome). */
export function inviteLead(workspace: Workspace, lead: Lead): void {
  const { email, environment, firmId } = lead;
  const firm = firmOf(workspace, firmId);
  const referralCode =
    lead.referredByReferralCodeId ?? workspace.store().referralCodes.firstIdOfFirm(firmId);
  const invitation = { email, referralCode, environment };
  const signUpUrl = workspace.sandbox.links.signUp(workspace.id, invitation);
  workspace.captureMail(welcomeDraft({ lead, firm, signUpUrl }));
}
