import type { Lead } from "../domain/lead.ts";
import { welcomeDraft } from "../mail/drafts.ts";
import type { ApiCall } from "./call.ts";

/** Sends the mail that invites a Lead to sign up (interface 1.7; rule mail.welcome). */
export function sendWelcome(call: ApiCall, lead: Lead): void {
  const { store, workspace } = call;
  const firm = store.firms.find(lead.firmId);
  if (firm === null) throw new Error(`Lead ${lead.id} is of no Firm.`);
  const referralCode = lead.referredByReferralCodeId ?? store.referralCodes.firstIdOfFirm(firm.id);
  const { links } = workspace.platform;
  const signUpUrl = links.signUp(workspace.id, {
    email: lead.email,
    referralCode,
    environment: lead.environment,
  });
  call.trace.apply("mail.welcome");
  workspace.captureMail(welcomeDraft({ lead, firm, signUpUrl }));
}
