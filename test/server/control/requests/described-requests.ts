/** Requests in many kinds of worlds; the tests explain each one and then send it. */
import { ids } from "../../../support/world.ts";
import { describedFaults, describedKeys, describedQuotas } from "./described-gates.ts";
import type { Described, DescribedRow } from "./described.ts";
import { apiKeyId, get } from "./described.ts";

const ofFirm = `/v1/firms/${ids.partnerFirm}/leads`;
const person = { email: "ex.plain@example.com", firstName: "Ex", lastName: "Plain" };

function post(body: unknown, path = ofFirm): Described {
  return { method: "POST", path, body, apiKeyId };
}

const odd = `${JSON.stringify(person).slice(0, -1)},"clientData":{"n":9007199254740993}}`;

/** A text that is sent as JSON. */
function postJson(text: string): Described {
  return { ...post(text), headers: { "content-type": "application/json" } };
}

function patch(lead: string, body: unknown): Described {
  return { method: "PATCH", path: `/v1/leads/${lead}`, body, apiKeyId };
}

/** Requests with a body, and requests that write. */
const bodies: readonly DescribedRow[] = [
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
    name: "an existing Lead",
    status: 409,
    request: post({ ...person, email: "ADA.active@example.com" }),
  },
  {
    name: "several invalid fields",
    status: 422,
    request: post({ email: 1, lastName: "", clientData: { Plans: [{ type: "x" }] }, shoe: 1 }),
  },
  { name: "a body that is not JSON", status: 422, request: postJson('{"email":') },
  {
    name: "a body that is not JSON, answered with 400",
    status: 400,
    request: postJson('{"email":'),
    assumptions: { "http.body.malformed": "400" },
  },
  { name: "a body as a JSON string", status: 201, request: postJson(JSON.stringify(person)) },
  { name: "a number that changes, in a text", status: 422, request: postJson(odd) },
  {
    name: "a string without a content type",
    status: 422,
    request: post(JSON.stringify(person)),
  },
  { name: "an array", status: 422, request: post([person]) },
  { name: "null", status: 422, request: post(null) },
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
    name: "a changed Lead",
    status: 200,
    request: patch(ids.activeLead, { firstName: "Ada", clientData: { notes: "n" } }),
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
];

/** Requests that read, and requests for unknown paths. */
const reads: readonly DescribedRow[] = [
  { name: "a list", status: 200, request: get("/v1/leads") },
  {
    name: "a foreign Firm's Leads, answered with 403",
    status: 403,
    request: get(`/v1/firms/${ids.realtyFirm}/leads`),
    assumptions: { "auth.foreign-record": "403" },
  },
  { name: "a stray percent sign", status: 404, request: get("/v1/leads/%") },
  { name: "a double slash at the start", status: 404, request: get("//v1/leads") },
  {
    name: "an unsupported method, answered with 405",
    status: 405,
    request: { ...get("/v1/leads"), method: "PUT" },
    assumptions: { "http.method.unknown": "405" },
  },
  { name: "HEAD", status: 200, request: { ...get("/v1/leads"), method: "HEAD" } },
  { name: "a method in lower case", status: 200, request: { ...get("/v1/firms"), method: "get" } },
];

/** Every kind of request. */
export const describedRequests: readonly DescribedRow[] = [
  ...reads,
  ...describedKeys,
  ...describedQuotas,
  ...describedFaults,
  ...bodies,
];
