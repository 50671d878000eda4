import type { Rule } from "./rule.ts";

/** Authentication: who calls, and what the key permits. */
export const authenticationRules = {
  "auth.missing": {
    clause: "5.6",
    standing: "documented",
    statement:
      "A request without the header `X-API-Key` is 401. The name of the header is not " +
      "case-sensitive.",
  },
  "auth.invalid": {
    clause: "5.2, 5.6",
    standing: "documented",
    statement: "A key that is not a UUID version 4, is unknown, was revoked or has expired is 401.",
    source: "/getting-started/errors-and-response-codes",
  },
  "auth.role-surface": {
    clause: "5.2",
    standing: "assumed",
    statement:
      "A Partner key on the Realtor API is 403, and so is a Realtor key on the Partner API. " +
      "Under `401` it is 401, and under `allowed` it works.",
    default: "403",
    alternatives: ["401", "allowed"],
  },
  "auth.permission": {
    clause: "5.6",
    standing: "documented",
    statement:
      "A valid key that lacks the permission for an operation is 403. Rule auth.permissions " +
      "lists the operations that a key may call.",
  },
  "auth.permissions": {
    clause: "5.7",
    standing: "assumed",
    statement:
      "A key acts for its Firm. It creates, reads, updates and deletes the Leads of the Firm " +
      "and of its FirmMembers. It reads the Firm, its FirmMembers, its ReferralCodes and the " +
      "Plans it owns, and ClientProfiles only by `include` on such a Plan. It may call " +
      "workflows. Anything else is 403, unless the workspace gives the key other permissions, " +
      "such as `plans:update` (rule resource.write).",
    source: "/getting-started/integration-options",
  },
  "auth.foreign-record": {
    clause: "7",
    standing: "documented",
    statement:
      "A record that the caller may not access is 404, byte for byte as if it did not exist. " +
      "Paths below such a record are not documented; they are 404 too. Under `403` such a " +
      "record is 403, by its own id and as the parent in a path.",
    source: "/getting-started/errors-and-response-codes",
    default: "404",
    alternatives: ["403"],
  },
} as const satisfies Record<string, Rule>;
