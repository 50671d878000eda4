import { describe, expect, it } from "vitest";

import {
  BundleError,
  firstProblems,
  openBundle,
  refuseDamaged,
  textOfBundle,
} from "../../../src/harness/bundle/bundle-file.ts";

const content = { format: "lead-sandbox-bundle/1", kind: "history", exitCode: 0 };
const text = textOfBundle(content);

function opened(changed: string): void {
  refuseDamaged(openBundle(changed, "x.json"));
}

describe("the file of a bundle", () => {
  it("is opened as it was written", () => {
    expect(openBundle(text, "x.json")).toMatchObject({ file: "x.json", content });
    expect(() => opened(text)).not.toThrow();
  });

  it.each([
    ["cut short", text.slice(0, -20), /truncated/],
    ["edited", text.replace('"exitCode": 0', '"exitCode": 1'), /checksum/],
    ["without its checksum", JSON.stringify(content), /checksum/],
    [
      "of another format",
      text.replace("bundle/1", "bundle/2"),
      /the format "lead-sandbox-bundle\/2"/,
    ],
    ["without a format", "{}", /the format undefined. Expected lead-sandbox-bundle\/1/],
    ["something else", "[]", /not a JSON object/],
  ])("that is %s is rejected by name", (_what, broken, message) => {
    expect(() => opened(broken)).toThrow(BundleError);
    expect(() => opened(broken)).toThrow(message);
    expect(() => opened(broken)).toThrow(/^x\.json /);
  });

  it("cannot drive the terminal that shows what is wrong", () => {
    const clear = "\u001B[2J";
    const open = () => openBundle("[]", `${clear}.json`);
    expect(open).toThrow("not a JSON object");
    expect(open).not.toThrow(clear);
  });

  it("has its first ten problems shown, and the number of the others", () => {
    const problems = Array.from({ length: 12 }, (_, at) => at + 1);
    expect(firstProblems(problems, (some) => some.join(" "))).toBe(
      "1 2 3 4 5 6 7 8 9 10\n… and 2 more",
    );
    expect(firstProblems(problems.slice(0, 10), (some) => some.join(" "))).toBe(
      "1 2 3 4 5 6 7 8 9 10",
    );
    expect(firstProblems([], () => "none")).toBe("");
  });
});
