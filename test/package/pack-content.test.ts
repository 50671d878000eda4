import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

import { describe, expect, it } from "vitest";

import { contentProblems } from "../../scripts/pack-content.ts";
import { packageReadme, restoreReadme, swapReadme } from "../../scripts/package-readme.ts";
import { temporary, unpacked, write } from "./unpacked.ts";

const root = resolve(import.meta.dirname, "../..");

describe("the content of a package", () => {
  it("is accepted when it is complete", () => {
    expect(contentProblems(unpacked())).toEqual([]);
  });

  it.each([
    "README.md",
    "SUPPORT.md",
    "dist/sbom.cdx.json",
    "dist/THIRD-PARTY-LICENSES",
    "dist/library/index.cjs",
    "dist/command/main.mjs",
  ])("is refused without %s", (name) => {
    const folder = unpacked();
    rmSync(join(folder, name));
    expect(contentProblems(folder)).toContain(`Package: ${name} is missing.`);
  });

  it.each([".npmrc", "one.test.ts", "docs/.env.local", "dist/ca.key"])(
    "is refused with %s",
    (name) => {
      const folder = unpacked();
      write(folder, { [name]: "" });
      expect(contentProblems(folder)).toEqual([
        expect.stringContaining(`Package: ${name} does not belong`),
      ]);
    },
  );

  it("is refused with a dead link", () => {
    const folder = unpacked();
    write(folder, { "docs/one.md": "[two](two.md)" });
    expect(contentProblems(folder)).toEqual([
      "Package: docs/one.md links to two.md, which is missing.",
    ]);
  });
});

describe("the README of the package", () => {
  it("takes the place of the repository's and gives it back, also after an interruption", () => {
    const folder = temporary();
    mkdirSync(join(folder, "docs"));
    mkdirSync(join(folder, "dist"));
    write(folder, {
      "README.md": "of the repository",
      "docs/package.md": "[a](a.md) [b](../b.md) [c](https://d.example) [e](#e)",
    });
    swapReadme(folder);
    swapReadme(folder);
    expect(readFileSync(join(folder, "README.md"), "utf8")).toBe(
      "[a](docs/a.md) [b](b.md) [c](https://d.example) [e](#e)",
    );
    restoreReadme(folder);
    restoreReadme(folder);
    expect(readFileSync(join(folder, "README.md"), "utf8")).toBe("of the repository");
  });

  it("has links that lead to files of the project", () => {
    const links = Array.from(
      packageReadme(root).matchAll(/\]\(([^)#]+)/g),
      ([, link = ""]) => link,
    );
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
  });
});
