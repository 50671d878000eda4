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
  "resource.write": {
    clause: "4.2, 4.4",
    standing: "assumed",
    statement:
      "A key with the permission, such as `plans:update`, creates, changes and soft-deletes " +
      "resources other than Leads, and reaches what its Firm created. POST answers 201, PATCH " +
      "and DELETE answer 200, all with `{ data }`. A deleted record is 404, except for a " +
      "PATCH with `scope=withDeleted`. Under `204` PATCH and DELETE answer 204 without a body.",
    default: "200",
    alternatives: ["204"],
  },
  "resource.write.fields": {
    clause: "2.3, 4.4",
    standing: "assumed",
    statement:
      "A body has the fields of the answer that the service does not set. A create needs those " +
      "that are never null, except `isOwner`, which begins as false, and `status`, which " +
      "begins as New. Fields that a Lead has too are checked as a Lead's. A wrong field is 422.",
  },
  "resource.write.parents": {
    clause: "2.3, 4.4",
    standing: "assumed",
    statement:
      "`firmId` is the key's Firm. A new Plan needs the `clientProfileId` of a client that the " +
      "key can access, and may name a Lead of the Firm in `leadId`. The Firm then owns it. Any " +
      "other parent is 422 with NOT_FOUND. A PATCH moves no record to another parent.",
  },
  "resource.write.other-fields": {
    clause: "7",
    standing: "assumed",
    statement:
      "In the body of a resource other than a Lead, fields that the service sets have no " +
      "effect, and unknown ones are 422 with UNSUPPORTED. Under `unsupported` both are 422, " +
      "under `ignored` neither is.",
    default: "read-only-ignored",
    alternatives: ["unsupported", "ignored"],
  },
  "resource.write.unique": {
    clause: "7",
    standing: "assumed",
    statement:
      "A ClientProfile with the email of another one is 409 with NOT_UNIQUE on `email`. Under " +
      "`not-checked` it is created.",
    default: "client-email",
    alternatives: ["not-checked"],
  },
  "workflow.unknown": {
    clause: "1.5, 4.4",
    standing: "assumed",
    statement:
      "No workflow is published, so `/workflows/{id}` is 404, unless the fixture describes a " +
      "workflow with that id: its method, request schema and answer.",
  },
  "workflow.steps": {
    clause: "1.5",
    standing: "assumed",
    statement:
      "A workflow of the fixture can list steps: operations of this API, whose permissions the " +
      "key needs too. They are carried out in one transaction. A refused step refuses the whole " +
      "workflow with its own error, and nothing is written or sent.",
  },
} as const satisfies Record<string, Rule>;
