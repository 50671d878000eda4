import type { Rule } from "./rule.ts";

/** The `clientData` object of a Lead. */
export const clientDataRules = {
  "client-data.fields": {
    clause: "2.2",
    standing: "documented",
    statement:
      "`clientData` has the strings `prefix`, `citizenship`, `dateOfBirth`, `maritalStatus` and " +
      "`notes`, the boolean `isFirstTimeHomeBuyer` and `Plans`, an array of objects with a " +
      "`type`; a value of another type is 422 with INCORRECT_TYPE.",
  },
  "client-data.enrichment": {
    clause: "2.2",
    standing: "documented",
    statement:
      "Further keys are accepted and returned as sent. Their shapes are not documented: the " +
      "types that the reference shows for `sin`, `creditScoreEstimation`, `advisorProfileId`, " +
      "`Assets` and `Incomes` are demanded, 422 with INCORRECT_TYPE otherwise; under `unchecked` " +
      "none is.",
    source: "/realtor-api/lead/create-lead-for-firm",
    default: "type-checked",
    alternatives: ["unchecked"],
  },
  "client-data.values": {
    clause: "2.2",
    standing: "assumed",
    statement:
      "`prefix`, `citizenship` and `maritalStatus` take any string. Under `reference-values` " +
      "they take only `Mr.`, `Ms.`, `Mrs.`; `Canadian Citizen`, `Permanent Legal Resident (PR)`; " +
      "`Single`, `Married`, `Separated`, and any other string is 422 with INVALID.",
    source: "/realtor-api/lead/create-lead-for-firm",
    default: "any-string",
    alternatives: ["reference-values"],
  },
  "client-data.date-of-birth": {
    clause: "2.2",
    standing: "documented",
    statement:
      "`dateOfBirth` is `YYYY-MM-DD` or a full ISO 8601 timestamp; a string that is neither, or " +
      "a date that does not exist, is 422 with INVALID, and a boolean is 422 with " +
      "INCORRECT_TYPE.",
  },
  "client-data.nested-field-name": {
    clause: "7",
    standing: "assumed",
    statement:
      "In `fields`, a nested value is named by its dotted path, such as " +
      "`clientData.Plans.0.type`; under `leaf-name` by its last part, `type`.",
    default: "dotted-path",
    alternatives: ["leaf-name"],
  },
  "client-data.plans.empty": {
    clause: "2.2",
    standing: "assumed",
    statement:
      "An empty array for `Plans` is 422 with INVALID; under `accepted` it asks for no Plan.",
    default: "invalid",
    alternatives: ["accepted"],
  },
} as const satisfies Record<string, Rule>;
