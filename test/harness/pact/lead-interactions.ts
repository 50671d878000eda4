/** Successful operations on single Leads. */
import { MatchersV3 } from "@pact-foundation/pact";

import type { Interaction } from "./interaction.ts";
import {
  aFirm,
  aLead,
  aMember,
  activeLead,
  aMoment,
  anId,
  answered,
  archivedLead,
  atMonday,
  atTuesday,
  convertedLead,
  firm,
  firmId,
  leadId,
  member,
  memberId,
  monday,
  times,
  tuesday,
} from "./interaction.ts";

const person = { email: "Pia.Person@example.com", firstName: "Pia", lastName: "Person" } as const;
const clientData = {
  prefix: "Ms.",
  citizenship: "Canadian Citizen",
  maritalStatus: "Single",
  dateOfBirth: "1990-02-28",
  isFirstTimeHomeBuyer: true,
  notes: "Calls after six",
  preferredBranch: "North",
  Plans: [{ type: "Buying" }],
} as const;
const whole = {
  ...person,
  phone: { number: "4165550142", extension: "7" },
  clientData,
  referredByReferralCodeId: "RefCode1",
} as const;
const newId = "aB3dE5gH";
const planId = "PlAn1234";
const atOnce = { createdAt: monday, updatedAt: monday } as const;

const creations: readonly Interaction[] = [
  {
    description: "a lead is created for a firm with every field",
    given: [aFirm, ["a referral code exists", { referralCodeId: "RefCode1", firmId }], atMonday],
    request: { method: "POST", path: `/firms/${firmId}/leads`, body: whole },
    response: answered(201, activeLead({ id: anId(newId), ...atOnce, ...whole })),
    act: (client) => client.create(firm, whole),
  },
  {
    description: "a lead is created for a firm with the required fields alone",
    given: [aFirm],
    request: { method: "POST", path: `/firms/${firmId}/leads`, body: person },
    response: answered(201, activeLead({ id: anId(newId), ...person, phone: null })),
    act: (client) => client.create(firm, person),
  },
  {
    description: "a lead is created with its phone as a plain text",
    given: [aFirm],
    request: {
      method: "POST",
      path: `/firms/${firmId}/leads`,
      body: { ...person, phone: "4165550142" },
    },
    response: answered(201, { id: anId(newId), ...times, ...person, convertedAt: null }),
    act: (client) => client.create(firm, { ...person, phone: "4165550142" }),
  },
  {
    description: "a lead is created without outreach to the client",
    given: [aFirm],
    request: {
      method: "POST",
      path: `/firms/${firmId}/leads`,
      query: { disableClientOutreach: "true" },
      body: person,
    },
    response: answered(201, activeLead({ id: anId(newId), ...person, phone: null })),
    act: (client) => client.create(firm, person, { disableClientOutreach: true }),
  },
  {
    description: "a lead is created for a firm member",
    given: [aMember],
    request: { method: "POST", path: `/firmMembers/${memberId}/leads`, body: person },
    response: answered(
      201,
      activeLead({
        id: anId(newId),
        ...person,
        phone: null,
        resourceType: "FirmMember",
        resourceId: memberId,
      }),
    ),
    act: (client) => client.create(member, person),
  },
];

const convertedFields = {
  createdAt: monday,
  deletedAt: tuesday,
  convertedAt: tuesday,
  clientData: { Plans: [{ type: "Buying", planId: anId(planId) }] },
  plan_ids: MatchersV3.eachLike(anId(planId)),
};
const plan = { id: anId(planId), ...times, type: "Buying", status: "New" } as const;

