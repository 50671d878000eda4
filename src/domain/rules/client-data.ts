import type { Rule } from "./rule.ts";

export const clientDataRules = {
  "client-data.fields": {
    clause: "2.2",
    standing: "documented",
    statement:
      "`clientData` has the strings `prefix`, `citizenship`, `dateOfBirth`, `maritalStatus` and " +
      "`notes`, the boolean `isFirstTimeHomeBuyer`, and `Plans`, an array of objects with a " +
      "`type`. A value of another type is 422 with INCORRECT_TYPE.",
  },
  "client-data.enrichment": {
    clause: "2.2",
    standing: "documented",
    statement:
      "Further keys are accepted and returned as sent. Their types are not documented. The " +
      "reference shows types for `sin`, `creditScoreEstimation`, `advisorProfileId`, `Assets` " +
      "and `Incomes`; another type is 422 with INCORRECT_TYPE. Under `unchecked` any type is " +
      "accepted.",
    source: "/realtor-api/lead/create-lead-for-firm",
    default: "type-checked",
    alternatives: ["unchecked"],
  },
  "client-data.values": {
    clause: "2.2",
    standing: "assumed",
    statement:
      "`prefix`, `citizenship` and `maritalStatus` take any string. Under `reference-values` " +
      "they take only `Mr.`, `Ms.`, `Mrs.`; `Canadian Citizen`, `Permanent Legal Resident " +
      "(PR)`; `Single`, `Married`, `Separated`. Any other string is then 422 with INVALID.",
    source: "/realtor-api/lead/create-lead-for-firm",
    default: "any-string",
    alternatives: ["reference-values"],
  },
  "client-data.date-of-birth": {
    clause: "2.2",
    standing: "documented",
    statement:
      "`dateOfBirth` is `YYYY-MM-DD` or a full ISO 8601 timestamp. A boolean is 422 with " +
      "INCORRECT_TYPE.",
  },
  "client-data.date-of-birth.other": {
    clause: "2.2, 7",
    standing: "assumed",
    statement:
      "Any other string in `dateOfBirth`, such as `1980/01/01`, and a date that does not exist " +
      "are 422 with INVALID. Under `accepted` they are stored as sent.",
    default: "422",
    alternatives: ["accepted"],
  },
  "client-data.numbers": {
    clause: "2.2, 7",
    standing: "assumed",
    statement:
      "In `clientData`, a number that overflows, such as `1e400`, and a whole number that a " +
      "double does not hold, such as `9007199254740993`, are 422 with INVALID. Under `rounded` " +
      "the first becomes null and the second the nearest double. Fractions are always rounded.",
    default: "refused",
    alternatives: ["rounded"],
  },
  "client-data.nested-field-name": {
    clause: "7",
    standing: "assumed",
    statement:
      "In `fields`, the name of a nested value is its dotted path, such as " +
      "`clientData.Plans.0.type`. Under `leaf-name` it is the last part, `type`.",
    default: "dotted-path",
    alternatives: ["leaf-name"],
  },
  "client-data.plans.empty": {
    clause: "2.2",
    standing: "assumed",
    statement:
      "An empty array for `Plans` is 422 with INVALID. Under `accepted` it requests no Plan.",
    default: "invalid",
    alternatives: ["accepted"],
  },
} as const satisfies Record<string, Rule>;
