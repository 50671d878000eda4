import type { Rule } from "./rule.ts";

/** The resources other than Leads, and workflows. */
export const resourceRules = {
  "resource.generic": {
    clause: "4.2",
    standing: "documented",
    statement:
      "Resources follow the generic pattern of `/resources` and `/resources/{id}`, as far as the " +
      "key's permissions go (rule auth.permissions). Which ones do is not shown: rules " +
      "resource.generic.* have a choice for each.",
  },
  "resource.generic.firms": {
    clause: "4.2, 4.4",
    standing: "assumed",
    statement:
      "The service has `/firms` and `/firms/{id}`, by the generic pattern; under `404` they are " +
      "404 as unknown paths are.",
    default: "offered",
    alternatives: ["404"],
  },
  "resource.generic.firm-members": {
    clause: "4.2, 4.4",
    standing: "assumed",
    statement:
      "The service has `/firmMembers`, `/firmMembers/{id}` and `/firms/{id}/firmMembers`, by " +
      "the generic pattern; under `404` they are 404 as unknown paths are.",
    default: "offered",
    alternatives: ["404"],
  },
  "resource.generic.referral-codes": {
    clause: "4.2, 4.4",
    standing: "assumed",
    statement:
      "The service has `/referralCodes`, `/referralCodes/{id}` and `/firms/{id}/referralCodes`, " +
      "by the generic pattern; under `404` they are 404 as unknown paths are.",
    default: "offered",
    alternatives: ["404"],
  },
  "resource.generic.plans": {
    clause: "4.2, 4.4",
    standing: "assumed",
    statement:
      "The service has `/plans` and `/plans/{id}`, by the generic pattern; under `404` they are " +
      "404 as unknown paths are.",
    default: "offered",
    alternatives: ["404"],
  },
  "resource.generic.client-profiles": {
    clause: "4.2, 4.4",
    standing: "assumed",
    statement:
      "The service has `/clientProfiles` and `/clientProfiles/{id}`, by the generic pattern; " +
      "under `404` they are 404 as unknown paths are.",
    default: "offered",
    alternatives: ["404"],
  },
  "resource.fields": {
    clause: "2.3",
    standing: "assumed",
    statement:
      "Which fields Plan, Firm, FirmMember, ReferralCode and ClientProfile have is not shown; " +
      "the sandbox answers with a set of its own, in which the few names that are documented " +
      "keep their spelling.",
  },
  "workflow.unknown": {
    clause: "1.5, 4.4",
    standing: "assumed",
    statement:
      "No workflow is published, so `/workflows/{id}` is 404, unless the fixture describes a " +
      "workflow of that id: its method, request schema and answer.",
  },
} as const satisfies Record<string, Rule>;
