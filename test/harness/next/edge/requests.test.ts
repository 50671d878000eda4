import { describe, expect, it } from "vitest";

import type { EdgeRequest } from "../../../../src/harness/next/edge/edge.ts";
import { decided, edgeOf, leadCreate, list, post, single } from "./calls.ts";

const { phone, ...withoutPhone } = leadCreate;
const patch = (body: unknown) => single("patch-Lead", "PATCH", body);

/** A line of a list, a request, what becomes of it, and the choices. */
const refusals: readonly (readonly [string, EdgeRequest, unknown])[] = [
  ['operation-removed:"DELETE /leads/{leadId}"', single("delete-lead", "DELETE"), [404]],
  ['moved:"GET /leads/{leadId}"→"GET /people/{leadId}"', single("get-lead", "GET"), [404]],
  ["base-path:/v1→/v2", list(), [404]],
  ['method:"/leads/{leadId}":PATCH→PUT', patch({}), [405]],
  ["auth:header.X-API-Key→header.Authorization", list(), [401]],
  ["status-added:451@post-leads-for-firm", post(), [451]],
  ["request-type:application/json→application/vnd.lead+json", post(), [415]],
  [
    "parameter-required:header.X-Request-Source@post-leads-for-firm",
    post(),
    [422, "X-Request-Source REQUIRED"],
  ],
  ["parameter-required:query.limit", list("offset=20"), [422, "limit REQUIRED"]],
  ["field-required:Lead.referralCode", post(), [422, "referralCode REQUIRED"]],
  ["field-removed:Lead.phone", post(), [422, "phone UNSUPPORTED"]],
  ["field-renamed:Lead.phone→phoneNumber", post(), [422, "phone UNSUPPORTED"]],
  ["field-removed:Phone.extension", post(), [422, "phone.extension UNSUPPORTED"]],
  [
    '{ id: "field-values:request.Lead.email", schema: { type: string, maxLength: 9 } }',
    post(),
    [422, "email INVALID"],
  ],
  [
    '{ id: "field-values:request.Lead.email", schema: { type: string, format: uuid } }',
    post(),
    [422, "email INVALID"],
  ],
  ["type:Phone.number:string→integer", post(), [422, "phone.number INCORRECT_TYPE"]],
  ["value-renamed:Lead.resourceType:Firm→Company", post(), [422, "resourceType INVALID"]],
  [
    '{ id: "parameter-values:query.limit", schema: { type: integer, maximum: 50 } }',
    list("limit=100"),
    [422, "limit INVALID"],
  ],
];

describe("a request in today's form (contract: carried out as)", () => {
  it.each(refusals)("refuses it under %s", (line, request, expected) => {
    expect(decided(edgeOf(`- ${line}`), request)).toEqual(expected);
  });

  it.each(["default:query.limit=10", "parameter-required:query.limit"])(
    "leaves operations alone that lack the parameter of %s",
    (line) => {
      expect(edgeOf(`- ${line}`).request(post())).toEqual({
        kind: "forward",
        request: post(),
        met: [],
      });
    },
  );

  it.each<readonly [string, EdgeRequest, unknown]>([
    ["field-removed:Lead.phone", post(), withoutPhone],
    ["field-removed:Lead.firstName", post(), { ...leadCreate, firstName: "example" }],
    ["field-renamed:Lead.phone→phoneNumber", post(), withoutPhone],
    [
      '{ id: "parameter-values:query.limit", schema: { maximum: 50 } }',
      list("limit=100"),
      "limit=50",
    ],
    [
      '{ id: "parameter-values:query.offset", schema: { maximum: 9 } }',
      list("offset=10"),
      "offset=9",
    ],
  ])("drops or clamps it under %s if the workspace does", (line, request, expected) => {
    const choices = { unknownField: "dropped", limit: "clamped", offset: "clamped" } as const;
    expect(decided(edgeOf(`- ${line}`, choices), request)).toEqual(expected);
  });

  it.each<readonly [string, EdgeRequest, unknown]>([
    ["parameter-removed:query.offset", list("offset=20&limit=5"), "limit=5"],
    ["parameter-renamed:query.limit→pageSize", list("limit=5&offset=2"), "offset=2"],
    ["default:query.limit=10", list("offset=2"), "offset=2&limit=10"],
    ["default:query.limit=10", list("limit=5"), "limit=5"],
    ["field-added:answer.Lead.language", post(), leadCreate],
    ["field-required:Lead.referralCode", patch({ firstName: "Adele" }), { firstName: "Adele" }],
    ["field-required:Lead.email@post-leads-for-firm", post(), leadCreate],
  ])("passes it on under %s", (line, request, expected) => {
    expect(decided(edgeOf(`- ${line}`), request)).toEqual(expected);
  });
});

describe("a request in the next form", () => {
  it.each<readonly [string, EdgeRequest, unknown]>([
    [
      "field-renamed:Lead.phone→phoneNumber",
      post({ ...withoutPhone, phoneNumber: phone }),
      leadCreate,
    ],
    ["field-required:Lead.referralCode", post({ ...leadCreate, referralCode: "x" }), leadCreate],
    [
      "value-renamed:Lead.resourceType:Firm→Company",
      post({ ...leadCreate, resourceType: "Company" }),
      leadCreate,
    ],
    ["parameter-renamed:query.limit→pageSize", list("pageSize=5&offset=2"), "limit=5&offset=2"],
    [
      "type:Phone.extension:string→integer",
      post({ ...leadCreate, phone: { ...phone, extension: 12 } }),
      leadCreate,
    ],
  ])("is put back under %s", (line, request, expected) => {
    const given = decided(edgeOf(`- ${line}`), request);
    expect(given).toEqual(expected);
  });

  it("finds the operation of a new path, method, base path and place of the key", () => {
    const edge = edgeOf(`
- moved:"GET /leads/{leadId}"→"GET /people/{leadId}"
- method:"/leads/{leadId}":PATCH→PUT
- auth:header.X-API-Key→header.Authorization
- base-path:/v1→/v2
`);
    expect(edge.request(sent("GET", "/v2/people/LeadHPa1"))).toMatchObject({
      kind: "forward",
      request: {
        operation: "get-lead",
        path: "/leads/LeadHPa1",
        headers: new Map([["x-api-key", "key"]]),
      },
    });
    expect(edge.request(sent("PUT", "/v2/leads/LeadHPa1"))).toMatchObject({
      request: { operation: "patch-Lead", method: "PATCH" },
    });
    expect(edge.request(sent("GET", "/v2/leads/LeadHPa1"))).toMatchObject({
      request: { operation: null, headers: new Map([["x-api-key", "key"]]) },
    });
  });
});

describe("bodies that are not the JSON of a record", () => {
  it.each([["not JSON"], [""], [null], ["[1,2]"], ["null"], ["[".repeat(5_000)]])(
    "keeps %s",
    (body) => {
      const decision = edgeOf("- field-renamed:Lead.firstName→givenName").request(post(body));
      expect(decision).toMatchObject({ kind: "forward", request: { body } });
    },
  );
});

/** A request of the next interface, before routing. */
function sent(method: string, path: string): EdgeRequest {
  return {
    ...post(null),
    operation: null,
    method,
    path,
    headers: new Map([["authorization", "Bearer key"]]),
  };
}
