import type { RuleId } from "../catalogue.ts";
import type { Parts } from "../rule.ts";

/** The parts of the rules about a Lead and its fields. */
export const leadParts = {
  "lead.fields": {
    client: "The client sets `email`, `firstName`, `lastName`, `phone` and `clientData`.",
    service:
      "The service sets `id`, `createdAt`, `updatedAt`, `resourceType`, `resourceId`, `deletedAt` and `convertedAt`.",
    "plan-ids": "Once converted with Plans, a Lead has `plan_ids`.",
  },
  "lead.id.shape": {
    shape: "An `id` is eight letters and digits.",
    case: "An `id` is case-sensitive.",
  },
  "lead.timestamps.form": {
    milliseconds: "Timestamps are in UTC with milliseconds.",
    equal: "On create, `updatedAt` equals `createdAt`.",
  },
  "lead.required": {
    email: "A create without `email` is 422 with REQUIRED.",
    names: "A create without `firstName` and `lastName` is 422 with REQUIRED.",
  },
  "lead.required.empty": {
    empty: "An empty string in a required text field is 422 with INVALID.",
    blank: "A blank string in a required text field is 422 with INVALID.",
  },
  "lead.text.characters": {
    control: "A control character in `firstName` or `lastName` is 422 with INVALID.",
    surrogate: "An unpaired surrogate in `firstName` or `lastName` is 422 with INVALID.",
  },
  "lead.optional-null": {
    phone: "`null` for `phone` means unset.",
    "client-data": "`null` for `clientData` means unset.",
    nested: "`null` for a documented field of `clientData` means unset.",
  },
  "lead.email.format": {
    type: "An `email` that is not a string is 422 with INCORRECT_TYPE.",
    invalid: "An invalid address is 422 with INVALID.",
  },
  "lead.email.case": {
    unique: "Uniqueness compares emails without regard to case.",
    "sign-up": "Sign-up compares emails without regard to case.",
    returned: "Emails are returned as sent.",
  },
  "lead.phone.shape": {
    type: "`phone` is an object.",
    number: "`phone` has a `number`.",
    extension: "`phone` has an optional `extension`.",
    "number-type": "The `number` is a string.",
    "extension-type": "The `extension` is a string.",
    "number-required": "A `phone` without `number` is invalid.",
  },
  "lead.phone.string": {
    accepted: "A plain string is accepted for `phone`.",
    stored: "It is stored as `{ number }`.",
  },
  "lead.parent-fields": {
    "resource-type": "A `resourceType` in a body that is not the parent's is 422 with INVALID.",
    "resource-id": "A `resourceId` in a body that is not the parent's is 422 with INVALID.",
    parent: "A body may name the parent that owns the Lead.",
  },
  "lead.read-only-fields": {
    id: "`id` in a body has no effect.",
    "created-at": "`createdAt` in a body has no effect.",
    "updated-at": "`updatedAt` in a body has no effect.",
    "deleted-at": "`deletedAt` in a body has no effect.",
    "converted-at": "`convertedAt` in a body has no effect.",
    "plan-ids": "`plan_ids` in a body has no effect.",
  },
  "lead.referral-code": {
    null: "`referredByReferralCodeId` may be null.",
    string: "It may be a string.",
    type: "It may be nothing else.",
  },
  "lead.referral-code.unknown": {
    unknown: "An unknown id is 422 with NOT_FOUND.",
    "other-firm": "The id of another Firm's ReferralCode is 422 with NOT_FOUND.",
  },
  "lead.unique": {
    fields: "A duplicate is 409 with NOT_UNIQUE on `resourceId`, `resourceType` and `email`.",
    message: "Its message is `Failed to create the Lead`.",
    "field-messages": "Each field has the message `Failed to pass unique index constraint`.",
    "other-parent": "Another parent may have a Lead with the same email.",
  },
  "lead.unique.deleted": {
    archived: "The email of an archived Lead is still taken.",
    converted: "The email of a converted Lead is still taken.",
  },
} as const satisfies Partial<Record<RuleId, Parts>>;
