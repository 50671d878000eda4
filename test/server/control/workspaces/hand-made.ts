/** Handwritten worlds for PUT state. */

const born = "2026-02-01T10:00:00.000Z";
const died = "2026-02-02T10:00:00.000Z";

/** The ids of `handMadeWorld`: a Firm with one record of each kind, and a soft-deleted one with the same. */
export const handMade = {
  firm: "HandFirm",
  member: "HandMemb",
  code: "HandCode",
  profile: "HandProf",
  lead: "HandLead",
  plan: "HandPlan",
  goneFirm: "GoneFirm",
  goneMember: "GoneMemb",
  goneCode: "GoneCode",
  goneProfile: "GoneProf",
  goneLead: "GoneLead",
  gonePlan: "GonePlan",
  key: "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa",
  keyOfGoneFirm: "bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb",
} as const;

const sandboxKey = {
  roleType: "Partner",
  environment: "sandbox",
  quotaPerHour: null,
  permissions: [
    "leads:create",
    "leads:read",
    "plans:read",
    "firms:read",
    "firmMembers:read",
    "referralCodes:read",
    "clientProfiles:read",
  ],
} as const;
const firm = { firmType: "Partner", createdAt: born } as const;
const person = { firstName: "Hanna", lastName: "Hand" } as const;
const lead = {
  ...person,
  resourceType: "Firm",
  resourceId: handMade.firm,
  createdAt: born,
} as const;
const plan = { type: "Buying", status: "New", owners: [handMade.firm], createdAt: born } as const;

/** A world with a Firm and a soft-deleted Firm; the key of each has every permission to read. */
export const handMadeWorld = {
  firms: [
    { ...firm, id: handMade.firm, name: "Hand" },
    { ...firm, id: handMade.goneFirm, name: "Gone", deletedAt: died },
  ],
  firmMembers: [
    {
      ...person,
      id: handMade.member,
      firmId: handMade.firm,
      email: "m@hand.example",
      isOwner: true,
    },
    {
      ...person,
      id: handMade.goneMember,
      firmId: handMade.firm,
      email: "g@hand.example",
      isOwner: true,
      deletedAt: died,
    },
  ],
  referralCodes: [
    { id: handMade.code, firmId: handMade.firm },
    { id: handMade.goneCode, firmId: handMade.firm, deletedAt: died },
  ],
  apiKeys: [
    { ...sandboxKey, id: "HandKey1", key: handMade.key, firmId: handMade.firm },
    { ...sandboxKey, id: "GoneKey1", key: handMade.keyOfGoneFirm, firmId: handMade.goneFirm },
  ],
  clientProfiles: [
    { ...person, id: handMade.profile, email: "p@hand.example" },
    { ...person, id: handMade.goneProfile, email: "gone@hand.example", deletedAt: died },
  ],
  leads: [
    { ...lead, id: handMade.lead, email: "l@hand.example" },
    { ...lead, id: handMade.goneLead, email: "gl@hand.example", deletedAt: died },
  ],
  plans: [
    { ...plan, id: handMade.plan, clientProfileId: handMade.profile },
    { ...plan, id: handMade.gonePlan, clientProfileId: handMade.goneProfile, deletedAt: died },
  ],
} as const;
