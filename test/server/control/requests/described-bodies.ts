import { ids } from "../../../support/world.ts";
import type { Described, DescribedRow } from "./described.ts";
import { apiKeyId } from "./described.ts";

const ofFirm = `/v1/firms/${ids.partnerFirm}/leads`;
const person = { email: "ex.plain@example.com", firstName: "Ex", lastName: "Plain" };

function post(body: unknown, path = ofFirm): Described {
  return { method: "POST", path, body, apiKeyId };
}

/** A text that is sent as JSON. */
function postJson(text: string): Described {
  return { ...post(text), headers: { "content-type": "application/json" } };
}

function patch(lead: string, body: unknown): Described {
  return { method: "PATCH", path: `/v1/leads/${lead}`, body, apiKeyId };
}

/** Requests with a body, and requests that write. */
export const describedBodies: readonly DescribedRow[] = [
  { name: "a new Lead", status: 201, request: post(person) },
  {
    name: "a new Lead with every field and without mail",
    status: 201,
    request: post(
      {
        ...person,
        phone: { number: "4165550123", extension: "4" },
        referredByReferralCodeId: ids.partnerCode,
        clientData: { prefix: "Mr.", notes: null, sin: "1", Plans: [{ type: "Buying" }] },
      },
      `${ofFirm}?disableClientOutreach=true`,
    ),
  },
  {
    name: "a new Lead of a member",
    status: 201,
    request: post(person, `/firmMembers/${ids.partnerMember}/leads`),
  },
  {
    name: "an existing Lead",
    status: 409,
    request: post({ ...person, email: "ADA.active@example.com" }),
  },
  {
    name: "the email of a client, answered with 409",
    status: 409,
    request: post({ ...person, email: "dario.converted@example.com" }),
    assumptions: { "lead.in-use": "409" },
  },
  {
    name: "several invalid fields",
    status: 422,
    request: post({ email: 1, lastName: "", clientData: { Plans: [{ type: "x" }] }, shoe: 1 }),
  },
  {
    name: "several invalid fields, of which the first is reported",
    status: 422,
    request: post({ email: 1, lastName: "", shoe: 1 }),
    assumptions: { "error.all-fields": "first-only" },
  },
  { name: "a body that is not JSON", status: 422, request: postJson('{"email":') },
  {
    name: "a body that is not JSON, answered with 400",
    status: 400,
    request: postJson('{"email":'),
    assumptions: { "http.body.malformed": "400" },
  },
  { name: "a body as a JSON string", status: 201, request: postJson(JSON.stringify(person)) },
  {
    name: "a string without a content type",
    status: 422,
    request: post(JSON.stringify(person)),
  },
  { name: "an array", status: 422, request: post([person]) },
  { name: "null", status: 422, request: post(null) },
  { name: "a number", status: 422, request: post(7) },
  { name: "an empty text", status: 422, request: post("") },
  { name: "no body", status: 422, request: { method: "POST", path: ofFirm, apiKeyId } },
  {
    name: "another content type",
    status: 422,
    request: { ...post(person), headers: { "content-type": "text/plain" } },
  },
  {
    name: "a coded body",
    status: 415,
    request: { ...post(person), headers: { "content-encoding": "gzip" } },
  },
  {
    name: "a body of more than a MiB",
    status: 413,
    request: post({ ...person, clientData: { notes: "x".repeat(1_048_576) } }),
  },
  {
    name: "a body of more than 64 levels",
    status: 422,
    request: postJson(`${'{"clientData":'.repeat(65)}1${"}".repeat(65)}`),
  },
  {
    name: "a changed Lead",
    status: 200,
    request: patch(ids.activeLead, { firstName: "Ada", clientData: { notes: "n" } }),
  },
  { name: "an update of an Archived Lead", status: 404, request: patch(ids.archivedLead, {}) },
  {
    name: "an update of an Archived Lead with its scope",
    status: 200,
    request: patch(`${ids.archivedLead}?scope=withDeleted`, { lastName: "Eve" }),
  },
  {
    name: "an update of an Archived Lead, answered with 409",
    status: 409,
    request: patch(ids.archivedLead, {}),
    assumptions: { "lead.patch.not-active": "409" },
  },
  {
    name: "a taken email",
    status: 409,
    request: patch(ids.activeLead, { email: "ben.active@example.com" }),
  },
  {
    name: "a deleted Lead",
    status: 200,
    request: { method: "DELETE", path: `/v1/leads/${ids.activeLead}`, apiKeyId },
  },
  {
    name: "a deleted Lead, answered with 204",
    status: 204,
    request: { method: "DELETE", path: `/v1/leads/${ids.activeLead}`, apiKeyId },
    assumptions: { "lead.delete": "204" },
  },
  {
    name: "a workflow",
    status: 200,
    request: post({ leadId: ids.activeLead }, "/v1/workflows/request-callback"),
  },
  {
    name: "a workflow with an invalid body",
    status: 422,
    request: post({ lead: 1 }, "/v1/workflows/request-callback"),
  },
  { name: "an unknown workflow", status: 404, request: post({}, "/v1/workflows/unknown") },
];
