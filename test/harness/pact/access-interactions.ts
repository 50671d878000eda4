/**
 * Refusals that depend on the key, the quota and the state of the service: 401, 403, 404, 429 and
 * 5xx.
 */
import type { Given, Interaction } from "./interaction.ts";
import {
  aFirm,
  aLead,
  archivedLead,
  convertedLead,
  firm,
  firmId,
  leadId,
  refused,
} from "./interaction.ts";
import type { LeadClient } from "./lead-client.ts";

const readLead = { method: "GET", path: `/leads/${leadId}` } as const;
const get = (client: LeadClient) => client.get(leadId);
const person = { email: "pia@example.com", firstName: "Pia", lastName: "Person" } as const;
const createLead = { method: "POST", path: `/firms/${firmId}/leads`, body: person } as const;
const create = (client: LeadClient) => client.create(firm, person);

/** Reads an existing Lead with the key of the last state. */
function readWith(description: string, status: number, state: Given | null, key?: string | null) {
  return {
    description,
    given: [aLead, ...(state === null ? [] : [state])],
    request: { ...readLead, ...(key === undefined ? {} : { key }) },
    response: refused(status),
    act: get,
  } satisfies Interaction;
}

const unauthorized: readonly Interaction[] = [
  readWith("401 without a key", 401, null, null),
  readWith("401 with a key that is no key", 401, null, "not-a-key"),
  readWith("401 with an unknown key", 401, ["the API key is unknown"]),
  readWith("401 with a revoked key", 401, ["the API key has been revoked", { firmId }]),
  readWith("401 with an expired key", 401, ["the API key has expired", { firmId }]),
  readWith("401 with a key of the other environment", 401, [
    "the API key belongs to the other environment",
    { firmId },
  ]),
  {
    description: "401 creating a lead without a key",
    given: [aFirm],
    request: { ...createLead, key: null },
    response: refused(401),
    act: create,
  },
];

/** A Firm's key without a permission. */
function lacking(permission: string): Given {
  return ["the API key lacks a permission", { firmId, permission }];
}

const forbidden: readonly Interaction[] = [
  readWith("403 reading a lead without the permission", 403, lacking("leads:read")),
  {
    description: "403 creating a lead without the permission",
    given: [aFirm, lacking("leads:create")],
    request: createLead,
    response: refused(403),
    act: create,
  },
  {
    description: "403 changing a lead without the permission",
    given: [aLead, lacking("leads:update")],
    request: { method: "PATCH", path: `/leads/${leadId}`, body: { firstName: "Lea" } },
    response: refused(403),
    act: (client) => client.patch(leadId, { firstName: "Lea" }),
  },
  {
    description: "403 deleting a lead without the permission",
    given: [aLead, lacking("leads:delete")],
    request: { method: "DELETE", path: `/leads/${leadId}` },
    response: refused(403),
    act: (client) => client.remove(leadId),
  },
  {
    description: "403 listing client profiles without the permission",
    given: [aFirm],
    request: { method: "GET", path: "/clientProfiles" },
    response: refused(403),
    act: (client) => client.browse("clientProfiles"),
  },
];

const foreign: Given = ["a lead of another firm exists", { leadId, firmId }];
/** Reasons why the key cannot reach a Lead. */
const absences: readonly (readonly [string, Given])[] = [
  ["a lead that there is not", aFirm],
  ["a lead of another firm", foreign],
  ["an archived lead", archivedLead],
  ["a converted lead", convertedLead],
];

const notFound: readonly Interaction[] = [
  ...absences.map(([what, state]) => ({
    description: `404 reading ${what}`,
    given: [state],
    request: readLead,
    response: refused(404),
    act: get,
  })),
  ...absences.slice(0, 2).map(([what, state]): Interaction => ({
    description: `404 changing ${what}`,
    given: [state],
    request: { method: "PATCH", path: `/leads/${leadId}`, body: { firstName: "Lea" } },
    response: refused(404),
    act: (client) => client.patch(leadId, { firstName: "Lea" }),
  })),
  ...absences.map(([what, state]): Interaction => ({
    description: `404 deleting ${what}`,
    given: [state],
    request: { method: "DELETE", path: `/leads/${leadId}` },
    response: refused(404),
    act: (client) => client.remove(leadId),
  })),
  {
    description: "404 creating a lead for a firm that there is not",
    given: [aFirm],
    request: { ...createLead, path: "/firms/NoFirm00/leads" },
    response: refused(404),
    act: (client) => client.create({ kind: "firms", id: "NoFirm00" }, person),
  },
  {
    description: "404 listing the leads of a member that there is not",
    given: [aFirm],
    request: { method: "GET", path: "/firmMembers/NoMemb00/leads" },
    response: refused(404),
    act: (client) => client.list({ kind: "firmMembers", id: "NoMemb00" }),
  },
];

function absent(resource: string, id: string, state: Given): Interaction {
  return {
    description: `404 reading ${id} of ${resource}`,
    given: [state],
    request: { method: "GET", path: `/${resource}/${id}` },
    response: refused(404),
    act: (client) => client.read(resource, id),
  };
}

/** Records other than Leads that the key cannot reach, or that do not exist. */
const otherRecords: readonly Interaction[] = [
  absent("firms", "0therFrm", foreign),
  absent("firmMembers", "NoMemb00", aFirm),
  absent("referralCodes", "NoCode00", aFirm),
  absent("plans", "NoPlan00", aFirm),
];

const failing: readonly Interaction[] = [
  readWith("429 over the quota of the hour", 429, ["the API key has used its quota", { firmId }]),
  readWith("429 over the burst of the minute", 429, ["the API key has used its burst", { firmId }]),
  {
    description: "429 creating a lead over the quota of the hour",
    given: [aFirm, ["the API key has used its quota", { firmId }]],
    request: createLead,
    response: refused(429),
    act: create,
  },
  readWith("500 reading a lead", 500, ["the service fails", { status: 500 }]),
  readWith("503 reading a lead", 503, ["the service fails", { status: 503 }]),
  {
    description: "500 creating a lead",
    given: [aFirm, ["the service fails", { status: 500 }]],
    request: createLead,
    response: refused(500),
    act: create,
  },
];

/** Refusals that do not depend on the request's content. */
export const accessInteractions: readonly Interaction[] = [
  ...unauthorized,
  ...forbidden,
  ...notFound,
  ...otherRecords,
  ...failing,
];
