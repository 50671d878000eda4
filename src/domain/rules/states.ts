import type { Rule } from "./rule.ts";

/** The states of a Lead and of a Plan, and what moves them. */
export const stateRules = {
  "state.two-timestamps": {
    clause: "3",
    standing: "documented",
    statement:
      "A Lead is Active while `deletedAt` is null. It is Converted when both `deletedAt` and " +
      "`convertedAt` are set, and Archived when only `deletedAt` is. It has no state field.",
  },
  "state.convert": {
    clause: "3",
    standing: "documented",
    statement:
      "A client who signs up with the email of an Active Lead converts it, once. What happens " +
      "to `updatedAt` is not documented: it does not change, as in the published sample. Under " +
      "`updated-at-moves` it becomes `convertedAt`.",
    source: "/api-reference/submitting-and-tracking-leads",
    default: "updated-at-stays",
    alternatives: ["updated-at-moves"],
  },
  "state.convert.moments": {
    clause: "3",
    standing: "documented",
    statement:
      "A conversion sets `convertedAt` and `deletedAt` to the same time. Under `20-ms-later` " +
      "`deletedAt` is 20 ms later, as in the published sample.",
    source: "/api-reference/submitting-and-tracking-leads",
    default: "same",
    alternatives: ["20-ms-later"],
  },
  "state.convert.profile": {
    clause: "3",
    standing: "documented",
    statement:
      "A conversion fills the client profile from the Lead: email, names, phone and " +
      "`clientData`.",
  },
  "state.convert.profile.several": {
    clause: "3",
    standing: "assumed",
    statement:
      "When several Leads convert together, the newest fills the client profile. Under " +
      "`oldest` the oldest does.",
    default: "newest",
    alternatives: ["oldest"],
  },
  "state.convert.plans": {
    clause: "2.3, 3",
    standing: "documented",
    statement:
      "A conversion turns each item of `clientData.Plans` into a Plan with an id, owned by the " +
      "Lead's Firm. The Lead's `plan_ids` lists the ids, and each item gets its own as " +
      "`planId`.",
    source: "/api-reference/submitting-and-tracking-leads",
  },
  "state.convert.alert": {
    clause: "3, 6",
    standing: "documented",
    statement:
      "A conversion sends a mail to those owners among the Firm's FirmMembers who have an " +
      "active notification subscription (rule mail.converted).",
  },
  "state.convert.scope": {
    clause: "3",
    standing: "assumed",
    statement:
      "One sign-up converts every Active Lead with that email, of any Firm or FirmMember. Under " +
      "`newest-only` it converts only the newest.",
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
      "Converted and Archived are final. A further sign-up or archive does not change the Lead, " +
      "and the control API answers 409 to a request to convert or archive it.",
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
      "The `type` of a Plan is `Buying`, `Renewal`, `Refinancing` or `Switch`. Another string " +
      "is 422 with INVALID, a missing type 422 with REQUIRED. Under `hosted-tool-types` it is " +
      "`Buying`, `Switching` or `Refinancing`, and under `any-string` any string.",
    source: "/core-concepts/leads-and-plans",
    default: "reference-types",
    alternatives: ["any-string", "hosted-tool-types"],
  },
  "plan.status": {
    clause: "3",
    standing: "reference",
    statement:
      "A Plan starts as `New`. Then follow `Profiles Completed`, `Ready for Pre-approval`, " +
      "`Pre-approved`, `Application in Progress`, `Lender Approved`, `Ready to Fund` and " +
      "`Completed`. `Closed` is for a Plan that fell through.",
    source: "/core-concepts/leads-and-plans",
  },
  "plan.status.spelling": {
    clause: "3",
    standing: "assumed",
    statement:
      "The emulated API spells the status of a Plan as the reference lists it, such as `Ready " +
      "for Pre-approval`. Under `upper-snake` it is `READY_FOR_PRE_APPROVAL`, also in a " +
      "`filter`. The control API and mails always use the first form.",
    source: "/core-concepts/leads-and-plans",
    default: "as-listed",
    alternatives: ["upper-snake"],
  },
  "plan.name": {
    clause: "2.2, 2.3",
    standing: "assumed",
    statement:
      "A Plan that a conversion creates takes its `name` from its item in `clientData.Plans`, " +
      "or null without one. Under `null` it has no name.",
    default: "from-client-data",
    alternatives: ["null"],
  },
  "plan.transitions": {
    clause: "3",
    standing: "assumed",
    statement:
      "A Plan moves to any later status, and to `Closed` from any but `Completed`. Under `any` " +
      "it moves to any other status. The control API answers 409 for a move that is not " +
      "allowed.",
    default: "forward",
    alternatives: ["any"],
  },
  "plan.change-mail": {
    clause: "6",
    standing: "reference",
    statement:
      "The owners of a Plan get mail when it changes, depending on the role of their Firm. A " +
      "Firm whose `firmType` is `Realty` gets mail at `Pre-approved`, with the amount, and at " +
      "`Ready to Fund`. Any other Firm gets mail at `Completed`. Under `every-change` every " +
      "Firm gets mail at every change of status, under `milestones` at these three.",
    source: "/getting-started/integration-options",
    default: "by-role",
    alternatives: ["every-change", "milestones"],
  },
} as const satisfies Record<string, Rule>;
