import { describe, expect, it } from "vitest";

import {
  isOfLists,
  isPossible,
  isRefusalOnly,
  openChoices,
  touches,
} from "../../../../src/harness/next/edge/edge.ts";
import { announced, ownText } from "../documents.ts";
import { answer, answered, edgeOf, lead, list, post, single } from "./calls.ts";

const { phone, ...withoutPhone } = lead;
const { convertedAt: _null, ...withoutNull } = lead;
const { email: _email, ...withoutEmail } = lead;

/** A line of a list, and the Lead of an answer to a read. */
const leads: readonly (readonly [string, unknown])[] = [
  ["field-removed:answer.Lead.phone", withoutPhone],
  ["field-renamed:Lead.phone→phoneNumber", { ...withoutPhone, phoneNumber: phone }],
  [
    '{ id: "field-added:answer.Lead.language", schema: { type: string }, example: en }',
    { ...lead, language: "en" },
  ],
  ['{ id: "field-added:answer.Lead.count", schema: { type: integer } }', { ...lead, count: 1 }],
  ["type:answer.Lead.phone:object→string", { ...lead, phone: "4165550166" }],
  ["type:answer.Phone.extension:string→integer", { ...lead, phone: { ...phone, extension: 12 } }],
  ["type:answer.Lead.resourceId:string→array", { ...lead, resourceId: ["Harb0rPt"] }],
  ["format:answer.Lead.createdAt:date-time→date", { ...lead, createdAt: "2026-01-06" }],
  [
    "format:answer.Lead.createdAt:date-time→milliseconds",
    { ...lead, createdAt: 1_767_690_000_000 },
  ],
  ["absent-not-null:Lead.convertedAt", withoutNull],
  ["value-renamed:Lead.resourceType:Firm→Company", { ...lead, resourceType: "Company" }],
  ["maybe-absent:answer.Lead.email", withoutEmail],
  ["maybe-null:answer.Lead.email", { ...lead, email: null }],
];

describe("an answer in the next form (contract: carried out as)", () => {
  it.each(leads)("changes the Lead under %s", (line, expected) => {
    const edge = edgeOf(`- ${line}`);
    const meta = { count: 1, total: 2, offset: 0, limit: 20 };
    expect(answered(edge, single("get-lead", "GET"), answer(200, { data: lead }))).toEqual({
      data: expected,
    });
    expect(answered(edge, list(), answer(200, { data: [lead, lead], meta }))).toEqual({
      data: [expected, expected],
      meta,
    });
  });

  it.each([["maybe-absent:answer.Lead.email"], ["maybe-null:answer.Lead.email"]])(
    "leaves the answer to a write alone under %s",
    (line) => {
      const given = answer(201, { data: lead });
      expect(edgeOf(`- ${line}`).answer(post(), given)).toEqual({ answer: given, met: [] });
    },
  );

  it("has a new value in the last record of a list only", () => {
    const edge = edgeOf("- value-added:Lead.resourceType=Team");
    const given = answered(edge, list(), answer(200, { data: [lead, lead] }));
    expect(given).toEqual({ data: [lead, { ...lead, resourceType: "Team" }] });
    expect(answered(edge, single("get-lead", "GET"), answer(200, { data: lead }))).toEqual({
      data: lead,
    });
  });

  it.each<readonly [string, object]>([
    ["status:201→200", { status: 200 }],
    [
      "header-added:RateLimit-Remaining=99",
      {
        headers: new Map([
          ["content-type", "application/json"],
          ["ratelimit-remaining", "99"],
        ]),
      },
    ],
    [
      "answer-type:2xx:application/json→application/hal+json",
      { headers: new Map([["content-type", "application/hal+json"]]) },
    ],
    [
      '{ id: "deprecated:post-leads-for-firm", sunset: "2026-09-01" }',
      {
        headers: new Map([
          ["content-type", "application/json"],
          ["deprecation", "true"],
          ["sunset", "Tue, 01 Sep 2026 00:00:00 GMT"],
        ]),
      },
    ],
  ])("has the status and headers of %s", (line, expected) => {
    const changed = edgeOf(`- ${line}`).answer(post(), answer(201, { data: lead }));
    expect(changed).toMatchObject({ answer: expected, met: [expect.any(String)] });
  });

  it("names a renamed field in a refusal of the sandbox as the client sent it", () => {
    const edge = edgeOf(
      "- field-renamed:Lead.phone→phoneNumber\n- field-restructured:FieldError.fields→errors",
    );
    const fields = { "phone.number": [{ code: "INVALID", message: "no" }] };
    expect(answered(edge, post(), answer(422, { message: "m", fields }))).toEqual({
      message: "m",
      errors: [{ field: "phoneNumber.number", code: "INVALID", message: "no" }],
    });
  });

  it("has a new status of success, and refuses with a new status of a refusal", () => {
    const edge = edgeOf("- status-added:202@post-leads-for-firm");
    expect(edge.request(post()).kind).toBe("forward");
    expect(edge.answer(post(), answer(201, { data: lead })).answer.status).toBe(202);
    expect(edge.answer(post(), answer(422, { message: "m" })).answer.status).toBe(422);
  });

  it("makes a list of the fields of a refusal, of its own as well", () => {
    const edge = edgeOf(
      "- field-restructured:FieldError.fields→errors\n- status:422→400\n- field-required:Lead.code",
    );
    const error = { code: "INVALID", message: "no" };
    const given = answer(422, { message: "m", fields: { email: [error], phone: [error, error] } });
    const errors = [
      { field: "email", ...error },
      { field: "phone", ...error },
      { field: "phone", ...error },
    ];
    expect(answered(edge, post(), given)).toEqual({ message: "m", errors });
    expect(edge.request(post())).toMatchObject({
      kind: "refuse",
      answer: { status: 400, body: expect.stringContaining('"errors":[{"field":"code"') },
    });
  });

  it.each([["not JSON"], [""], [null], ["[[[]]]"]])("keeps the body %s", (body) => {
    const edge = edgeOf("- field-renamed:Lead.phone→phoneNumber");
    expect(edge.answer(post(), answer(201, body))).toEqual({ answer: answer(201, body), met: [] });
  });
});

