import { ids } from "../../../support/world.ts";

const mine = ids.partnerFirm;
const theirs = ids.realtyFirm;
const theirKeys = ["MRkeySbx", "MRkeyPrd"];
const withDeleted = { scope: "withDeleted" } as const;
const leadsOf = (parent: string): string => `/v1/firms/${parent}/leads`;

/** A request for an existing record that the Partner key of the sandbox does not see, and the call that shows it. */
export interface UnseenRow {
  readonly method?: string;
  readonly path: string;
  readonly type: string;
  readonly id: string;
  readonly state?: string;
  readonly firmIds?: readonly string[];
  readonly shownBy: { readonly scope?: "withDeleted"; readonly apiKeyIds?: readonly string[] };
}

/** The keys that reach the record: both for the directory, only the sandbox key for others (rule env.data). */
function reachingKeys({ type }: Pick<UnseenRow, "type">): readonly string[] {
  return ["Lead", "Plan", "ClientProfile"].includes(type) ? ["MRkeySbx"] : theirKeys;
}

/** Every kind of record with every reason. */
export const unseenRecords: readonly UnseenRow[] = [
  ...[
    { type: "Lead", path: `/v1/leads/${ids.foreignLead}`, id: ids.foreignLead },
    { type: "Firm", path: `/v1/firms/${theirs}`, id: theirs },
    { type: "Firm", path: leadsOf(theirs), id: theirs, method: "POST" },
    { type: "Firm", path: `/firms/${theirs}/firmMembers`, id: theirs },
    { type: "FirmMember", path: `/v1/firmMembers/${ids.realtyAgent}`, id: ids.realtyAgent },
    { type: "ReferralCode", path: `/v1/referralCodes/${ids.realtyCode}`, id: ids.realtyCode },
    { type: "Plan", path: `/v1/plans/${ids.foreignPlan}`, id: ids.foreignPlan },
    { type: "ClientProfile", path: "/v1/clientProfiles/ClientMR", id: "ClientMR" },
    { type: "Lead", path: `/v1/leads/${ids.foreignLead}`, id: ids.foreignLead, method: "PATCH" },
  ].map((row) => ({ ...row, firmIds: [theirs], shownBy: { apiKeyIds: reachingKeys(row) } })),
  {
    type: "Lead",
    path: "/v1/leads/LeadMRx1",
    id: "LeadMRx1",
    state: "Archived",
    firmIds: [theirs],
    shownBy: { ...withDeleted, apiKeyIds: ["MRkeySbx"] },
  },
  {
    type: "Lead",
    method: "DELETE",
    path: "/v1/leads/LeadMRc1",
    id: "LeadMRc1",
    state: "Converted",
    firmIds: [theirs],
    shownBy: {},
  },
  {
    type: "Plan",
    path: `/v1/plans/${ids.privatePlan}`,
    id: ids.privatePlan,
    firmIds: [],
    shownBy: { apiKeyIds: [] },
  },
  {
    type: "Lead",
    path: `/v1/leads/${ids.archivedLead}?include=Plans`,
    id: ids.archivedLead,
    state: "Archived",
    shownBy: withDeleted,
  },
  {
    type: "Lead",
    path: `/leads/${ids.convertedLead}?scope=active`,
    id: ids.convertedLead,
    state: "Converted",
    shownBy: withDeleted,
  },
  {
    type: "Lead",
    method: "PATCH",
    path: `/v1/leads/${ids.archivedLead}`,
    id: ids.archivedLead,
    state: "Archived",
    shownBy: withDeleted,
  },
  {
    type: "Lead",
    method: "DELETE",
    path: `/v1/leads/${ids.archivedLead}`,
    id: ids.archivedLead,
    state: "Archived",
    shownBy: {},
  },
  ...[
    { type: "Firm", path: `/v1/firms/${mine}`, id: mine, shownBy: withDeleted },
    { type: "Firm", path: leadsOf(mine), id: mine, method: "POST", shownBy: {} },
    {
      type: "FirmMember",
      path: `/v1/firmMembers/${ids.partnerMember}`,
      id: ids.partnerMember,
      shownBy: withDeleted,
    },
    {
      type: "ReferralCode",
      path: `/v1/referralCodes/${ids.partnerCode}`,
      id: ids.partnerCode,
      shownBy: withDeleted,
    },
    { type: "Plan", path: `/v1/plans/${ids.plan}`, id: ids.plan, shownBy: withDeleted },
    {
      type: "ClientProfile",
      path: `/v1/clientProfiles/${ids.clientProfile}`,
      id: ids.clientProfile,
      shownBy: withDeleted,
    },
  ].map((row) => ({ ...row, state: "deleted" })),
].map((row) => ({ firmIds: [mine], ...row }));
