import { globSync, readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

/** The examples of a page that a program could take over. */
function examplesOf(page: string): readonly string[] {
  const blocks = readFileSync(page, "utf8").matchAll(/^```(?:ts|js|tsx|jsx)\n([^]*?)^```/gm);
  return Array.from(blocks, ([, code = ""]) => code);
}

const pages = ["README.md", ...globSync("docs/**/*.md")];

describe("the examples of the guides", () => {
  it("are found", () => {
    expect(pages.flatMap(examplesOf).length).toBeGreaterThan(20);
  });

  it.each(pages)("have no declaration that Node 22 cannot read: %s", (page) => {
    expect(examplesOf(page).filter((code) => /^\s*(?:await )?using \w/m.test(code))).toEqual([]);
  });
});
