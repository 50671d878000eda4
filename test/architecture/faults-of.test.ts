import { describe, expect, it } from "vitest";

import { faultsOf } from "../../scripts/faults-of.ts";

/** `source` with each of its faults, in turn. */
function faulty(source: string): readonly string[] {
  return faultsOf(source).map(
    ({ start, end, text }) => source.slice(0, start) + text + source.slice(end),
  );
}

describe("the faults that npm run plant can plant", () => {
  it.each([
    ["const isFirst = index === 0;", ["const isFirst = index !== 0;"]],
    ["const isLate = at>=limit;", ["const isLate = at<limit;"]],
    ["const isBoth = one && other;", ["const isBoth = one || other;"]],
    ["const total = one + other;", ["const total = one - other;"]],
    ["if (!isOpen) close();", ["if (isOpen) close();"]],
    ["const isOpen = true;", ["const isOpen = false;"]],
    ["const word = isOne ? a : [b, c];", ["const word = isOne ? [b, c] : a;"]],
    ["const isAny = list.some(isOpen);", ["const isAny = list.every(isOpen);"]],
    ["const few = Math.min(1, count);", ["const few = Math.max(1, count);"]],
  ])("%s", (source, expected) => {
    expect(faulty(source)).toEqual(expected);
  });

  it("stand in the order of their places, one for each", () => {
    expect(faulty("const a = b === c || !d;")).toEqual([
      "const a = b !== c || !d;",
      "const a = b === c && !d;",
      "const a = b === c || d;",
    ]);
  });

  it("touch no type, no import and no text that is joined", () => {
    const source = [
      'import { every } from "some";',
      "type Flag = true;",
      "const map: Map<string, Array<false>> = new Map();",
      'const line = "a" + b;',
      "const path = `${a}` + b;",
    ];
    expect(faulty(source.join("\n"))).toEqual([]);
  });
});
