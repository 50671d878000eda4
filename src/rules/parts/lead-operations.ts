import type { RuleId } from "../catalogue.ts";
import type { Parts } from "../rule.ts";

/** The parts of the rules about the operations on Leads. */
export const leadOperationParts = {
  "lead.patch": {
    "sent-fields": "PATCH `/leads/{id}` changes the fields sent.",
    "other-fields": "It leaves the other fields as they are.",
    "updated-at": "It updates `updatedAt`.",
  },
  "lead.patch.unique": {
    fields:
      "Changing `email` to a taken one is 409 with NOT_UNIQUE on the fields of rule lead.unique.",
    message: "Its message is `Failed to update the Lead`.",
  },
} as const satisfies Partial<Record<RuleId, Parts>>;
