import { globSync, readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

/** The JavaScript examples of a page. */
function examplesOf(page: string): readonly string[] {
  const blocks = readFileSync(page, "utf8").matchAll(/^```(?:ts|js|tsx|jsx)\n([^]*?)^```/gm);
  return Array.from(blocks, ([, code = ""]) => code);
}

const pages = ["README.md", ...globSync("docs/**/*.md")];

describe("the examples in the guides", () => {
  it("are found by this test", () => {
    expect(pages.flatMap(examplesOf).length).toBeGreaterThan(20);
  });

  it.each(pages)("have only declarations that Node 22 supports: %s", (page) => {
    expect(examplesOf(page).filter((code) => /^\s*(?:await )?using \w/m.test(code))).toEqual([]);
  });
});
