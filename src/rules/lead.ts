import type { Rule } from "./rule.ts";

/** The fields of a Lead and the operations on it. */
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
  "lead.create.firm": {
    clause: "1.8, 4.1",
    standing: "documented",
    statement:
      "POST `/firms/{id}/leads` answers 201 with `{ data: Lead }`, whose `resourceType` is `Firm`.",
  },
  "lead.create.firm-member": {
    clause: "1.8, 4.1",
    standing: "documented",
    statement:
      "POST `/firmMembers/{id}/leads` creates a Lead for a FirmMember of the key's Firm. The " +
      "status and which members are not documented: 201, for any member; under `realty-only` " +
      "just for those of a Firm whose `firmType` is `Realty`.",
    source: "/getting-started/authentication",
    default: "any-member",
    alternatives: ["realty-only"],
  },
  "lead.get": {
    clause: "4.1",
    standing: "documented",
    statement: "GET `/leads/{id}` answers 200 with one Lead, and takes `scope` and `include`.",
  },
  "lead.list": {
    clause: "4.1",
    standing: "documented",
    statement:
      "GET `/firms/{id}/leads` answers a page of the Firm's Leads. Whether its members' Leads " +
      "are among them is not documented: no, or yes under `with-member-leads`.",
    default: "firm-leads-only",
    alternatives: ["with-member-leads"],
  },
  "lead.list-all": {
    clause: "4.2",
    standing: "reference",
    statement: "GET `/leads` answers a page of all Leads that the key may access.",
    source: "/getting-started/pagination",
  },
  "lead.patch": {
    clause: "4.1",
    standing: "documented",
    statement:
      "PATCH `/leads/{id}` changes the fields sent, with the checks of a create, leaves the " +
      "others, moves `updatedAt` and answers 200 with the whole `{ data: Lead }`.",
    source: "/partner-api/lead/update-lead",
  },
  "lead.patch.merge": {
    clause: "4.4",
    standing: "assumed",
    statement:
      "`phone` and `clientData` in a PATCH replace what was stored; under `merged` keys not sent " +
      "stay.",
    default: "replaced",
    alternatives: ["merged"],
  },
  "lead.patch.not-active": {
    clause: "3",
    standing: "assumed",
    statement:
      "PATCH of a converted or archived Lead is 404, but 200 with `scope=withDeleted`; under " +
      "`200` and `409` it has that status whatever the scope.",
    default: "404",
    alternatives: ["200", "409"],
  },
  "lead.patch.no-profile-effect": {
    clause: "3",
    standing: "documented",
    statement: "A PATCH after conversion never changes the client profile.",
  },
  "lead.patch.unique": {
    clause: "2.1",
    standing: "documented",
    statement:
      "Changing `email` to a taken one is 409 with NOT_UNIQUE on the fields of rule lead.unique; " +
      "the message is not documented: `Failed to update the Lead`.",
  },
  "lead.in-use": {
    clause: "7",
    standing: "assumed",
    statement:
      "A Lead may have the email of a registered client profile; under `409` its creation is 409 " +
      "with IN_USE on `email`.",
    default: "allowed",
    alternatives: ["409"],
  },
  "lead.delete": {
    clause: "4.2",
    standing: "reference",
    statement:
      "DELETE `/leads/{id}` archives the Lead and answers 200 with `{ data: Lead }`, or under " +
      "`204` with no body.",
    source: "/getting-started/integration-options",
    default: "200",
    alternatives: ["204"],
  },
} as const satisfies Record<string, Rule>;
