import { globSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import packageJson from "../../package.json" with { type: "json" };
import { contentProblems } from "../../scripts/pack-content.ts";
import { packageReadme } from "../../scripts/package-readme.ts";
import { apiOperations } from "../../src/server/api/routes/operations.ts";
import { controlOperations } from "../../src/server/control/calls/operations.ts";
import { controlDocument } from "../../src/server/openapi/control-document.ts";
import { emulatedDocument } from "../../src/server/openapi/emulated-document.ts";
import { bomProblems, componentsIn } from "./bill-of-materials.ts";
import type { Project } from "./project.ts";
import { newProject } from "./project.ts";

let project: Project;
beforeAll(async () => {
  project = await newProject();
}, 300_000);
afterAll(() => rmSync(project.folder, { recursive: true, force: true }));

const installed = (): string => join(project.folder, "node_modules/lead-sandbox");

describe("the installed package", () => {
  it("has every file that its pages link to, except pictures, and nothing that it should not have", () => {
    expect(globSync("{docs,contracts}/**/*.md", { cwd: installed() }).length).toBeGreaterThan(30);
    expect(contentProblems(installed())).toEqual([]);
  });

  it("has the README of the package, for a project that installed it", () => {
    const readme = readFileSync(join(installed(), "README.md"), "utf8");
    expect(readme).toBe(packageReadme(process.cwd()));
    expect(readme).toContain("npm install --save-dev lead-sandbox\n");
    expect(readme).not.toContain("npm ci");
  });

  it("has a bill of materials that is valid, and names what the licences name, SQLite and Node", async () => {
    const text = readFileSync(join(installed(), "dist/sbom.cdx.json"), "utf8");
    expect(await bomProblems(text)).toBeNull();
    const licences = readFileSync(join(installed(), "dist/THIRD-PARTY-LICENSES"), "utf8");
    const bundled = Array.from(
      licences.matchAll(/^(\S+) (\d\S+) \(.+\)\n-+$/gm),
      ([, name, version]) => `${name} ${version}`,
    );
    expect(bundled.length).toBeGreaterThan(30);
    const driver = packageJson.dependencies["better-sqlite3"];
    const [sqlite, ...others] = componentsIn(text).toSorted((one) =>
      one.startsWith("sqlite ") ? -1 : 0,
    );
    expect(sqlite).toMatch(/^sqlite 3\.\d+\.\d+$/);
    expect(others.toSorted()).toEqual([...bundled, `better-sqlite3 ${driver}`, "node"].toSorted());
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
    expect(builtDocument("lead")).toEqual(emulatedDocument(apiOperations, given));
  });
});

function builtDocument(name: string): unknown {
  return JSON.parse(readFileSync(join(installed(), `dist/openapi/${name}.json`), "utf8"));
}
