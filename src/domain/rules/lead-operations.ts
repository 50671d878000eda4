import type { Rule } from "./rule.ts";

export const leadOperationRules = {
  "lead.create.firm": {
    clause: "1.8, 4.1",
    standing: "documented",
    statement:
      "POST `/firms/{id}/leads` answers 201 with `{ data: Lead }`, whose `resourceType` is `Firm`.",
  },
  "lead.create.firm-member": {
    clause: "1.8, 4.1",
    standing: "documented",
    statement:
      "POST `/firmMembers/{id}/leads` creates a Lead for a FirmMember of the key's Firm. Status " +
      "and members are not documented: it answers 201 for any member. Under `realty-only` it " +
      "does so only for members of a Firm whose `firmType` is `Realty`.",
    source: "/getting-started/authentication",
    default: "any-member",
    alternatives: ["realty-only"],
  },
  "lead.create.parent-in-body": {
    clause: "4.2, 4.4",
    standing: "assumed",
    statement:
      "POST `/leads` is 403 for every key: a Lead is created below its parent. Under `offered` " +
      "it answers 201 for the parent that `resourceType` (`Firm`, `FirmMember` or " +
      "`ClientProfile`) and `resourceId` name. Without one of these it is 422 with REQUIRED, " +
      "and with NOT_FOUND on `resourceId` for a parent that the key may not access.",
    source: "/realtor-api/lead/create-lead-for-firm",
    default: "403",
    alternatives: ["offered"],
  },
  "lead.get": {
    clause: "4.1",
    standing: "documented",
    statement: "GET `/leads/{id}` answers 200 with one Lead, and takes `scope` and `include`.",
  },
  "lead.list": {
    clause: "4.1",
    standing: "documented",
    statement:
      "GET `/firms/{id}/leads` answers a page of the Firm's Leads. Whether it includes the " +
      "Leads of its members is not documented: it does not, unless under `with-member-leads`.",
    default: "firm-leads-only",
    alternatives: ["with-member-leads"],
  },
  "lead.list.firm-member": {
    clause: "4.2, 4.4",
    standing: "assumed",
    statement:
      "GET `/firmMembers/{id}/leads` answers a page of the Leads of a FirmMember. Under `404` " +
      "it is 404 like an unknown path.",
    default: "offered",
    alternatives: ["404"],
  },
  "lead.list-all": {
    clause: "4.2, 4.4",
    standing: "assumed",
    statement:
      "GET `/leads` answers a page of all Leads that the key may access. Under `404` it is 404 " +
      "like an unknown path.",
    source: "/getting-started/pagination",
    default: "offered",
    alternatives: ["404"],
  },
  "lead.deleted-member": {
    clause: "2.6",
    standing: "assumed",
    statement:
      "The Leads of a soft-deleted FirmMember stay. They can be read and changed by id, and the " +
      "Firm's list includes them, but `/firmMembers/{id}/leads` is 404 under any `scope`. Under " +
      "`by-scope` they count as deleted too. Only `scope=withDeleted` then reaches them, also " +
      "on that path.",
    default: "kept",
    alternatives: ["by-scope"],
  },
  "lead.patch": {
    clause: "4.1",
    standing: "documented",
    statement: "PATCH `/leads/{id}` changes only the fields sent and updates `updatedAt`.",
    source: "/partner-api/lead/update-lead",
  },
  "lead.patch.checks": {
    clause: "4.4, 7",
    standing: "assumed",
    statement: "A PATCH checks the fields sent as a create does.",
  },
  "lead.patch.answer": {
    clause: "4.1, 4.4",
    standing: "assumed",
    statement:
      "A PATCH of a Lead answers 200 with the whole `{ data: Lead }`; the reference shows this " +
      "body without a status. Under `204` it answers 204 without a body.",
    source: "/partner-api/lead/update-lead",
    default: "200",
    alternatives: ["204"],
  },
  "lead.patch.merge": {
    clause: "4.4",
    standing: "assumed",
    statement:
      "`phone` and `clientData` in a PATCH replace the stored value. Under `merged` keys that " +
      "are not sent stay.",
    default: "replaced",
    alternatives: ["merged"],
  },
  "lead.patch.not-active": {
    clause: "3",
    standing: "assumed",
    statement:
      "PATCH of a converted or archived Lead is 404, or 200 with `scope=withDeleted`. Under " +
      "`200` and `409` it has that status under any scope.",
    default: "404",
    alternatives: ["200", "409"],
  },
  "lead.patch.no-profile-effect": {
    clause: "3",
    standing: "documented",
    statement: "A PATCH after conversion never changes the client profile.",
  },
  "lead.patch.unique": {
    clause: "2.1",
    standing: "documented",
    statement:
      "Changing `email` to a taken one is 409 with NOT_UNIQUE on the fields of rule " +
      "lead.unique. The message is not documented: `Failed to update the Lead`.",
  },
  "lead.in-use": {
    clause: "7",
    standing: "assumed",
    statement:
      "A Lead may have the email of a registered client profile. Under `409` creating it is 409 " +
      "with IN_USE on `email`.",
    default: "allowed",
    alternatives: ["409"],
  },
  "lead.delete": {
    clause: "4.2",
    standing: "assumed",
    statement:
      "DELETE `/leads/{id}` archives the Lead and answers 200 with `{ data: Lead }`. Under " +
      "`204` it answers 204 without a body.",
    source: "/getting-started/integration-options",
    default: "200",
    alternatives: ["204"],
  },
} as const satisfies Record<string, Rule>;
