import type { Rule } from "./rule.ts";

/** The form of a refusal, and which one a request gets. */
export const errorRules = {
  "error.envelope": {
    clause: "2.5, 7",
    standing: "documented",
    statement:
      "Every error body has `message`; on 409 and 422 it also has `fields`, an object from field " +
      "name to an array of `{ code, message }`.",
    source: "/getting-started/errors-and-response-codes",
  },
  "error.codes": {
    clause: "7",
    standing: "documented",
    statement:
      "A field error has one of the codes INVALID, INCORRECT_TYPE, NOT_UNIQUE, NOT_FOUND, " +
      "UNSUPPORTED, REQUIRED and IN_USE; the last one occurs only through rule lead.in-use.",
    source: "/getting-started/errors-and-response-codes",
  },
  "error.all-fields": {
    clause: "7",
    standing: "assumed",
    statement:
      "One answer reports every field error up to 1,000, and its message says when there are more; " +
      "under `first-only` it reports just the first.",
    default: "all",
    alternatives: ["first-only"],
  },
  "error.order": {
    clause: "7",
    standing: "assumed",
    statement: "A request with several faults gets the first of 401, 429, 404 or 403, 422 and 409.",
  },
  "error.messages": {
    clause: "7",
    standing: "assumed",
    statement:
      "No message text but `Failed to create the Lead` and that of its fields is public; all " +
      "others are the sandbox's own, so a client must not depend on them.",
  },
  "error.server": {
    clause: "7",
    standing: "documented",
    statement:
      "A 5xx has the same envelope, and occurs only when a tester plans one or the sandbox " +
      "itself is at fault.",
  },
} as const satisfies Record<string, Rule>;