const reads: readonly Interaction[] = [
  {
    description: "an active lead is read",
    given: [aLead],
    request: { method: "GET", path: `/leads/${leadId}` },
    response: answered(200, activeLead()),
    act: (client) => client.get(leadId),
  },
  {
    description: "an active lead without plans is read with its plans",
    given: [aLead],
    request: { method: "GET", path: `/leads/${leadId}`, query: { include: "Plans" } },
    response: answered(200, activeLead({ Plans: [] })),
    act: (client) => client.get(leadId, { include: "Plans" }),
  },
  {
    description: "a lead of a firm member is read",
    given: [["a lead of a firm member exists", { leadId, firmId, firmMemberId: memberId }]],
    request: { method: "GET", path: `/leads/${leadId}` },
    response: answered(200, activeLead({ resourceType: "FirmMember", resourceId: memberId })),
    act: (client) => client.get(leadId),
  },
  {
    description: "a converted lead is followed to its plans",
    given: [
      atMonday,
      ["an active lead exists", { leadId, firmId, clientData: { Plans: [{ type: "Buying" }] } }],
      atTuesday,
      convertedLead,
    ],
    request: {
      method: "GET",
      path: `/leads/${leadId}`,
      query: { scope: "withDeleted", include: "Plans" },
    },
    response: answered(200, activeLead({ ...convertedFields, Plans: [plan] })),
    act: (client) => client.followToConversion(leadId),
    wanted: {
      isConverted: true,
      planIds: [planId],
      plans: [
        {
          id: planId,
          createdAt: monday,
          updatedAt: monday,
          deletedAt: null,
          type: "Buying",
          status: "New",
        },
      ],
    },
  },
  {
    description: "a converted lead is read with the client profiles of its plans",
    given: [convertedLead],
    request: {
      method: "GET",
      path: `/leads/${leadId}`,
      query: { scope: "withDeleted", include: "Plans.ClientProfiles" },
    },
    response: answered(200, {
      id: leadId,
      ...times,
      email: "lena.lead@example.com",
      deletedAt: aMoment(),
      convertedAt: aMoment(),
      Plans: [
        {
          ...plan,
          ClientProfiles: [
            {
              id: anId("cLiEnT12"),
              ...times,
              email: "lena.lead@example.com",
              firstName: "Lena",
              lastName: "Lead",
              phone: { number: "4165550100" },
            },
          ],
        },
      ],
    }),
    act: (client) => client.get(leadId, { scope: "withDeleted", include: "Plans.ClientProfiles" }),
  },
  {
    description: "an archived lead is read among the deleted",
    given: [archivedLead],
    request: { method: "GET", path: `/leads/${leadId}`, query: { scope: "withDeleted" } },
    response: answered(200, activeLead({ deletedAt: aMoment() })),
    act: (client) => client.get(leadId, { scope: "withDeleted" }),
  },
];

const changed = {
  email: "Lena.New@example.com",
  phone: { number: "4165550199" },
  clientData: { dateOfBirth: "1990-02-28T00:00:00.000Z", Plans: [{ type: "Renewal" }] },
} as const;

const changes: readonly Interaction[] = [
  {
    description: "a field of a lead is changed and the others stay",
    given: [atMonday, aLead, atTuesday],
    request: { method: "PATCH", path: `/leads/${leadId}`, body: { firstName: "Lea" } },
    response: answered(
      200,
      activeLead({ createdAt: monday, updatedAt: tuesday, firstName: "Lea" }),
    ),
    act: (client) => client.patch(leadId, { firstName: "Lea" }),
  },
  {
    description: "the email, phone and client data of a lead are changed",
    given: [aLead],
    request: { method: "PATCH", path: `/leads/${leadId}`, body: changed },
    response: answered(200, activeLead(changed)),
    act: (client) => client.patch(leadId, changed),
  },
  {
    description: "a lead is deleted",
    given: [atMonday, aLead, atTuesday],
    request: { method: "DELETE", path: `/leads/${leadId}` },
    response: answered(200, activeLead({ createdAt: monday, deletedAt: tuesday })),
    act: (client) => client.remove(leadId),
  },
];

/** Creating, reading, changing and deleting one Lead. */
export const leadInteractions: readonly Interaction[] = [...creations, ...reads, ...changes];
