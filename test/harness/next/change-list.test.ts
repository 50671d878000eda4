import { describe, expect, it } from "vitest";

import { changeIdText, parseChangeId } from "../../../src/harness/next/change-id.ts";
import { changeListText } from "../../../src/harness/next/change-list.ts";
import { announced, idsIn } from "./documents.ts";

/** The examples of ids, one for each kind. */
const ids = [
  'operation-removed:"DELETE /leads/{leadId}"',
  'moved:"GET /leads/{leadId}"→"GET /people/{leadId}"',
  'method:"/leads/{leadId}":PATCH→PUT',
  "base-path:/v1→/v2",
  "auth:header.X-API-Key→header.Authorization",
  "parameter-required:header.X-Request-Source@post-leads-for-firm",
  "parameter-removed:query.offset",
  "parameter-renamed:query.limit→pageSize",
  "parameter-values:query.limit",
  "default:query.limit=10",
  "field-required:Lead.referralCode",
  "field-removed:answer.Lead.plan_ids",
  "field-renamed:Lead.phone→phoneNumber",
  "field-restructured:FieldError.fields→errors",
  "field-added:answer.Lead.preferredLanguage",
  "field-values:request.Lead.email",
  "type:answer.PageMeta.total:integer→string",
  "format:answer.Lead.createdAt:date-time→milliseconds",
  "absent-not-null:Lead.convertedAt",
  "value-renamed:Plan.type:Buying→Purchase",
  "value-added:Lead.resourceType=Team",
  "status:201→200",
  "status-added:451@post-leads-for-firm",
  "request-type:application/json→application/x-www-form-urlencoded",
  "answer-type:4xx:application/json→application/problem+json",
  "header-added:RateLimit-Policy=99",
  "header-removed:RateLimit-Remaining",
  "deprecated:get-leads-for-firm",
  "maybe-absent:answer.Lead.email",
  "maybe-null:answer.Lead.email",
  "field-optional:Lead.email",
  "parameter-added:query.sort",
  'operation-added:"GET /people"',
];

describe("the id of a change", () => {
  it.each(ids)("%s is canonical", (id) => {
    expect(changeIdText(parseChangeId(id))).toBe(id);
    expect(changeIdText(parseChangeId(id.replaceAll("→", " -> ")))).toBe(id);
  });

  it.each([
    ["operations sorted, each once", "status:201→200@b,a,b", "status:201→200@a,b"],
    ["quotes only where needed", '"status":"201"→"200"', "status:201→200"],
    ["quotes around signs", 'default:query.order="a=b"', 'default:query.order="a=b"'],
    [
      "no direction where a kind has one",
      "field-required:request.Lead.email",
      "field-required:Lead.email",
    ],
  ])("has %s", (_what, id, canonical) => {
    expect(changeIdText(parseChangeId(id))).toBe(canonical);
  });

  it.each([
    "status",
    "status:",
    "status:201",
    "status:201=200",
    "status:201→",
    "status:201→200@",
    "status:201→200@a,",
    "status:201→200→204",
    "type:Lead.email:string",
    'moved:"GET /leads→x',
    "field-required:answer.Lead.email",
    '"',
    "",
  ])("is refused as %j", (id) => {
    expect(() => parseChangeId(id)).toThrow(/^(?:Invalid change|Unknown kind)/);
  });

  it("is parsed in linear time", () => {
    expect(() => parseChangeId(`status:${"→".repeat(100_000)}`)).toThrow(
      "Expected status:SUBJECT→TO",
    );
  });
});

