import { globSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import packageJson from "../../package.json" with { type: "json" };
import type { Project } from "./project.ts";
import { newProject } from "./project.ts";

let project: Project;
beforeAll(async () => {
  project = await newProject();
}, 300_000);
afterAll(() => rmSync(project.folder, { recursive: true, force: true }));

describe("the tarball", () => {
  it("contains the licence of every bundled package", () => {
    const dist = join(project.folder, "node_modules/lead-sandbox/dist");
    const licences = readFileSync(join(dist, "THIRD-PARTY-LICENSES"), "utf8");
    const titles = Array.from(
      licences.matchAll(/^(\S+) [\d.]+ \(\S+\)\n-+\n\n\S/gm),
      ([, name]) => name,
    );
    const imported = importedPackages();
    expect(imported.length).toBeGreaterThan(10);
    expect(imported.filter((name) => !titles.includes(name))).toEqual([]);
    // Their dependencies are in the bundle, too.
    expect(titles).toEqual(expect.arrayContaining(["asn1js", "fast-uri", "swagger-ui-dist"]));
    expect(
      licences.match(/WITHOUT WARRANTY|"AS IS"|Apache License/g)?.length,
    ).toBeGreaterThanOrEqual(titles.length);
  });
});

/** The packages that the source imports, except for those that npm installs as dependencies. */
function importedPackages(): readonly string[] {
  const apart = [
    ...Object.keys(packageJson.dependencies),
    ...Object.keys(packageJson.peerDependencies),
  ];
  const statement = /^import (?!type )[^;]*? from "((?:@[^/"]+\/)?[^./"][^/":]*)[^":]*";$/gm;
  const names = globSync("src/**/*.ts").flatMap((file) =>
    Array.from(readFileSync(file, "utf8").matchAll(statement), ([, name = ""]) => name),
  );
  return [...new Set(names)].filter((name) => !apart.includes(name));
}
