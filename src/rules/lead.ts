import type { Rule } from "./rule.ts";

/** The fields of a Lead. */
export const leadRules = {
  "lead.fields": {
    clause: "2.1",
    standing: "documented",
    statement:
      "The client sets `email`, `firstName`, `lastName`, `phone` and `clientData`; the service " +
      "sets `id`, `createdAt`, `updatedAt`, `resourceType`, `resourceId`, `deletedAt`, " +
      "`convertedAt` and, once converted with Plans, `plan_ids`.",
  },
  "lead.id.shape": {
    clause: "2.1",
    standing: "reference",
    statement: "An `id` is eight letters and digits; upper and lower case differ.",
    source: "/realtor-api/lead/create-lead-for-firm",
  },
  "lead.timestamps": {
    clause: "2.1",
    standing: "documented",
    statement:
      "Timestamps are ISO 8601 in UTC with milliseconds; on create, `updatedAt` equals " +
      "`createdAt`.",
    source: "/partner-api/lead/update-lead",
  },
  "lead.required": {
    clause: "2.1",
    standing: "reference",
    statement:
      "A create needs `email`, `firstName` and `lastName`; each that is missing is 422 with " +
      "REQUIRED. Under `email-and-phone` it needs just `email` and `phone`, under `email-only` " +
      "just `email`.",
    source: "/realtor-api/lead/create-lead-for-firm",
    default: "email-first-name-last-name",
    alternatives: ["email-and-phone", "email-only"],
  },
  "lead.required.empty": {
    clause: "2.1",
    standing: "assumed",
    statement:
      "An empty or blank string in a required text field is 422 with INVALID, or passes as " +
      "present under `accepted`.",
    default: "invalid",
    alternatives: ["accepted"],
  },
  "lead.text.characters": {
    clause: "2.1",
    standing: "assumed",
    statement:
      "A control character or an unpaired surrogate in `firstName` or `lastName` is 422 with " +
      "INVALID; under `accepted` it is stored, the surrogate as U+FFFD.",
    default: "refused",
    alternatives: ["accepted"],
  },
  "lead.optional-null": {
    clause: "2.1",
    standing: "assumed",
    statement:
      "`null` for `phone`, `clientData` or a documented field in `clientData` means unset; under " +
      "`incorrect-type` it is 422 with INCORRECT_TYPE.",
    source: "/partner-api/lead/update-lead",
    default: "accepted",
    alternatives: ["incorrect-type"],
  },
  "lead.email.format": {
    clause: "7",
    standing: "documented",
    statement:
      "An absent `email` is 422 with REQUIRED, one that is no string with INCORRECT_TYPE, one " +
      "that is no email address with INVALID.",
  },
  "lead.email.syntax": {
    clause: "7",
    standing: "assumed",
    statement:
      "An email address is what RFC 5321 and RFC 6531 define, with a domain of two labels or more or " +
      "an address literal; under `html` it has only ASCII letters, digits and `_ ' + - .` before the " +
      "`@`, and a domain in ASCII that ends with letters. Anything else is 422 with INVALID.",
    default: "rfc-5321-and-6531",
    alternatives: ["html"],
  },
  "lead.email.length": {
    clause: "8",
    standing: "assumed",
    statement:
      "An `email` of more than 254 octets in UTF-8, the most that SMTP carries, is 422 with INVALID; " +
      "under `320` the limit is 320, the sum of its two parts and the `@`.",
    default: "254",
    alternatives: ["320"],
  },
  "lead.email.case": {
    clause: "2.1",
    standing: "assumed",
    statement:
      "For uniqueness and sign-up two emails are compared without regard to case, and returned " +
      "as sent; under `exact` case counts.",
    default: "case-insensitive",
    alternatives: ["exact"],
  },
  "lead.phone.shape": {
    clause: "2.1",
    standing: "documented",
    statement: "`phone` is an object with a string `number` and, optionally, a string `extension`.",
  },
  "lead.phone.further-keys": {
    clause: "2.1",
    standing: "assumed",
    statement:
      "A key of `phone` other than `number` and `extension` is 422 with UNSUPPORTED; under `kept` " +
      "it is stored and returned as sent, under `ignored` it is dropped.",
    default: "unsupported",
    alternatives: ["kept", "ignored"],
  },
  "lead.phone.string": {
    clause: "2.1",
    standing: "documented",
    statement:
      "A plain string is accepted for `phone`. What becomes of it is not documented: `{ number " +
      "}`, the string itself under `kept-as-string`, 422 with INCORRECT_TYPE under " +
      "`incorrect-type`.",
    source: "/getting-started/authentication",
    default: "number-object",
    alternatives: ["kept-as-string", "incorrect-type"],
  },
  "lead.parent-fields": {
    clause: "2.1",
    standing: "assumed",
    statement:
      "`resourceType` and `resourceId` in a body must name the parent that owns the Lead, or are " +
      "422 with INVALID; under `ignored` they are not looked at.",
    default: "accepted-when-equal",
    alternatives: ["ignored"],
  },
  "lead.read-only-fields": {
    clause: "2.1",
    standing: "assumed",
    statement:
      "`id`, `createdAt`, `updatedAt`, `deletedAt`, `convertedAt` and `plan_ids` in a body have " +
      "no effect; under `unsupported` they are 422 with UNSUPPORTED.",
    default: "ignored",
    alternatives: ["unsupported"],
  },
  "lead.unknown-field": {
    clause: "7",
    standing: "assumed",
    statement:
      "Any other unknown field at the top of a body is 422 with UNSUPPORTED, or dropped under " +
      "`ignored`.",
    default: "unsupported",
    alternatives: ["ignored"],
  },
  "lead.referral-code": {
    clause: "2.4",
    standing: "reference",
    statement:
      "`referredByReferralCodeId` is optional, a string or null; an id that is not one of the " +
      "Firm's ReferralCodes is 422 with NOT_FOUND.",
    source: "/partner-api/lead/update-lead",
  },
  "lead.unique": {
    clause: "2.1, 7",
    standing: "documented",
    statement:
      "A second Lead with the same `resourceId`, `resourceType` and `email` is 409 `Failed to " +
      "create the Lead`, with NOT_UNIQUE `Failed to pass unique index constraint` on all three.",
    source: "/getting-started/errors-and-response-codes",
  },
  "lead.unique.deleted": {
    clause: "2.1",
    standing: "assumed",
    statement:
      "A converted or archived Lead keeps its email taken; under `freed` another Lead may use it.",
    default: "holds",
    alternatives: ["freed"],
  },
} as const satisfies Record<string, Rule>;