describe("a list of changes", () => {
  it.each(["\n", "\r\n"])("has one change a line, with lines that end in %j", (end) => {
    const two = ["status:201→200", "default:query.limit=10"];
    expect(idsIn(two.map((id) => `- ${id}${end}`).join(""))).toEqual(two);
    expect(idsIn(two.map((id) => `${JSON.stringify(id)}${end}`).join(""))).toEqual(two);
  });

  it("may have 1,000 lines", () => {
    const many = Array.from({ length: 1_000 }, (_, at) => `header-added:X-Number-${at}=1`);
    expect(idsIn(many.map((id) => `- ${id}\n`).join(""))).toEqual(many);
  });

  it("may name a field like a member of every object", () => {
    const names = ["__proto__", "constructor", "toString", "x".repeat(10_000)];
    const all = names.map((name) => `field-added:answer.Lead.${name}`);
    expect(idsIn(all.map((id) => `- ${id}\n`).join(""))).toEqual(all);
  });

  it("quotes at most 300 characters of a value", () => {
    const long = "x".repeat(10_000);
    for (const text of [
      `- ${long}:a`,
      `- status:201→200@${long}`,
      `- [${long}]`,
      `- { id: status:201→200, ${long}: 1 }`,
    ]) {
      expect(messageOf(() => announced(text)).length).toBeLessThan(1_000);
    }
  });

  it("has every kind as a line, in YAML, as JSON lines, and as it is printed", () => {
    const yaml = ids.filter((id) => !id.startsWith("operation-removed"));
    const printed = changeListText(announced(yaml.map((id) => `- ${id}`).join("\n")));
    expect(idsIn(printed)).toEqual(yaml);
    expect(idsIn(yaml.map((id) => JSON.stringify({ id })).join("\n"))).toEqual(yaml);
  });

  it("has what an id cannot hold, and notes", () => {
    const text = `# from the mail of 1 March
- { id: "parameter-values:query.limit", schema: { type: integer, maximum: 50 } }
- { id: "field-added:answer.Lead.language", schema: { type: string }, example: en }
- { id: "deprecated:get-leads-for-firm", sunset: 2026-09-01 }
- { note: "Commission is paid per Plan from March on" }`;
    const read = announced(text);
    expect(read.notes).toEqual(["Commission is paid per Plan from March on"]);
    expect(read.changes).toMatchObject([
      { schema: { type: "integer", maximum: 50 } },
      { example: "en" },
      { sunset: "2026-09-01" },
    ]);
    const { changes, notes } = read;
    expect(announced(changeListText(read))).toMatchObject({ changes, notes });
  });

  it("takes request forms and deeper names as the record, and any name of a path parameter", () => {
    const text = `- field-removed:request.LeadCreate.phone
- type:Lead.phone.number:string->integer
- moved:"GET /leads/{id}"->"GET /people/{id}"`;
    expect(idsIn(text)).toEqual([
      "field-removed:request.Lead.phone",
      "type:Phone.number:string→integer",
      'moved:"GET /leads/{leadId}"→"GET /people/{id}"',
    ]);
  });

  it.each(["", "[]", "# nothing yet\n"])("may be empty: %j", (text) => {
    expect(idsIn(text)).toEqual([]);
  });

  it.each([
    [
      "- status:201→200\n- fild-removed:Lead.email",
      /^next\.yaml, line 2: Unknown kind "fild-removed" of change\. The nearest is field-removed\. Known kinds: /,
    ],
    [
      "- field-removed:Lead.emial",
      /line 1: Unknown field: "Lead\.emial"\. The nearest is Lead\.email\. Known: /,
    ],
    ["- default:query.limt=3", /The nearest is query\.limit\./],
    ["- status:201→200@post-lead", /Unknown operation: "post-lead"\. The nearest is post-leads\./],
    [
      "- status:201→200\n\n- status:201→202",
      /line 3: status:201→202 contradicts status:201→200 in line 1\. Keep one/,
    ],
    ["- field-renamed:Lead.phone→a\n- field-removed:request.Lead.phone", /contradicts/],
    ["- 7", /line 1: 7 is not a change\. Expected an id/],
    [
      "- { id: status:201→200, schma: {} }",
      /Unknown member "schma" of status:201→200\. Allowed: id, schema/,
    ],
    ['{"id":"status:201→200"}\n{"id":}', /line 2: this is not JSON/],
    ["- { note: 7 }", /line 1: \{"note":7\} is not a change/],
    ["- status:201→20x", /line 1: Invalid status: "20x"\. Expected a status, such as 200 or 4XX\./],
    ["- status-added:100", /Invalid status-added: "100"/],
    ['- header-added:"a b"=1', /Invalid header-added: "a b"\. Expected the name of a header/],
    ["- 'header-added:X=\"a\\nb\"'", /Invalid header-added: "a\\nb"\. Expected a text on one line/],
    ["- parameter-required:limit", /Invalid parameter-required: "limit"\. Expected query\.NAME/],
    ["- auth:header.X-API-Key→nowhere", /Invalid auth: "nowhere"\. Expected header\.NAME or que/],
    ["- type:Lead.email:string→text", /Invalid type: "text"\. Expected any, or types such as str/],
    [
      "- answer-type:4xx:application/json→xml",
      /Invalid answer-type: "xml"\. Expected a media type/,
    ],
    ["- base-path:/v1→v2", /Invalid base-path: "v2"\. Expected a path, such as \/v2\./],
    ['- moved:"GET /leads"→people', /Invalid moved: "people"\. Expected a method and a path/],
    ["- operation-added:people", /Invalid operation-added: "people"/],
    ["- method:/leads:patch→PUT", /Unknown operation: "patch \/leads"/],
    ["- method:/leads:GET→Put", /Invalid method: "Put"\. Expected a method in capital letters/],
    [
      "- { id: deprecated:get-lead, sunset: soon }",
      /Invalid sunset of deprecated:get-lead: "soon"/,
    ],
    ["- { id: deprecated:get-lead, sunset: 7 }", /Invalid sunset of deprecated:get-lead: 7\. Exp/],
    [
      "- status:201→200\n- { id: field-values:Lead.email, schema: { type: text } }",
      /line 2: The schema of field-values:Lead\.email is invalid: type must be/,
    ],
    ["- field-removed:__proto__", /Unknown field: "__proto__"/],
    [
      "- field-removed:Lead.constructor",
      /Unknown field: "Lead\.constructor"\. The nearest is Lead/,
    ],
    ["- toString:Lead.email", /Unknown kind "toString" of change/],
    ["- status:201→200@constructor", /Unknown operation: "constructor"/],
    ["status: 201", /neither an OpenAPI document nor a list of changes/],
    ["- [", /neither JSON nor YAML that can be read: Flow sequence .* at line 1, column 4\. Exp/],
  ])("is refused with the line: %j", (text, message) => {
    expect(() => announced(text)).toThrow(message);
  });
});

function messageOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    return String(error);
  }
  throw new Error("The text was read.");
}
