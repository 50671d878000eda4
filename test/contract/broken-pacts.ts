import type { Said } from "./pacts.ts";

/** A contract with one defect, and the place and rule that the report must name. */
export interface BrokenContract extends Said {
  readonly place: string;
  readonly rule: string;
  /** A part of the expected message. */
  readonly tells: string;
}

const json = { "Content-Type": "application/json" };
const newLead = { email: "new@example.com", firstName: "Nora", lastName: "New" };
const creation = {
  method: "POST",
  path: "/v1/firms/Harb0rPt/leads",
  headers: json,
  body: newLead,
  status: 201,
} as const;
const lead = { states: [{ name: "an active lead exists", params: { leadId: "LeadHPa1" } }] };
const taken = {
  ...creation,
  states: [
    { name: "a lead with this email exists for the firm", params: { email: newLead.email } },
  ],
  status: 409,
} as const;

/** More than twenty mismatches between a client and the interface. */
export const brokenContracts: readonly BrokenContract[] = [
  {
    description: "missing field",
    ...lead,
    answer: { data: { id: "LeadHPa1", nickname: "Lena" } },
    byType: ["$.data.nickname"],
    place: "body $.data",
    rule: "lead.get",
    tells: "nickname",
  },
  {
    description: "wrong type",
    ...lead,
    answer: { data: { id: 17 } },
    byType: ["$.data.id"],
    place: "body $.data.id",
    rule: "lead.get",
    tells: "17",
  },
  {
    description: "wrong value",
    ...lead,
    answer: { data: { id: "LeadHPa2" } },
    place: "body $.data.id",
    rule: "lead.get",
    tells: "LeadHPa2",
  },
  {
    description: "wrong status",
    ...creation,
    status: 200,
    place: "status",
    rule: "lead.create.firm",
    tells: "expected 200 but was 201",
  },
  {
    description: "wrong header",
    ...lead,
    answerHeaders: { "Content-Type": "application/xml" },
    place: "header Content-Type",
    rule: "lead.get",
    tells: "application/xml",
  },
  {
    description: "header that is never sent",
    ...lead,
    answerHeaders: { ETag: "1" },
    place: "header ETag",
    rule: "lead.get",
    tells: "ETag",
  },
  {
    description: "unknown state",
    states: ["an activ lead exists"],
    place: 'state "an activ lead exists"',
    rule: "pact.state",
    tells: '"an active lead exists"',
  },
  {
    description: "state with wrong parameters",
    states: [{ name: "an active lead exists", params: { id: "LeadHPa1" } }],
    place: 'state "an active lead exists"',
    rule: "pact.state-params",
    tells: "id",
  },
  {
    description: "wrong path",
    path: "/v1/lead/LeadHPa1",
    place: "status",
    rule: "http.path.unknown",
    tells: "expected 200 but was 404",
  },
  {
    description: "wrong method",
    ...lead,
    method: "PUT",
    headers: json,
    body: { firstName: "Lena" },
    place: "status",
    rule: "http.method.unknown",
    tells: "expected 200 but was 404",
  },
  {
    description: "wrong query",
    path: "/v1/leads",
    query: { order: ["sideways"] },
    place: "status",
    rule: "list.order",
    tells: "expected 200 but was 422",
  },
  {
    description: "wrong enum",
    path: "/v1/leads",
    query: { scope: ["everything"] },
    place: "status",
    rule: "scope.unknown",
    tells: "expected 200 but was 422",
  },
  {
    description: "wrong body on 409",
    ...taken,
    answer: { error: "taken" },
    byType: ["$.error"],
    place: "body $",
    rule: "lead.unique",
    tells: "error",
  },
  {
    description: "wrong error code on 409",
    ...taken,
    answer: { fields: { email: [{ code: "ALREADY_TAKEN" }] } },
    place: "body $.fields.email[0].code",
    rule: "lead.unique",
    tells: "ALREADY_TAKEN",
  },
  {
    description: "wrong body on 422",
    ...creation,
    body: { firstName: "Nora", lastName: "New" },
    status: 422,
    answer: { fields: { email: [{ code: "INCORRECT_TYPE" }] } },
    place: "body $.fields.email[0].code",
    rule: "lead.email.format",
    tells: "INCORRECT_TYPE",
  },
  {
    description: "missing key",
    ...lead,
    key: null,
    place: "status",
    rule: "auth.missing",
    tells: "expected 200 but was 401",
  },
  {
    description: "revoked key where 200 is expected",
    states: ["the API key has been revoked"],
    place: "status",
    rule: "auth.invalid",
    tells: "expected 200 but was 401",
  },
  {
    description: "key of the other environment",
    states: ["the API key belongs to the other environment"],
    place: "status",
    rule: "env.key-mismatch",
    tells: "expected 200 but was 401",
  },
  {
    description: "body that is not JSON",
    ...creation,
    headers: { "Content-Type": "text/plain" },
    body: "email=new@example.com",
    place: "status",
    rule: "http.body.malformed",
    tells: "expected 201 but was 422",
  },
  {
    description: "quota that is used up",
    states: ["the API key has used its quota"],
    place: "status",
    rule: "quota.rolling-hour",
    tells: "expected 200 but was 429",
  },
  {
    description: "change of a lead that has converted",
    states: [{ name: "a lead has converted", params: { leadId: "LeadNew1" } }],
    method: "PATCH",
    path: "/v1/leads/LeadNew1",
    headers: json,
    body: { firstName: "Lea" },
    place: "status",
    rule: "scope.default",
    tells: "expected 200 but was 404",
  },
  {
    description: "lead of another firm",
    states: [{ name: "a lead of another firm exists", params: { leadId: "LeadNew1" } }],
    path: "/v1/leads/LeadNew1",
    place: "status",
    rule: "auth.foreign-record",
    tells: "expected 200 but was 404",
  },
];
