import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import packageJson from "../../package.json" with { type: "json" };
import { apiOperations } from "../../src/api/operations.ts";
import { controlOperations } from "../../src/control/operations.ts";
import { controlDocument } from "../../src/openapi/control-document.ts";
import { emulatedDocument } from "../../src/openapi/emulated-document.ts";
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

  it("has those that it would make at its first request for them", () => {
    const { version } = packageJson;
    const control = controlDocument(controlOperations, { version, needsToken: false });
    const given = { version, requireHttps: false, assumptions: {} };
    expect(builtDocument("control")).toEqual(control);
    expect(builtDocument("lead")).toEqual(emulatedDocument(apiOperations(), given));
  });
});

function builtDocument(name: string): unknown {
  return JSON.parse(readFileSync(join(installed(), `dist/openapi/${name}.json`), "utf8"));
}

/** The files that a page links to, outside of its code. */
function* linksOf(page: string): Generator<string> {
  const text = page.replaceAll(/```.*?```/gs, "").replaceAll(/!\[[^\]]*\]\([^)]*\)/g, "");
  for (const [, link = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    const [file = ""] = link.split("#");
    if (file !== "" && !/^[a-z]+:/.test(file)) yield file;
  }
}
