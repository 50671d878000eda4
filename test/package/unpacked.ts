import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onTestFinished } from "vitest";

/** A temporary folder, removed at the end of the test. */
export function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-release-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files into a folder. */
export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

/** An unpacked package that is as it should be. */
export function unpacked(): string {
  const folder = temporary();
  const own = ["README.md", "CHANGELOG.md", "SECURITY.md", "SUPPORT.md"];
  const built = ["THIRD-PARTY-LICENSES", "sbom.cdx.json", "command/main.mjs", "library/index.cjs"];
  mkdirSync(join(folder, "dist/command"), { recursive: true });
  mkdirSync(join(folder, "dist/library"));
  mkdirSync(join(folder, "docs"));
  write(
    folder,
    Object.fromEntries([...own, ...built.map((name) => `dist/${name}`)].map((name) => [name, ""])),
  );
  write(folder, {
    "package.json":
      '{ "bin": { "one": "dist/command/main.mjs" }, "exports": { ".": { "require": "./dist/library/index.cjs" } } }',
    "docs/one.md": "[two](../README.md#part) [three](https://client.example) ![four](four.png)",
  });
  return folder;
}
