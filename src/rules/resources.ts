import type { Rule } from "./rule.ts";

/** The resources other than Leads, and workflows. */
export const resourceRules = {
  "resource.generic": {
    clause: "4.2",
    standing: "documented",
    statement:
      "Resources follow the generic pattern of `/resources` and `/resources/{id}`, as far as " +
      "the key's permissions allow (rule auth.permissions). The interface does not list them: " +
      "rules resource.generic.* have a choice for each.",
  },
  "resource.generic.firms": {
    clause: "4.2, 4.4",
    standing: "assumed",
    statement:
      "The service has `/firms` and `/firms/{id}`, by the generic pattern. Under `404` they are " +
      "404 like unknown paths.",
    default: "offered",
    alternatives: ["404"],
  },
  "resource.generic.firm-members": {
    clause: "4.2, 4.4",
    standing: "assumed",
    statement:
      "The service has `/firmMembers`, `/firmMembers/{id}` and `/firms/{id}/firmMembers`, by " +
      "the generic pattern. Under `404` they are 404 like unknown paths.",
    default: "offered",
    alternatives: ["404"],
  },
  "resource.generic.referral-codes": {
    clause: "4.2, 4.4",
    standing: "assumed",
    statement:
      "The service has `/referralCodes`, `/referralCodes/{id}` and `/firms/{id}/referralCodes`, " +
      "by the generic pattern. Under `404` they are 404 like unknown paths.",
    default: "offered",
    alternatives: ["404"],
  },
  "resource.generic.plans": {
    clause: "4.2, 4.4",
    standing: "assumed",
    statement:
      "The service has `/plans` and `/plans/{id}`, by the generic pattern. Under `404` they are " +
      "404 like unknown paths.",
    default: "offered",
    alternatives: ["404"],
  },
  "resource.generic.client-profiles": {
    clause: "4.2, 4.4",
    standing: "assumed",
    statement:
      "The service has `/clientProfiles` and `/clientProfiles/{id}`, by the generic pattern. " +
      "Under `404` they are 404 like unknown paths.",
    default: "offered",
    alternatives: ["404"],
  },
  "resource.fields": {
    clause: "2.3",
    standing: "assumed",
    statement:
      "The fields of Plan, Firm, FirmMember, ReferralCode and ClientProfile are not documented. " +
      "The sandbox has its own set, which keeps the spelling of the few documented names.",
  },
  "workflow.unknown": {
    clause: "1.5, 4.4",
    standing: "assumed",
    statement:
      "No workflow is published, so `/workflows/{id}` is 404, unless the fixture describes a " +
      "workflow with that id: its method, request schema and answer.",
  },
} as const satisfies Record<string, Rule>;
