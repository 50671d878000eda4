import { describe, expect, it } from "vitest";

import { idsIn, ownText, replaced } from "./documents.ts";
import { providerText } from "./provider.ts";

describe("a document that cannot be used", () => {
  it.each([
    [
      "another API",
      "openapi: 3.0.0\ninfo: { title: Weather }\npaths: { /rain: { get: { responses: {} } } }",
      /next document "Weather" is of another API: 0 of its 1 operations match the \d+ of the sandbox/,
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
    ["YAML in a circle", "openapi: 3.0.0\npaths: &a { b: *a }", /neither JSON nor YAML/],
    ["a list in paths", "openapi: 3.0.0\npaths: []", /0 of its 0 operations/],
  ])("is refused: %s", (_what, text, message) => {
    expect(() => idsIn(text)).toThrow(message);
  });
});

describe("an odd document", () => {
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

  it("of 5 MB is compared in under five seconds", () => {
    const schemas = Array.from({ length: 9000 }, (_, index) => [
      `Big${index}`,
      {
        type: "object",
        properties: {
          a: { $ref: `#/components/schemas/Big${index + 1}` },
          b: { $ref: `#/components/schemas/Big${index + 2}` },
          c: { description: "x".repeat(400) },
        },
      },
    ]);
    const text = replaced(
      ownText,
      '"schemas":{',
      `"schemas":{${JSON.stringify(Object.fromEntries(schemas)).slice(1, -1)},`,
    );
    const lead = '"Lead":{"type":"object","properties":{';
    const big = replaced(text, lead, `${lead}"tree":{"$ref":"#/components/schemas/Big0"},`);
    expect(big.length).toBeGreaterThan(5_000_000);
    const start = performance.now();
    expect(idsIn(big)).toEqual(["field-added:answer.Lead.tree"]);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

/** Nine lists of nine aliases each. */
function bomb(): string {
  const lines = Array.from({ length: 9 }, (_, index) => {
    const names = Array.from({ length: 9 }, () => (index === 0 ? "x" : `*a${index - 1}`));
    return `a${index}: &a${index} [${names.join(", ")}]`;
  });
  return lines.join("\n");
}
