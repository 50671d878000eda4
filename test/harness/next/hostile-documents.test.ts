import { describe, expect, it } from "vitest";
import { stringify } from "yaml";

import { machineSlowness } from "../../support/machine-speed.ts";
import { idsIn, ownText, replaced } from "./documents.ts";
import { providerText } from "./provider.ts";

describe("a document that cannot be used", () => {
  it.each([
    [
      "another API",
      "openapi: 3.0.0\ninfo: { title: Weather }\npaths: { /rain: { get: { responses: {} } } }",
      /^next\.yaml, with the title "Weather", is of another API: 0 of its 1 operations match the \d+ of/,
    ],
    [
      "Swagger 2",
      "swagger: '2.0'\npaths: {}",
      /is not an OpenAPI document of version 3\.0 or 3\.1/,
    ],
    ["OpenAPI 4", "openapi: 4.0.0\npaths: {}", /openapi is "4\.0\.0"/],
    [
      "YAML whose aliases expand",
      `openapi: 3.0.0\n${bomb()}`,
      /neither JSON nor YAML that can be read: Excessive alias count/,
    ],
    [
      "YAML that is cut off",
      "openapi: 3.0.0\npaths: { /leads: {",
      /in flow map|Flow map.*at line 2/,
    ],
    [
      "a key given twice",
      "openapi: 3.0.0\nopenapi: 3.1.0",
      /Map keys must be unique at line 2, col/,
    ],
    [
      "a key given twice in a flow map of a list",
      "openapi: 3.0.0\nservers: [{ url: a, url: b }]",
      /Map keys must be unique at line 2, col/,
    ],
    [
      "an empty key given twice",
      "openapi: 3.0.0\npaths:\n  ~: a\n  ~: b",
      /Map keys must be unique at line 4, col/,
    ],
    ["two documents", "openapi: 3.0.0\n---\nopenapi: 3.1.0", /contains multiple documents/],
    [
      "deep YAML",
      `openapi: 3.0.0\npaths: ${"{a: ".repeat(20_000)}1${"}".repeat(20_000)}`,
      /neither JSON nor YAML that can be read: Maximum call stack/,
    ],
    [
      "no document but a mail",
      "Dear partners,\nfrom March on",
      /neither an OpenAPI document nor a li/,
    ],
    [
      "deep JSON",
      `{"openapi":"3.0.0","paths":${'{"a":'.repeat(50_000)}1${"}".repeat(50_001)}`,
      /0 of/,
    ],
    ["YAML in a circle", "openapi: 3.0.0\npaths: &a { b: *a }", /neither JSON nor YAML/],
    [
      "a version of any length",
      `openapi: "${"9".repeat(10_000)}"`,
      /openapi is "9{299}… Convert|…\. Co/,
    ],
    ["a list in paths", "openapi: 3.0.0\npaths: []", /0 of its 0 operations/],
  ])("is refused: %s", (_what, text, message) => {
    expect(() => idsIn(text)).toThrow(message);
  });
});

describe("an odd document", () => {
  it("with statuses and headers that cannot be sent is compared without them", () => {
    const odd = replaced(
      providerText,
      '        "201":',
      '        "999": { description: no }\n        __proto__: { description: no }\n        "201":',
    );
    const header = '"a b": { example: 1 }, X-Note: { example: "a\\nb" }';
    const answers = odd.replaceAll(
      /^( +)(description: the Lead\b)/gm,
      `$1headers: { ${header} }\n$1$2`,
    );
    expect(idsIn(answers, providerText)).toEqual([
      "header-added:X-Note@patch-Lead,post-leads-for-firm",
    ]);
  });

  it("of 11,000 lines, with type lists of 3.1, has only what it changes", () => {
    const lines = JSON.stringify(JSON.parse(ownText), null, 1);
    expect(lines.split("\n").length).toBeGreaterThan(11_000);
    const next = lines
      .replaceAll(/"type": "(string|integer|number|boolean|object|array)"/g, '"type": ["$1"]')
      .replace('"default": 20', '"default": 10');
    expect(idsIn(next)).toEqual(["default:query.limit=10@get-leads-for-firm"]);
  });

  it("with circular references is compared", () => {
    const circle = replaced(
      providerText,
      "        id: { type: string }\n",
      '        id: { type: string }\n        parent: { $ref: "#/components/schemas/Referral" }\n        loop: { allOf: [{ $ref: "#/components/schemas/Loop" }] }\n',
    );
    const text = `${circle}    Loop: { $ref: "#/components/schemas/Loop" }\n`;
    expect(idsIn(text, text)).toEqual([]);
    expect(idsIn(text, providerText)).toEqual([
      "field-added:answer.Lead.parent",
      "field-added:answer.Lead.loop",
    ]);
  });

  it("with references that lead nowhere, and names such as __proto__, is compared", () => {
    const odd = replaced(
      providerText,
      "        id: { type: string }\n",
      '        id: { type: string }\n        __proto__: { $ref: "#/nowhere/%zz" }\n        constructor: { $ref: "other.yaml#/x" }\n',
    );
    expect(idsIn(odd, odd)).toEqual([]);
  });

  it.each(["JSON", "YAML"])("of 5 MB in %s is compared in under five seconds", (form) => {
    const written = bigDocument(form);
    expect(written.length).toBeGreaterThan(5_000_000);
    const start = performance.now();
    expect(idsIn(written)).toEqual(["field-added:answer.Lead.tree"]);
    expect(performance.now() - start).toBeLessThan(5_000 * machineSlowness());
  });
});

/** The sandbox's document with 9,000 schemas more. */
function bigDocument(form: string): string {
  const lead = '"Lead":{"type":"object","properties":{';
  const text = replaced(ownText, lead, `${lead}"tree":{"$ref":"#/components/schemas/Big0"},`);
  const indices = Array.from({ length: 9_000 }, (_, index) => index);
  if (form === "JSON") {
    return replaced(text, '"schemas":{', `"schemas":{${indices.map(schemaInJson).join("")}`);
  }
  // To write them with the package would take longer than to read and compare them.
  return replaced(
    stringify(JSON.parse(text)),
    /^ {2}schemas:$/gm,
    `  schemas:\n${indices.map(schemaInYaml).join("\n")}`,
  );
}

const ofBig = (index: number): string => `"$ref": "#/components/schemas/Big${index}"`;
const description = "x".repeat(400);

function schemaInJson(index: number): string {
  const a = `"a": {${ofBig(index + 1)}}`;
  const b = `"b": {${ofBig(index + 2)}}`;
  const c = `"c": {"description":"${description}"}`;
  return `"Big${index}":{"type":"object","properties":{${a},${b},${c}}},`;
}

function schemaInYaml(index: number): string {
  return [
    `    Big${index}:`,
    "      type: object",
    "      properties:",
    "        a:",
    `          ${ofBig(index + 1)}`,
    "        b:",
    `          ${ofBig(index + 2)}`,
    "        c:",
    `          description: ${description}`,
  ].join("\n");
}

/** Nine lists of nine aliases each. */
function bomb(): string {
  const lines = Array.from({ length: 9 }, (_, index) => {
    const names = Array.from({ length: 9 }, () => (index === 0 ? "x" : `*a${index - 1}`));
    return `a${index}: &a${index} [${names.join(", ")}]`;
  });
  return lines.join("\n");
}
