import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Project } from "./project.ts";
import { newProject } from "./project.ts";

let project: Project;
beforeAll(async () => {
  project = await newProject();
}, 120_000);
afterAll(() => rmSync(project.folder, { recursive: true, force: true }));

const installed = (): string => join(project.folder, "node_modules/lead-sandbox");

describe("the installed package", () => {
  it("has every file that its pages link to, except pictures", () => {
    const cwd = installed();
    const pages = globSync(["*.md", "{docs,contracts}/**/*.md"], { cwd });
    const dead = pages.flatMap((page) => {
      const folder = dirname(join(cwd, page));
      return [...linksOf(readFileSync(join(cwd, page), "utf8"))]
        .filter((link) => !existsSync(join(folder, link)))
        .map((link) => `${page}: ${link}`);
    });
    expect(pages.length).toBeGreaterThan(30);
    expect(dead).toEqual([]);
  });

  it("has the OpenAPI documents", () => {
    expect(globSync("contracts/openapi/*.json", { cwd: installed() }).toSorted()).toEqual([
      "contracts/openapi/control-api.json",
      "contracts/openapi/lead-api.json",
    ]);
  });
});

/** The files that a page links to, outside of its code. */
function* linksOf(page: string): Generator<string> {
  const text = page.replaceAll(/```.*?```/gs, "").replaceAll(/!\[[^\]]*\]\([^)]*\)/g, "");
  for (const [, link = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    const [file = ""] = link.split("#");
    if (file !== "" && !/^[a-z]+:/.test(file)) yield file;
  }
}
