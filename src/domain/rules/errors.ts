import type { Rule } from "./rule.ts";

/** The format of a refusal, and which refusal a request gets. */
export const errorRules = {
  "error.envelope": {
    clause: "2.5, 7",
    standing: "documented",
    statement:
      "Every error body has `message`. On 409 and 422 it also has `fields`, an object from " +
      "field name to an array of `{ code, message }`.",
    source: "/getting-started/errors-and-response-codes",
  },
  "error.codes": {
    clause: "7",
    standing: "documented",
    statement:
      "A field error has one of the codes INVALID, INCORRECT_TYPE, NOT_UNIQUE, NOT_FOUND, " +
      "UNSUPPORTED, REQUIRED and IN_USE. The last one occurs only through rule lead.in-use.",
    source: "/getting-started/errors-and-response-codes",
  },
  "error.all-fields": {
    clause: "7",
    standing: "assumed",
    statement:
      "An answer reports up to 1,000 field errors, and its message says when there are more. " +
      "Under `first-only` it reports only the first.",
    default: "all",
    alternatives: ["first-only"],
  },
  "error.order": {
    clause: "7",
    standing: "assumed",
    statement:
      "A request with several errors gets the first of 401, 429, 404 or 403, 422 and 409. An " +
      "invalid body is thus refused without a look for a conflict.",
  },
  "error.messages": {
    clause: "7",
    standing: "assumed",
    statement:
      "The only public message texts are `Failed to create the Lead` and those of its fields. " +
      "All others are the sandbox's own, so a client must not depend on them.",
  },
  "error.server": {
    clause: "7",
    standing: "documented",
    statement:
      "A 5xx has the same envelope. The sandbox answers with one only when a tester plans it or " +
      "it fails itself.",
  },
} as const satisfies Record<string, Rule>;
