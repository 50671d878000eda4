import { globSync, readFileSync } from "node:fs";

import { expect, it } from "vitest";

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...globSync("{docs,skills}/**/*.md"),
];

/** Rows of a table without its header: a reader sees their bars. */
function rowsWithoutHeader(page: string): readonly string[] {
  const lines = readFileSync(page, "utf8")
    .replaceAll(/^ *```[^]*?^ *```$/gm, "")
    .split("\n");
  return lines.filter(
    (line, at) =>
      line.startsWith("|") &&
      lines[at - 1]?.startsWith("|") !== true &&
      !/^\|[ :|-]+\|$/.test(lines[at + 1] ?? ""),
  );
}

it.each(pages)("has a header for every table: %s", (page) => {
  expect(rowsWithoutHeader(page)).toEqual([]);
});
