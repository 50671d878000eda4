import type { Rule } from "./rule.ts";

/** The mails and other side effects of a request. */
export const mailRules = {
  "mail.welcome": {
    clause: "1.7, 6",
    standing: "documented",
    statement:
      "Creating a Lead immediately sends a co-branded welcome mail to the Lead's email. It " +
      "invites the client to sign up through the Firm's referral link.",
    source: "/getting-started/integration-options",
  },
  "mail.opt-out": {
    clause: "1.7",
    standing: "documented",
    statement:
      "`disableClientOutreach=true` on the create call suppresses the welcome mail, and `false` " +
      "does not. Rule mail.opt-out.values covers other values.",
  },
  "mail.opt-out.values": {
    clause: "1.7",
    standing: "assumed",
    statement:
      "A `disableClientOutreach` other than `true` and `false` has no effect. Under " +
      "`any-but-false` it suppresses the welcome mail as `true` does, and under `422` it is 422 " +
      "with INCORRECT_TYPE.",
    default: "no-effect",
    alternatives: ["any-but-false", "422"],
  },
  "mail.welcome.changed-email": {
    clause: "1.7",
    standing: "assumed",
    statement:
      "A PATCH that changes the `email` of an Active Lead sends no welcome mail. Under `sent` " +
      "it sends one to the new address.",
    default: "not-sent",
    alternatives: ["sent"],
  },
  "mail.converted": {
    clause: "6",
    standing: "documented",
    statement:
      "A conversion sends mail to the FirmMembers who own the Lead's Firm and have an active " +
      "notification subscription. Under `lead-owner` the mail about a FirmMember's Lead goes to " +
      "that FirmMember instead, under `both` to the owners and the FirmMember. The mail says " +
      "that the client signed up, unless they were a client before.",
    default: "firm-owners",
    alternatives: ["lead-owner", "both"],
  },
  "mail.plan": {
    clause: "6",
    standing: "documented",
    statement:
      "When a Plan changes, its owners get a mail about it (rules plan.change-mail, " +
      "mail.plan.recipients).",
  },
  "mail.plan.recipients": {
    clause: "6",
    standing: "assumed",
    statement:
      "At a Firm that owns a Plan, updates go to the FirmMembers with `isOwner` and an active " +
      "notification subscription. Under `all-owners` they go to all with `isOwner`.",
    default: "subscribed-owners",
    alternatives: ["all-owners"],
  },
  "staff.assigned": {
    clause: "1.7",
    standing: "documented",
    statement:
      "Creating a Lead assigns customer-experience staff to it. An event shows this to the " +
      "tester.",
  },
} as const satisfies Record<string, Rule>;
