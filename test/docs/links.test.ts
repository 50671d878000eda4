import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import { describe, expect, it } from "vitest";
import * as z from "zod";

const { files: packageFiles } = z
  .object({ files: z.array(z.string()) })
  .parse(JSON.parse(readFileSync("package.json", "utf8")));

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "SUPPORT.md",
  "docs/llms.txt",
  ...globSync("{docs,skills}/**/*.md"),
];

/** Pages that only lead on to another one, which the package leaves out. */
const movedPages = packageFiles
  .filter((file) => file.startsWith("!docs/"))
  .map((file) => file.slice(1));

/** The relative links of a page, as a path from the root and an anchor. */
function linksOf(page: string): readonly { readonly file: string; readonly anchor: string }[] {
  const text = readFileSync(page, "utf8").replaceAll(/```[^]*?```/g, "");
  const targets = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, target = ""]) => target);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = "", anchor = ""] = target.split("#");
      return { file: path === "" ? page : join(dirname(page), path), anchor };
    });
}

/** The anchors that GitHub generates for the headings of a page. */
function anchorsOf(page: string): readonly string[] {
  const headings = readFileSync(page, "utf8").matchAll(/^#+ (.+)$/gm);
  return Array.from(headings, ([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}

describe("links in the documents", () => {
  it.each(pages)("resolve: %s", (page) => {
    const broken = linksOf(page).filter(
      ({ file, anchor }) =>
        !existsSync(file) ||
        (anchor !== "" && file.endsWith(".md") && !anchorsOf(file).includes(anchor)),
    );
    expect(broken).toEqual([]);
  });

  it("in docs/README.md reach every page", () => {
    const linked = new Set(linksOf("docs/README.md").map(({ file }) => file));
    const listed = globSync("docs/**/*.md", {
      exclude: ["docs/README.md", "docs/decisions/**", ...movedPages],
    });
    expect(listed.filter((page) => !linked.has(relative(".", page)))).toEqual([]);
  });
});
