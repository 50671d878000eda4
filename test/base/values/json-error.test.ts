import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { findJsonError } from "../../../src/base/values/json-error.ts";

describe("findJsonError", () => {
  it.each([
    ["", 1, 1, ""],
    ["{", 1, 2, ""],
    ['{\n  "a": 1,\n}', 3, 1, "}"],
    ['{\n  "a": x,\n  "b": 2\n}', 2, 8, "x,"],
    ["{'a': 1}", 1, 2, "'a': 1}"],
    ['{"a" 1}', 1, 6, "1}"],
    ['{"a": 1 "b": 2}', 1, 9, '"b": 2}'],
    ['["a"', 1, 5, ""],
    ["[1,]", 1, 4, "]"],
    ["[,1]", 1, 2, ",1]"],
    ["[1}", 1, 3, "}"],
    ['{"a": "b}', 1, 7, '"b}'],
    ['{"a": "\\x"}', 1, 7, '"\\x"}'],
    ['{"a": 01}', 1, 7, "01}"],
    ["1 2", 1, 3, "2"],
    ["nulls", 1, 1, "nulls"],
    ["email=maya", 1, 1, "email=maya"],
  ])("of %j is line %d, column %d", (text, line, column, rest) => {
    expect(findJsonError(text)).toEqual({ line, column, rest });
  });

  it("is null for JSON, and within the text for each start of it", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, cut) => {
        expect(findJsonError(text)).toBeNull();
        const start = text.slice(0, cut % text.length);
        expect(findJsonError(start)?.column ?? 0).toBeLessThanOrEqual(start.length + 1);
      }),
    );
  });
});
