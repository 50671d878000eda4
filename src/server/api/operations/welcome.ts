import type { Lead } from "../../../domain/model/lead.ts";
import { inviteLead } from "../../../world/platform/invite-lead.ts";
import type { ApiCall } from "../routes/call.ts";

/** Mails a Lead the invitation to sign up (rule mail.welcome). */
export function sendWelcome({ trace, workspace }: ApiCall, lead: Lead): void {
  trace.apply("mail.welcome");
  inviteLead(workspace, lead);
}
