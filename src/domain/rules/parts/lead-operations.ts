import type { RuleId } from "../catalogue.ts";
import type { Parts } from "../rule.ts";

export const leadOperationParts = {
  "lead.get": {
    record: "GET `/leads/{id}` answers 200 with one Lead.",
    parameters: "It takes `scope` and `include`.",
  },
  "lead.list": {
    firm: "GET `/firms/{id}/leads` answers a page of the Firm's Leads.",
    members: "It does not have the Leads of the Firm's members.",
  },
  "lead.list-all": {
    firm: "GET `/leads` answers a page with the Leads of the Firm.",
    members: "It has the Leads of the Firm's members.",
  },
  "lead.patch": {
    "sent-fields": "PATCH `/leads/{id}` changes the fields sent.",
    "other-fields": "It leaves the other fields as they are.",
    "updated-at": "It updates `updatedAt`.",
  },
  "lead.patch.merge": {
    phone: "`phone` in a PATCH replaces the stored value.",
    "client-data": "`clientData` in a PATCH replaces the stored value.",
  },
  "lead.patch.not-active": {
    archived: "PATCH of an archived Lead is 404.",
    "archived-with-deleted": "With `scope=withDeleted` it is 200.",
    converted: "PATCH of a converted Lead is 404.",
    "converted-with-deleted": "With `scope=withDeleted` it is 200.",
  },
  "lead.delete": {
    answer: "DELETE `/leads/{id}` answers 200 with `{ data: Lead }`.",
    archives: "It archives the Lead.",
  },
  "state.two-timestamps": {
    active: "A Lead is Active while `deletedAt` is null.",
    archived: "It is Archived when only `deletedAt` is set.",
    converted: "It is Converted when both `deletedAt` and `convertedAt` are set.",
    "no-field": "It has no state field.",
  },
  "lead.patch.unique": {
    fields:
      "Changing `email` to a taken one is 409 with NOT_UNIQUE on the fields of rule lead.unique.",
    message: "Its message is `Failed to update the Lead`.",
  },
} as const satisfies Partial<Record<RuleId, Parts>>;
