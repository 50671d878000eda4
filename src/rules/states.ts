import type { Rule } from "./rule.ts";

/** The states of a Lead and of a Plan, and what moves them. */
export const stateRules = {
  "state.two-timestamps": {
    clause: "3",
    standing: "documented",
    statement:
      "A Lead is Active while `deletedAt` is null, Converted when both `deletedAt` and " +
      "`convertedAt` are set, Archived when only `deletedAt` is; there is no state field.",
  },
  "state.convert": {
    clause: "3",
    standing: "reference",
    statement:
      "A client who signs up with the email of an Active Lead converts it, once. `updatedAt` " +
      "keeps its value, as in the published sample; under `updated-at-moves` it becomes " +
      "`convertedAt`.",
    source: "/api-reference/submitting-and-tracking-leads",
    default: "updated-at-stays",
    alternatives: ["updated-at-moves"],
  },
  "state.convert.moments": {
    clause: "3",
    standing: "documented",
    statement:
      "A conversion sets `convertedAt` and `deletedAt` to the same moment; under `20-ms-later` " +
      "`deletedAt` is 20 ms later, as in the published sample.",
    source: "/api-reference/submitting-and-tracking-leads",
    default: "same",
    alternatives: ["20-ms-later"],
  },
  "state.convert.profile": {
    clause: "3",
    standing: "documented",
    statement:
      "At conversion the client profile is filled from the Lead: email, names, phone and " +
      "`clientData`. Of several Leads that convert at once, which is not documented, the newest " +
      "fills it.",
  },
  "state.convert.plans": {
    clause: "2.3, 3",
    standing: "documented",
    statement:
      "At conversion each item of `clientData.Plans` becomes a Plan with an id, owned by the " +
      "Lead's Firm; the ids stand in the Lead's `plan_ids`, and each item carries its own as " +
      "`planId`.",
    source: "/api-reference/submitting-and-tracking-leads",
  },
  "state.convert.alert": {
    clause: "3, 6",
    standing: "documented",
    statement:
      "A conversion sends a mail to those owners among the Firm's FirmMembers who have an active " +
      "notification subscription (rule mail.converted).",
  },
  "state.convert.scope": {
    clause: "3",
    standing: "assumed",
    statement:
      "One sign-up converts every Active Lead with that email, of whatever Firm or FirmMember; " +
      "under `newest-only` it converts the newest alone.",
    default: "all",
    alternatives: ["newest-only"],
  },
  "state.archive": {
    clause: "3",
    standing: "documented",
    statement:
      "A platform representative who archives an Active Lead sets `deletedAt`; `convertedAt` " +
      "stays null.",
  },
  "state.terminal": {
    clause: "3",
    standing: "documented",
    statement:
      "No way leads out of Converted or Archived: a further sign-up or archive changes nothing " +
      "on the Lead, and the control API answers 409 when told to convert or archive it.",
  },
  "plan.later-private": {
    clause: "2.3",
    standing: "documented",
    statement:
      "A Plan that the client opens after registering is hidden from the Lead's owner, unless " +
      "staff link it to the Firm by hand.",
    source: "/getting-started/integration-options",
  },
  "plan.type": {
    clause: "2.3",
    standing: "reference",
    statement:
      "The `type` of a Plan is `Buying`, `Renewal`, `Refinancing` or `Switch`; another string is " +
      "422 with INVALID, an absent type 422 with REQUIRED. Under `hosted-tool-types` it is " +
      "`Buying`, `Switching` or `Refinancing`, and under `any-string` any string.",
    source: "/core-concepts/leads-and-plans",
    default: "reference-types",
    alternatives: ["any-string", "hosted-tool-types"],
  },
  "plan.status": {
    clause: "3",
    standing: "reference",
    statement:
      "A Plan starts as `New`; then come `Profiles Completed`, `Ready for Pre-approval`, " +
      "`Pre-approved`, `Application in Progress`, `Lender Approved`, `Ready to Fund` and " +
      "`Completed`, while `Closed` is for one that fell through.",
    source: "/core-concepts/leads-and-plans",
  },
  "plan.status.spelling": {
    clause: "3",
    standing: "assumed",
    statement:
      "The emulated API spells the status of a Plan as the reference lists it, such as `Ready for " +
      "Pre-approval`; under `upper-snake` as `READY_FOR_PRE_APPROVAL`, in a `filter` too. The control " +
      "API and mails keep the former.",
    source: "/core-concepts/leads-and-plans",
    default: "as-listed",
    alternatives: ["upper-snake"],
  },
  "plan.name": {
    clause: "2.2, 2.3",
    standing: "assumed",
    statement:
      "A Plan that conversion makes takes its `name` from that of its item in `clientData.Plans`, " +
      "null where there is none; under `null` it has no name.",
    default: "from-client-data",
    alternatives: ["null"],
  },
  "plan.transitions": {
    clause: "3",
    standing: "assumed",
    statement:
      "A Plan moves to any later status, and to `Closed` from any but `Completed`; under `any` " +
      "it moves to whatever other status. The control API answers 409 for a move that is not " +
      "allowed.",
    default: "forward",
    alternatives: ["any"],
  },
  "plan.change-mail": {
    clause: "6",
    standing: "reference",
    statement:
      "A change of a Plan is mailed to its owners, by the role of each Firm: one whose " +
      "`firmType` is `Realty` gets mail at `Pre-approved`, with the amount, and at " +
      "`Ready to Fund`; any other Firm at `Completed`. Under `every-change` every Firm gets " +
      "mail at every change of status, under `milestones` at these three.",
    source: "/getting-started/integration-options",
    default: "by-role",
    alternatives: ["every-change", "milestones"],
  },
} as const satisfies Record<string, Rule>;
