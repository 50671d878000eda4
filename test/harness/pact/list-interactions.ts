/** What the client does with lists of Leads: paging, order, filter, scope, include. */
import type { Interaction } from "./interaction.ts";
import {
  aFirm,
  activeLead,
  archivedLead,
  aMember,
  aMoment,
  anId,
  atMonday,
  atTuesday,
  firm,
  firmId,
  leadId,
  member,
  memberId,
  page,
  someLead,
  threeLeads,
} from "./interaction.ts";
import type { Given } from "./interaction.ts";

const [first, second, third] = ["lead1@example.com", "lead2@example.com", "lead3@example.com"];
const path = `/firms/${firmId}/leads`;
const older: Given = ["leads exist", { firmId, count: 1 }];
const gone: Given = [
  "a lead has converted",
  { leadId: "RefLead2", firmId, email: "gone@example.com" },
];

const pages: readonly Interaction[] = [
  {
    description: "the leads of a firm are listed, the newest first",
    given: [atMonday, older, atTuesday, ["an active lead exists", { leadId, firmId }]],
    request: { method: "GET", path },
    response: page([activeLead(), someLead(first)]),
    act: (client) => client.list(firm),
  },
  {
    description: "a page of the leads of a firm is listed",
    given: [threeLeads],
    request: { method: "GET", path, query: { limit: "1", offset: "1" } },
    response: page([someLead(second)], { total: 3, offset: 1, limit: 1 }),
    act: (client) => client.list(firm, { limit: 1, offset: 1 }),
  },
  {
    description: "a page after the last lead is listed",
    given: [threeLeads],
    request: { method: "GET", path, query: { offset: "3" } },
    response: page([], { total: 3, offset: 3 }),
    act: (client) => client.list(firm, { offset: 3 }),
  },
  {
    description: "a page of the largest size is listed",
    given: [aFirm],
    request: { method: "GET", path, query: { limit: "100" } },
    response: page([], { limit: 100 }),
    act: (client) => client.list(firm, { limit: 100 }),
  },
  {
    description: "the leads of a firm without any are listed",
    given: [aFirm],
    request: { method: "GET", path },
    response: page([]),
    act: (client) => client.list(firm),
  },
  {
    description: "the leads of a firm are listed in the order of their emails",
    given: [threeLeads],
    request: { method: "GET", path, query: { order: '[["email","ASC"]]' } },
    response: page([someLead(first), someLead(second), someLead(third)]),
    act: (client) => client.list(firm, { order: [["email", "ASC"]] }),
  },
];

const choices: readonly Interaction[] = [
  {
    description: "the leads of a firm are filtered by an exact email",
    given: [threeLeads],
    request: { method: "GET", path, query: { filter: `{"email":"${second}"}` } },
    response: page([someLead(second)]),
    act: (client) => client.list(firm, { filter: { email: second } }),
  },
  {
    description: "the leads of a firm are filtered by what an email is not",
    given: [threeLeads],
    request: { method: "GET", path, query: { filter: `{"email":{"$ne":"${second}"}}` } },
    response: page([someLead(third), someLead(first)]),
    act: (client) => client.list(firm, { filter: { email: { $ne: second } } }),
  },
  {
    description: "the leads of a firm are filtered by when they were created",
    given: [atMonday, older, atTuesday, ["an active lead exists", { leadId, firmId }]],
    request: {
      method: "GET",
      path,
      query: { filter: '{"createdAt":{"$lt":"2026-03-03T09:00:00.000Z"},"deletedAt":null}' },
    },
    response: page([someLead(first)]),
    act: (client) =>
      client.list(firm, {
        filter: { createdAt: { $lt: "2026-03-03T09:00:00.000Z" }, deletedAt: null },
      }),
  },
];

const deleted = { deletedAt: aMoment() };

const scopes: readonly Interaction[] = [
  {
    description: "deleted leads are not listed",
    given: [older, archivedLead, gone],
    request: { method: "GET", path },
    response: page([someLead(first)]),
    act: (client) => client.list(firm),
  },
  {
    description: "only active leads are listed on request",
    given: [older, archivedLead, gone],
    request: { method: "GET", path, query: { scope: "active" } },
    response: page([someLead(first)]),
    act: (client) => client.list(firm, { scope: "active" }),
  },
  {
    description: "deleted leads are listed on request",
    given: [older, archivedLead, gone],
    request: {
      method: "GET",
      path,
      query: { scope: "withDeleted", order: '[["email","ASC"]]' },
    },
    response: page([
      { ...someLead("gone@example.com"), ...deleted, convertedAt: aMoment() },
      someLead(first),
      { ...someLead("lena.lead@example.com"), ...deleted },
    ]),
    act: (client) => client.list(firm, { scope: "withDeleted", order: [["email", "ASC"]] }),
  },
  {
    description: "converted leads are listed with their plans",
    given: [gone],
    request: { method: "GET", path, query: { scope: "withDeleted", include: "Plans" } },
    response: page([
      {
        ...someLead("gone@example.com"),
        ...deleted,
        convertedAt: aMoment(),
        plan_ids: [anId("PlAn1234")],
        Plans: [
          { id: anId("PlAn1234"), createdAt: aMoment(), updatedAt: aMoment(), type: "Buying" },
        ],
      },
    ]),
    act: (client) => client.list(firm, { scope: "withDeleted", include: "Plans" }),
  },
];

const owned: Given = [
  "a lead of a firm member exists",
  { firmId, firmMemberId: memberId, email: "member.lead@example.com" },
];

const owners: readonly Interaction[] = [
  {
    description: "the leads of a firm member are listed",
    given: [owned],
    request: { method: "GET", path: `/firmMembers/${memberId}/leads` },
    response: page([
      { ...someLead("member.lead@example.com"), resourceType: "FirmMember", resourceId: memberId },
    ]),
    act: (client) => client.list(member),
  },
  {
    description: "the leads of a firm member without any are listed",
    given: [aMember],
    request: { method: "GET", path: `/firmMembers/${memberId}/leads` },
    response: page([]),
    act: (client) => client.list(member),
  },
  {
    description: "all leads that the key reaches are listed",
    given: [older, owned, ["a lead of another firm exists", { firmId, email: "far@example.com" }]],
    request: { method: "GET", path: "/leads", query: { order: '[["email","ASC"]]' } },
    response: page([someLead(first), someLead("member.lead@example.com")]),
    act: (client) => client.list(null, { order: [["email", "ASC"]] }),
  },
];

/** Lists of Leads. */
export const listInteractions: readonly Interaction[] = [
  ...pages,
  ...choices,
  ...scopes,
  ...owners,
];
