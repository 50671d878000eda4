import type { RuleId } from "../../../domain/rules/catalogue.ts";
import type { PartId } from "../../../domain/rules/parts.ts";
import { partNames } from "../../../domain/rules/parts.ts";

/** Rules, and parts of rules, without a probe, by reason. Every part has a probe or an entry here. */
const unprobedRules: Readonly<Record<string, readonly (RuleId | PartId)[]>> = {
  "Only a client who signs up shows it": [
    "error.codes#in-use",
    "plan.name",
    "lead.in-use",
    "lead.email.case#sign-up",
    "lead.patch.no-profile-effect",
    "state.convert",
    "state.convert.moments",
    "state.convert.profile",
    "state.convert.profile.several",
    "state.convert.plans",
    "state.convert.alert",
    "state.convert.scope",
    "include.plans.several-leads",
  ],
  "It is the platform's own doing, not a partner's": [
    "state.archive",
    "state.terminal",
    "plan.later-private",
    "plan.status",
    "plan.status.spelling",
    "lead.deleted-member",
    "scope.deleted-parent",
    "include.deleted",
    "plan.transitions",
    "plan.change-mail",
  ],
  "It only shows in mailboxes, and a check sends no mail": [
    "http.atomic#mail",
    "mail.welcome",
    "mail.opt-out",
    "mail.opt-out.values",
    "mail.welcome.changed-email",
    "mail.converted",
    "mail.plan",
    "mail.plan.recipients",
  ],
  "It takes a key with other permissions": [
    "auth.permissions#given",
    "include.permission",
    "resource.write",
    "resource.write.fields",
    "resource.write.parents",
    "resource.write.other-fields",
    "resource.write.unique",
  ],
  "A probe could create a Lead for a parent that its options do not name": [
    "lead.create.parent-in-body",
  ],
  "A check changes no record that it did not make": [
    "lead.patch.not-active#converted",
    "lead.patch.not-active#converted-with-deleted",
  ],
  "It shows only inside the platform": ["staff.assigned", "audit.every-request"],
  "A probe would use up the quota": [
    "error.order#429",
    "quota.headers#429",
    "quota.rolling-hour",
    "quota.burst",
    "quota.value",
    "quota.refused",
    "quota.failed",
    "quota.unauthenticated",
  ],
  "It is about where a service stands, not what it answers": [
    "http.https-only",
    "env.surface",
    "env.data",
  ],
  "A check creates Leads only for the given address": [
    "lead.email.syntax",
    "lead.email.length",
    "lead.unique.deleted#converted",
  ],
  "It takes the id of another Firm's ReferralCode": ["lead.referral-code.unknown#other-firm"],
  "Each resource has a rule of its own about it": ["resource.generic"],
  "No key of a partner is known to reach it": ["resource.generic.client-profiles"],
  "It is about the other API": ["auth.role-surface#other-api", "env.realtor-operations"],
  "It says what may differ, so nothing can deny it": ["error.all-fields#message", "error.messages"],
  "A Lead has no numeric field": ["list.filter.invalid#large-number"],
  "A probe could send a mail": ["query.repeated#opt-out"],
  "A check sends the name of the header in one spelling": ["auth.missing#header-name"],
  "It takes a key that was revoked or has expired": ["auth.invalid#no-longer-valid"],
  "It is about the fixtures of the sandbox": ["workflow.unknown#fixture", "workflow.steps"],
  "A check must not make a service fail": ["error.server"],
};

/** Why no probe asks this part; null without an entry. */
export function reasonFor(rule: RuleId, part: string): string | null {
  const found = Object.entries(unprobedRules).find(
    ([, rules]) => rules.includes(rule) || rules.includes(`${rule}#${part}`),
  );
  return found?.[0] ?? null;
}

/** Every part without a probe. */
export function unprobedParts(): readonly string[] {
  return Object.values(unprobedRules)
    .flat()
    .flatMap((id) => (isPartId(id) ? [id] : partNames(id).map((part) => `${id}#${part}`)));
}

function isPartId(id: RuleId | PartId): id is PartId {
  return id.includes("#");
}
