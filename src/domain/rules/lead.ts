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
    statement: "An `id` is eight letters and digits and is case-sensitive.",
    source: "/realtor-api/lead/create-lead-for-firm",
  },
  "lead.timestamps": {
    clause: "2.1",
    standing: "documented",
    statement: "`createdAt` and `updatedAt` are ISO 8601 timestamps that the service sets.",
  },
  "lead.timestamps.form": {
    clause: "2.1",
    standing: "reference",
    statement:
      "Timestamps are in UTC with milliseconds. On create, `updatedAt` equals `createdAt`.",
    source: "/partner-api/lead/update-lead",
  },
  "lead.required": {
    clause: "2.1",
    standing: "reference",
    statement:
      "A create needs `email`, `firstName` and `lastName`; a missing one is 422 with REQUIRED. " +
      "Under `email-and-phone` it needs only `email` and `phone`, under `email-only` only " +
      "`email`. Under `with-parent` it also needs `resourceType` and `resourceId`, as in the " +
      "published write schema.",
    source: "/realtor-api/lead/create-lead-for-firm",
    default: "email-first-name-last-name",
    alternatives: ["email-and-phone", "email-only", "with-parent"],
  },
  "lead.required.empty": {
    clause: "2.1",
    standing: "assumed",
    statement:
      "An empty or blank string in a required text field is 422 with INVALID. Under `accepted` " +
      "it counts as present.",
    default: "invalid",
    alternatives: ["accepted"],
  },
  "lead.text.characters": {
    clause: "2.1",
    standing: "assumed",
    statement:
      "A control character or an unpaired surrogate in `firstName` or `lastName` is 422 with " +
      "INVALID. Under `accepted` it is stored, the surrogate as U+FFFD.",
    default: "refused",
    alternatives: ["accepted"],
  },
  "lead.optional-null": {
    clause: "2.1",
    standing: "assumed",
    statement:
      "`null` for `phone`, `clientData` or a documented field of `clientData` means unset. " +
      "Under `incorrect-type` it is 422 with INCORRECT_TYPE.",
    source: "/partner-api/lead/update-lead",
    default: "accepted",
    alternatives: ["incorrect-type"],
  },
  "lead.email.format": {
    clause: "7",
    standing: "documented",
    statement:
      "An `email` that is not a string is 422 with INCORRECT_TYPE, and an invalid address is 422 " +
      "with INVALID.",
  },
  "lead.email.syntax": {
    clause: "7",
    standing: "assumed",
    statement:
      "An email address follows RFC 5321 and RFC 6531. Its domain has at least two labels or is " +
      "an address literal. Under `html` it has only ASCII letters, digits and `_ ' + - .` " +
      "before the `@`, and an ASCII domain that ends with letters. Anything else is 422 with " +
      "INVALID.",
    default: "rfc-5321-and-6531",
    alternatives: ["html"],
  },
  "lead.email.length": {
    clause: "8",
    standing: "assumed",
    statement:
      "An `email` over 254 octets in UTF-8, the limit of SMTP, is 422 with INVALID. Under `320` " +
      "the limit is 320, the sum of its two parts and the `@`.",
    default: "254",
    alternatives: ["320"],
  },
  "lead.email.case": {
    clause: "2.1",
    standing: "assumed",
    statement:
      "Uniqueness and sign-up compare emails without regard to case, and emails are returned as " +
      "sent. Under `exact` case counts.",
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
      "A key of `phone` other than `number` and `extension` is 422 with UNSUPPORTED. Under " +
      "`kept` it is stored and returned as sent, under `ignored` it is dropped.",
    default: "unsupported",
    alternatives: ["kept", "ignored"],
  },
  "lead.phone.string": {
    clause: "2.1",
    standing: "documented",
    statement:
      "A plain string is accepted for `phone`. How it is stored is not documented: as `{ number " +
      "}`, or as the string under `kept-as-string`. Under `incorrect-type` it is 422 with " +
      "INCORRECT_TYPE.",
    source: "/getting-started/authentication",
    default: "number-object",
    alternatives: ["kept-as-string", "incorrect-type"],
  },
  "lead.parent-fields": {
    clause: "2.1",
    standing: "assumed",
    statement:
      "`resourceType` and `resourceId` in a body must name the parent that owns the Lead; " +
      "otherwise they are 422 with INVALID. Under `ignored` they are not checked.",
    default: "accepted-when-equal",
    alternatives: ["ignored"],
  },
  "lead.read-only-fields": {
    clause: "2.1",
    standing: "assumed",
    statement:
      "`id`, `createdAt`, `updatedAt`, `deletedAt`, `convertedAt` and `plan_ids` in a body have " +
      "no effect. Under `unsupported` they are 422 with UNSUPPORTED.",
    default: "ignored",
    alternatives: ["unsupported"],
  },
  "lead.unknown-field": {
    clause: "7",
    standing: "assumed",
    statement:
      "Any other unknown field at the top level of a body is 422 with UNSUPPORTED. Under " +
      "`ignored` it is dropped.",
    default: "unsupported",
    alternatives: ["ignored"],
  },
  "lead.referral-code": {
    clause: "2.4",
    standing: "reference",
    statement: "`referredByReferralCodeId` is optional and a string or null.",
    source: "/partner-api/lead/update-lead",
  },
  "lead.referral-code.unknown": {
    clause: "2.4, 7",
    standing: "assumed",
    statement:
      "A `referredByReferralCodeId` that is not one of the Firm's ReferralCodes is 422 with " +
      "NOT_FOUND. Under `ignored` it counts as null.",
    default: "422",
    alternatives: ["ignored"],
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
      "The email of a converted or archived Lead is still taken. Under `freed` another Lead may " +
      "use it.",
    default: "holds",
    alternatives: ["freed"],
  },
} as const satisfies Record<string, Rule>;
