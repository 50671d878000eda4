import { describe, expect, it } from "vitest";

import { announced, idsIn, ownText, replaced } from "./documents.ts";
import { providerText } from "./provider.ts";

/** A change of the provider's document: its id, what is replaced, and by what. */
const changes: readonly (readonly [string, RegExp | string, string])[] = [
  ['operation-removed:"DELETE /leads/{id}"', / {4}delete:\n.*\n.*204.*\n/g, ""],
  [
    'operation-added:"GET /people"',
    "  /rates:",
    "  /people: { get: { responses: {} } }\n  /rates:",
  ],
  ['method:"/leads/{id}":PATCH→PUT', "    patch:", "    put:"],
  ["base-path:/v1→/v2", "lender.example/v1", "lender.example/v2"],
  ["auth:header.X-API-Key→header.Authorization", "name: X-API-Key", "name: Authorization"],
  [
    "parameter-required:header.X-Request-Source@post-leads-for-firm",
    "operationId: createLead\n",
    "operationId: createLead\n      parameters: [{ name: X-Request-Source, in: header, required: true, schema: { type: string } }]\n",
  ],
  [
    "parameter-added:query.sort@get-leads-for-firm",
    "      parameters:\n        - { name: limit",
    "      parameters:\n        - { name: sort, in: query, schema: { type: boolean } }\n        - { name: limit",
  ],
  [
    "parameter-required:query.limit",
    "in: query, schema: { type: integer, max",
    "in: query, required: true, schema: { type: integer, max",
  ],
  ["parameter-removed:query.offset", / {8}- \{ name: offset.*\n/g, ""],
  ["parameter-renamed:query.limit→pageSize", "name: limit", "name: pageSize"],
  ["parameter-values:query.limit", "maximum: 100", "maximum: 50"],
  ["default:query.limit=10", "default: 20", "default: 10"],
  [
    "field-required:Lead.firstName@post-leads-for-firm",
    "required: [email]",
    "required: [email, firstName]",
  ],
  [
    "field-required:Lead.referralCode",
    "required: [email]\n      properties:",
    "required: [email, referralCode]\n      properties:\n        referralCode: { type: string, minLength: 4 }",
  ],
  ["field-optional:Lead.email", "      required: [email]\n", ""],
  ["field-removed:request.Lead.firstName", / {8}firstName.*\n/g, ""],
  ["field-renamed:Lead.phone→phoneNumber", / phone:/g, " phoneNumber:"],
  [
    "field-added:answer.Lead.preferredLanguage",
    "        id: { type: string }\n",
    "        id: { type: string }\n        preferredLanguage: { type: string, example: en }\n",
  ],
  ["field-values:request.Lead.email", "maxLength: 254", "maxLength: 60"],
  [
    "type:answer.PageMeta.total:integer→string",
    "total: { type: integer }",
    "total: { type: string }",
  ],
  ["type:Phone.number:string→integer", "{ number: { type: string }", "{ number: { type: integer }"],
  [
    "format:answer.Lead.createdAt:date-time→date",
    "createdAt: { type: string, format: date-time }",
    "createdAt: { type: string, format: date }",
  ],
  [
    "format:answer.Lead.createdAt:date-time→milliseconds",
    "createdAt: { type: string, format: date-time }",
    "createdAt: { type: integer, format: milliseconds }",
  ],
  ["absent-not-null:Lead.convertedAt", /convertedAt, |, nullable: true/g, ""],
  ["value-renamed:Lead.resourceType:FirmMember→Member", "[Firm, FirmMember]", "[Firm, Member]"],
  ["value-added:Lead.resourceType=Team", "[Firm, FirmMember]", "[Firm, FirmMember, Team]"],
  ["status:201→200", '"201"', '"200"'],
  ["status:422→400", '"422"', '"400"'],
  [
    "status-added:451@post-leads-for-firm",
    '        "201":',
    '        "451": { description: no }\n        "201":',
  ],
  [
    "request-type:application/json→application/x-www-form-urlencoded",
    "content: { application/json:",
    "content: { application/x-www-form-urlencoded:",
  ],
  [
    "answer-type:4xx:application/json→application/problem+json",
    "content:\n        application/json:",
    "content:\n        application/problem+json:",
  ],
  ["header-removed:X-RateLimit-Limit", / {10}headers: .*\n/g, ""],
  [
    "deprecated:get-leads-for-firm",
    "operationId: listLeads",
    "operationId: listLeads\n      deprecated: true\n      x-sunset: 2026-09-01",
  ],
  ["maybe-absent:answer.Lead.email", "convertedAt, email]", "convertedAt]"],
  [
    "maybe-null:answer.Lead.email",
    "        email: { type: string }\n",
    "        email: { type: string, nullable: true }\n",
  ],
];

const others: readonly (readonly [string, (text: string) => string])[] = [
  ["names of components", (text) => replaced(text, "Referral", "LeadDto")],
  ["operationIds", (text) => replaced(text, "operationId: ", "operationId: v2.")],
  ["descriptions", (text) => replaced(text, "description: the Lead", "description: one")],
  ["names of parameters in paths", (text) => replaced(text, "{id}", "{leadId}")],
  [
    "the order of keys",
    (text) => replaced(text, "type: string, format: email", "format: email, type: string"),
  ],
  [
    "examples",
    (text) => replaced(text, "id: { type: string }", "id: { type: string, example: a }"),
  ],
  [
    "the form of OpenAPI 3.1",
    (text) =>
      replaced(
        text,
        "type: string, format: date-time, nullable: true",
        "type: [string, 'null'], format: date-time",
      ).replace("3.0.3", "3.1.0"),
  ],
  ["the host", (text) => replaced(text, "api.lender.example", "api2.lender.example")],
  [
    "the base path in the paths",
    (text) =>
      replaced(replaced(text, "example/v1", "example"), /^ {2}\/(?=firms|leads|rates)/gm, "  /v1/"),
  ],
];

describe("changes between two documents of a provider", () => {
  it.each(changes)("are %s", (id, pattern, by) => {
    expect(idsIn(replaced(providerText, pattern, by), providerText)).toEqual([id]);
  });

  it("are the same rename under x-renamed-from, where schemas differ", () => {
    const next = replaced(
      providerText,
      'phone: { $ref: "#/components/schemas/Telephone" }',
      "mobile: { type: string, x-renamed-from: phone }",
    );
    expect(idsIn(next, providerText)).toEqual([
      "field-renamed:Lead.phone→mobile",
      "type:Lead.phone:object→string",
    ]);
  });

  it("are a removal and an addition, where two pairs of schemas are equal", () => {
    const two =
      "createdAt: { type: string, format: date-time }\n        seenAt: { type: string, format: date-time }";
    const present = replaced(providerText, "createdAt: { type: string, format: date-time }", two);
    const next = replaced(replaced(present, "createdAt: {", "madeAt: {"), "seenAt: {", "readAt: {");
    expect(idsIn(next, present)).toEqual([
      "field-removed:answer.Lead.createdAt",
      "field-removed:answer.Lead.seenAt",
      "field-added:answer.Lead.madeAt",
      "field-added:answer.Lead.readAt",
    ]);
  });

  it("are a list, where a map of lists becomes one", () => {
    const map =
      "fields: { type: object, additionalProperties: { type: array, items: { type: object } } }";
    const next = replaced(providerText, map, "errors: { type: array, items: { type: object } }");
    expect(idsIn(next.replace("[message, fields]", "[message, errors]"), providerText)).toEqual([
      "field-restructured:FieldError.fields→errors",
    ]);
  });

  it("are a header with its example, in every operation that answers 2xx", () => {
    const next = replaced(
      providerText,
      /^( +)(description: the Lead\b)/gm,
      "$1headers: { X-Trace: { example: 99, schema: { type: integer } } }\n$1$2",
    );
    expect(idsIn(next, providerText)).toEqual([
      "header-added:X-Trace=99@patch-Lead,post-leads-for-firm",
    ]);
  });

  it.each(others)("are none, if only %s differ", (_what, change) => {
    expect(idsIn(change(providerText), providerText)).toEqual([]);
  });

  it("leave out operations that the sandbox lacks, and count them", () => {
    const next = replaced(providerText, "  /rates:", "  /prices:");
    expect(announced(next, providerText).unknownOperations).toBe(1);
  });
});

describe("changes from the sandbox's own document", () => {
  it("are none, if nothing differs", () => {
    expect(idsIn(ownText)).toEqual([]);
  });

  it.each([
    ["default:query.limit=10", '"schema":{"default":20,', '"schema":{"default":10,'],
    ["status:201→200", '"201":', '"200":'],
    ["base-path:/v1→/v2", '"url":"/v1"', '"url":"/v2"'],
    ["value-renamed:Plan.status:Closed→Done", '"Closed"', '"Done"'],
    ["parameter-renamed:query.offset→start", '"name":"offset"', '"name":"start"'],
    ["field-renamed:answer.Lead.plan_ids→planIds", '"plan_ids"', '"planIds"'],
  ])("are %s", (id, pattern, by) => {
    expect(idsIn(replaced(ownText, pattern, by))).toContain(id);
  });
});
