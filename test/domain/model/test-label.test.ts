import { describe, expect, it } from "vitest";

import { numberedLabels, testLabel } from "../../../src/domain/model/test-label.ts";

describe("testLabel", () => {
  it.each([
    ["classname and name", "leads.test.ts", "Leads > refers", "leads.test.ts > Leads > refers"],
    ["line breaks and tabs as the spaces that XML reads", "a", "b\r\nc\td\n", "a > b c d "],
    ["no colours and control characters", "a", "\u001B[31mred\u001B[0m\u0000\u0085", "a > red"],
    ["no half characters, but whole ones", "a", "\uD83D 😀 \uDE00\uFFFD", "a >  😀 "],
  ])("has %s", (_what, classname, name, label) => {
    expect(testLabel(classname, name)).toBe(label);
  });

  it("has at most the allowed number of characters", () => {
    expect(testLabel("a", "😀".repeat(2_000))).toBe(`a > ${"😀".repeat(996)}`);
  });
});

describe("numberedLabels", () => {
  it("numbers a repeated label from its second use on", () => {
    expect(numberedLabels(["a", "b", "a", "a", "b"])).toEqual(["a", "b", "a #2", "a #3", "b #2"]);
  });

  it("shortens the longest label for the number", () => {
    const longest = "x".repeat(1_000);
    expect(numberedLabels([longest, longest])).toEqual([longest, `${"x".repeat(997)} #2`]);
  });
});
