/** What a packed package must contain, and what it must not. */
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";

import * as z from "zod";

const Exports = z.union([z.string(), z.record(z.string(), z.unknown())]);
const Description = z.looseObject({
  bin: z.record(z.string(), z.string()).default({}),
  exports: z.record(z.string(), Exports).default({}),
});

const texts = ["README.md", "CHANGELOG.md", "SECURITY.md", "SUPPORT.md"];
const built = ["dist/THIRD-PARTY-LICENSES", "dist/sbom.cdx.json", "dist/command/main.mjs"];

/** Folders that a user of the package needs. Anything else would be a leak from the checkout. */
const places = ["dist/", "docs/", "deploy/", "contracts/", "skills/"];
const rootFiles = new Set([...texts, "package.json", "compose.yaml", "CONTRIBUTING.md", "LICENSE"]);
const secrets = /(?:^|\/)(?:\.npmrc|\.env[^/]*|[^/]+\.(?:pem|key|p12))$/;

/** What is wrong with the unpacked package in `folder`, each a sentence. */
export function contentProblems(folder: string): readonly string[] {
  // Unlike a glob, this finds hidden files.
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const description = Description.parse(
    JSON.parse(readFileSync(join(folder, "package.json"), "utf8")),
  );
  const entries = [description.bin, description.exports].flatMap(filesOf);
  const present = new Set(files);
  const wanted = [...new Set([...texts, ...built, ...entries].map(normalize))];
  return [
    ...wanted.filter((file) => !present.has(file)).map((file) => `Package: ${file} is missing.`),
    ...files
      .filter((file) => !isExpected(file) || secrets.test(file))
      .map((file) => `Package: ${file} does not belong into it. See "files" in package.json.`),
    ...deadLinks(folder),
  ];
}

function isExpected(file: string): boolean {
  return rootFiles.has(file) || places.some((place) => file.startsWith(place));
}

function filesOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(filesOf) : [];
}

/** Links of the package's pages to files that it does not have. Pictures are not packed. */
export function deadLinks(folder: string): readonly string[] {
  return globSync(["*.md", "{docs,contracts}/**/*.md"], { cwd: folder }).flatMap((page) =>
    linksOf(readFileSync(join(folder, page), "utf8"))
      .filter((link) => !existsSync(join(folder, dirname(page), link)))
      .map((link) => `Package: ${page} links to ${link}, which is missing.`),
  );
}

/** The files that a page links to, outside of its code. */
function linksOf(page: string): readonly string[] {
  const text = page.replaceAll(/```.*?```/gs, "").replaceAll(/!\[[^\]]*\]\([^)]*\)/g, "");
  return Array.from(
    text.matchAll(/\]\(([^)\s]+)\)/g),
    ([, link = ""]) => link.split("#")[0] ?? "",
  ).filter((file) => file !== "" && !/^[a-z]+:/.test(file));
}
