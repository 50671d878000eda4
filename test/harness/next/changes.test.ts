import { describe, expect, it } from "vitest";

import { documentPairs } from "./document-pairs.ts";
import { announced, idsIn, ownText, replaced } from "./documents.ts";
import { providerText } from "./provider.ts";

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
  it.each(documentPairs)("are %s", (id, pattern, by) => {
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
