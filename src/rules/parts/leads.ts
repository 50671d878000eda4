import type { RuleId } from "../catalogue.ts";
import type { Parts } from "../rule.ts";

/** The parts of the rules about a Lead. */
export const leadParts = {
  "lead.patch": {
    "sent-fields": "PATCH `/leads/{id}` changes the fields sent.",
    "other-fields": "It leaves the other fields as they are.",
    "updated-at": "It updates `updatedAt`.",
  },
} as const satisfies Partial<Record<RuleId, Parts>>;
