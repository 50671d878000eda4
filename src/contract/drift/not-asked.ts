import type { RuleId } from "../../rules/catalogue.ts";

/** Why a rule has no probe; every rule has one or stands here. */
export const notAsked: Readonly<Record<string, readonly RuleId[]>> = {
  "Only a client who signs up shows it": [
    "lead.in-use",
    "lead.patch.no-profile-effect",
    "state.two-timestamps",
    "state.convert",
    "state.convert.moments",
    "state.convert.profile",
    "state.convert.plans",
    "state.convert.alert",
    "state.convert.scope",
    "include.plans",
    "include.plans.several-leads",
    "include.client-profiles",
  ],
  "It is the platform's own doing, not a partner's": [
    "state.archive",
    "state.terminal",
    "plan.later-private",
    "plan.status",
    "plan.transitions",
    "plan.change-mail",
  ],
  "It shows in mailboxes, and a check lets nobody be written to": [
    "mail.welcome",
    "mail.opt-out",
    "mail.converted",
    "mail.plan",
    "mail.plan.recipients",
  ],
  "It shows inside the platform alone": ["staff.assigned", "audit.every-request"],
  "To ask would use up the quota": [
    "quota.rolling-hour",
    "quota.burst",
    "quota.value",
    "quota.refused",
    "quota.failed",
    "quota.unauthenticated",
  ],
  "It is about where a service stands, not what it answers": ["http.https-only", "env.surface"],
  "A check makes Leads for the address that it was given, and for no other": [
    "lead.email.syntax",
    "lead.email.length",
  ],
  "It says what may differ, so nothing can deny it": ["error.messages"],
  "Nobody may make a service fail": ["error.server"],
};
