import { describe, expect, it } from "vitest";

import { objectOrEmpty, textOrEmpty, textOrJson } from "../../../src/base/values/json.ts";

describe("textOrJson", () => {
  it.each([
    ["a text", "a text"],
    ["", ""],
    ['"', '"'],
    [0, "0"],
    [false, "false"],
    [null, "null"],
    [["a", 1], '["a",1]'],
    [{ a: null }, '{"a":null}'],
    [undefined, ""],
    [() => {}, ""],
    [Symbol("a"), ""],
  ])("of %j is %j", (value, text) => {
    expect(textOrJson(value)).toBe(text);
  });
});

describe("textOrEmpty", () => {
  it.each([
    ["a text", "a text"],
    ...[0, true, null, undefined, ["a"], { a: "a" }].map((one) => [one, ""]),
  ])("of %j is %j", (value, text) => {
    expect(textOrEmpty(value)).toBe(text);
  });
});

describe("objectOrEmpty", () => {
  it("is the object itself", () => {
    const object = { a: 1 };
    expect(objectOrEmpty(object)).toBe(object);
  });

  it.each([
    ["a list", ["a"]],
    ["null", null],
    ["a text", "a"],
    ["nothing", undefined],
  ])("is empty for %s", (_, value) => {
    expect(objectOrEmpty(value)).toEqual({});
  });
});
