import type { Lead } from "../domain/lead.ts";
import { inviteLead } from "../platform/invite-lead.ts";
import type { ApiCall } from "./call.ts";

/** Mails a Lead the invitation to sign up (rule mail.welcome). */
export function sendWelcome({ trace, workspace }: ApiCall, lead: Lead): void {
  trace.apply("mail.welcome");
  inviteLead(workspace, lead);
}
