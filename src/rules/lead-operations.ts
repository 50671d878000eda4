import type { Rule } from "./rule.ts";

/** The operations on Leads. */
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
      "POST `/firmMembers/{id}/leads` creates a Lead for a FirmMember of the key's Firm. The " +
      "status and which members are not documented: 201, for any member; under `realty-only` " +
      "just for those of a Firm whose `firmType` is `Realty`.",
    source: "/getting-started/authentication",
    default: "any-member",
    alternatives: ["realty-only"],
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
      "GET `/firms/{id}/leads` answers a page of the Firm's Leads. Whether its members' Leads " +
      "are among them is not documented: no, or yes under `with-member-leads`.",
    default: "firm-leads-only",
    alternatives: ["with-member-leads"],
  },
  "lead.list.firm-member": {
    clause: "4.2, 4.4",
    standing: "assumed",
    statement:
      "GET `/firmMembers/{id}/leads` answers a page of the Leads of a FirmMember; under `404` it is " +
      "404 as an unknown path is.",
    default: "offered",
    alternatives: ["404"],
  },
  "lead.list-all": {
    clause: "4.2, 4.4",
    standing: "assumed",
    statement:
      "GET `/leads` answers a page of all Leads that the key may access; under `404` it is 404 as " +
      "an unknown path is.",
    source: "/getting-started/pagination",
    default: "offered",
    alternatives: ["404"],
  },
  "lead.deleted-member": {
    clause: "2.6",
    standing: "assumed",
    statement:
      "The Leads of a soft-deleted FirmMember stay: they are read and changed by id and listed with " +
      "those of the Firm, while `/firmMembers/{id}/leads` is 404 under any `scope`. Under `by-scope` " +
      "they count as deleted too, and only `scope=withDeleted` reaches them, on that path as well.",
    default: "kept",
    alternatives: ["by-scope"],
  },
  "lead.patch": {
    clause: "4.1",
    standing: "documented",
    statement:
      "PATCH `/leads/{id}` changes the fields sent, with the checks of a create, leaves the " +
      "others and moves `updatedAt`.",
    source: "/partner-api/lead/update-lead",
  },
  "lead.patch.answer": {
    clause: "4.1, 4.4",
    standing: "assumed",
    statement:
      "A PATCH of a Lead answers 200 with the whole `{ data: Lead }`, as the reference shows without " +
      "the status; under `204` it answers 204 with no body.",
    source: "/partner-api/lead/update-lead",
    default: "200",
    alternatives: ["204"],
  },
  "lead.patch.merge": {
    clause: "4.4",
    standing: "assumed",
    statement:
      "`phone` and `clientData` in a PATCH replace what was stored; under `merged` keys not sent " +
      "stay.",
    default: "replaced",
    alternatives: ["merged"],
  },
  "lead.patch.not-active": {
    clause: "3",
    standing: "assumed",
    statement:
      "PATCH of a converted or archived Lead is 404, but 200 with `scope=withDeleted`; under " +
      "`200` and `409` it has that status whatever the scope.",
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
      "Changing `email` to a taken one is 409 with NOT_UNIQUE on the fields of rule lead.unique; " +
      "the message is not documented: `Failed to update the Lead`.",
  },
  "lead.in-use": {
    clause: "7",
    standing: "assumed",
    statement:
      "A Lead may have the email of a registered client profile; under `409` its creation is 409 " +
      "with IN_USE on `email`.",
    default: "allowed",
    alternatives: ["409"],
  },
  "lead.delete": {
    clause: "4.2",
    standing: "assumed",
    statement:
      "DELETE `/leads/{id}` archives the Lead and answers 200 with `{ data: Lead }`, or under " +
      "`204` with no body.",
    source: "/getting-started/integration-options",
    default: "200",
    alternatives: ["204"],
  },
} as const satisfies Record<string, Rule>;
