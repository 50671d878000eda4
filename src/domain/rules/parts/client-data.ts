import type { RuleId } from "../catalogue.ts";
import type { Parts } from "../rule.ts";

export const clientDataParts = {
  "client-data.fields": {
    type: "`clientData` is an object.",
    kept: "`clientData` has the documented fields.",
    prefix: "`prefix` is a string.",
    citizenship: "`citizenship` is a string.",
    "date-of-birth": "`dateOfBirth` is a string.",
    "marital-status": "`maritalStatus` is a string.",
    notes: "`notes` is a string.",
    "first-time-home-buyer": "`isFirstTimeHomeBuyer` is a boolean.",
    plans: "`Plans` is an array.",
    "plan-items": "`Plans` has objects.",
    "plan-type": "The `type` of an item of `Plans` is a string.",
  },
  "client-data.enrichment": {
    further: "Further keys are accepted and returned as sent.",
    sin: "`sin` is a string.",
    "credit-score": "`creditScoreEstimation` is a string.",
    "advisor-profile": "`advisorProfileId` is a string.",
    assets: "`Assets` is an array.",
    incomes: "`Incomes` is an array.",
  },
  "client-data.values": {
    prefix: "`prefix` takes any string.",
    citizenship: "`citizenship` takes any string.",
    "marital-status": "`maritalStatus` takes any string.",
  },
  "client-data.date-of-birth": {
    date: "`dateOfBirth` may be `YYYY-MM-DD`.",
    timestamp: "`dateOfBirth` may be a full ISO 8601 timestamp.",
    boolean: "A boolean is 422 with INCORRECT_TYPE.",
  },
  "client-data.date-of-birth.other": {
    text: "A string that is not a date is 422 with INVALID.",
    format: "A date in another format, such as `1980/01/01`, is 422 with INVALID.",
    "no-date": "A date that does not exist is 422 with INVALID.",
  },
  "plan.type": {
    buying: "The `type` of a Plan may be `Buying`.",
    others: "It may be `Renewal`, `Refinancing` or `Switch`.",
    another: "Another string is 422 with INVALID.",
    missing: "A missing type is 422 with REQUIRED.",
  },
} as const satisfies Partial<Record<RuleId, Parts>>;