describe("what is asked about a change", () => {
  it("touches a call whose request or answer it would change", () => {
    const edge = edgeOf("- field-renamed:Lead.phone→phoneNumber");
    const none = post({ firstName: "Nora" });
    expect(touches(edge, none, answer(201, { data: lead }))).toBe(true);
    expect(touches(edge, post(), answer(201, { data: {} }))).toBe(true);
    expect(touches(edge, none, answer(201, { data: {} }))).toBe(false);
  });

  it("opens the choices that no document decides", () => {
    expect(choices("field-renamed:Lead.phone→phoneNumber")).toEqual(["unknownField"]);
    expect(choices("field-removed:answer.Lead.phone")).toEqual([]);
    expect(choices('{ id: "parameter-values:query.limit", schema: { maximum: 50 } }')).toEqual([
      "limit",
    ]);
    expect(choices('{ id: "parameter-values:query.offset", schema: { maximum: 50 } }')).toEqual([
      "offset",
    ]);
    const closed = announced(ownText.replaceAll('"firstName"', '"givenName"'));
    expect(closed.changes.flatMap((change) => openChoices(closed, change))).toEqual([]);
  });

  it("sorts changes by what their trials need", () => {
    expect(needs("maybe-null:answer.Lead.email")).toEqual([[true, false, false]]);
    expect(needs("status:422→400")).toEqual([[false, true, false]]);
    expect(needs("field-restructured:FieldError.fields→errors")).toEqual([[false, true, false]]);
    expect(needs("default:query.limit=10")).toEqual([[false, false, true]]);
  });

  it.each([
    ["{ type: string, pattern: '(' }", "invalid"],
    ["{ $ref: '#/definitions/none' }", "invalid"],
  ])("rejects the schema %s when the list is read", (schema, message) => {
    const text = `- { id: "field-values:request.Lead.email", schema: ${schema} }`;
    expect(() => announced(text)).toThrow(message);
  });

  it("reads patterns with and without Unicode", () => {
    expect(allowed(String.raw`^[é\w\-]+$`)).toBe("forward");
    expect(allowed(String.raw`^[\p{L}-]+$`)).toBe("forward");
    expect(allowed(String.raw`^[\w\-]+$`)).toBe("refuse");
  });

  it("reads a document whose pattern is of another language", () => {
    const text = ownText.replaceAll('"maxLength":254', '"pattern":"(?i)x"');
    expect(announced(text).changes.map(({ kind }) => kind)).toContain("field-values");
  });

  it("ends when a pattern takes forever", () => {
    const schema = "{ type: string, pattern: '^(([a-z@.])+)+!$' }";
    const edge = edgeOf(`- { id: "field-values:request.Lead.email", schema: ${schema} }`);
    expect(edge.request(post({ email: "a".repeat(60) }))).toMatchObject({ kind: "forward" });
  });
});

function choices(line: string): readonly string[] {
  const next = announced(`- ${line}`);
  return next.changes.flatMap((change) => openChoices(next, change));
}

function needs(line: string): unknown {
  return announced(`- ${line}`).changes.map((one) => [
    isPossible(one),
    isRefusalOnly(one),
    isOfLists(one),
  ]);
}

function allowed(pattern: string): unknown {
  const schema = JSON.stringify({ type: "string", pattern });
  const edge = edgeOf(`- { id: "field-values:request.Lead.email", schema: ${schema} }`);
  return edge.request(post({ email: "é-e" })).kind;
}
