import { describe, expect, it } from "vitest";

import { newAnonymizer } from "../../../src/domain/hiding/anonymizer.ts";
import { newKeyPlaceholders, redactedKey } from "../../../src/domain/hiding/keys.ts";
import { hiddenParameters, hiddenPath } from "../../../src/domain/hiding/request-target.ts";

const words = new Set([
  "firms",
  "leads",
  "filter",
  "limit",
  "phone",
  "email",
  "true",
  "include",
  "plans",
]);

function anonymizer() {
  return newAnonymizer({ words, refused: new Set() });
}

/** A query with its parameters replaced, decoded. */
function shown(query: string): string {
  return hiddenParameters(query, anonymizer())
    .map((pair) => pair.join("="))
    .join("&");
}

describe("a query", () => {
  it("keeps documented words and small numbers, in their order", () => {
    expect(shown("limit=20&email=true&limit=-5")).toBe("limit=20&email=true&limit=-5");
  });

  it.each([
    ["an email", "email=jane%40bank.example", "email=person1@example.com"],
    ["the name of a parameter", "jane%40bank.example=1", "field1=1"],
    ["a phone number", "phone=4165550199", "phone=4165550001"],
    ["a number that could be one", "limit=4165550199", "limit=Text 1"],
    [
      "the values of a filter",
      'filter={"email":"jane@bank.example"}',
      'filter={"email":"person1@example.com"}',
    ],
    ["a filter that is not JSON", "filter=jane", "filter=Text 1"],
    ["an unknown part of a list", "include=plans,jane", "include=plans,field1"],
  ])("replaces %s", (_what, query, expected) => {
    expect(shown(query)).toBe(expected);
  });

  it("replaces equal values by equal ones", () => {
    expect(shown("email=a%40b.example&email=c%40d.example&email=a%40b.example")).toBe(
      "email=person1@example.com&email=person2@example.com&email=person1@example.com",
    );
  });
});

describe("a path", () => {
  it("keeps versions, documented words and slashes", () => {
    expect(hiddenPath("/v1/firms//jane/leads/", anonymizer())).toBe("/v1/firms//id1/leads/");
  });
});

describe("a key", () => {
  it("is cut to four characters, and a short text to none", () => {
    expect(redactedKey("4d6f6b65-7900-4a11-8b22-000000000001")).toBe("4d6f…redacted");
    expect(redactedKey("secret")).toBe("…redacted");
    expect(redactedKey("")).toBe("");
  });

  it("gets one placeholder for all its forms", () => {
    const key = "4d6f6b65-7900-4a11-8b22-000000000001";
    const replaced = newKeyPlaceholders();
    const placeholder = "00000000-0000-4000-8000-000000000001";
    expect(replaced(`${key} ${key.toUpperCase()}`)).toBe(`${placeholder} ${placeholder}`);
    expect(replaced(key.replaceAll("-", "%2D"))).toBe(placeholder);
  });
});
