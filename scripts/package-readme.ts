/**
 * Puts the page for users of the package, `docs/package.md`, in place of the README while npm packs; `--undo` brings
 * the README of the repository back. npm packs only a file of the name README.md.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { root } from "./bundling.ts";

/** The README of the package in `folder`: the page, with links from the root of the package. */
export function packageReadme(folder: string): string {
  const page = readFileSync(join(folder, "docs/package.md"), "utf8");
  return page
    .split("](")
    .map((part, place) => (place === 0 ? part : fromRoot(part)))
    .join("](");
}

function fromRoot(link: string): string {
  if (link.startsWith("../")) return link.slice("../".length);
  return link.startsWith("#") || /^[a-z]+:/.test(link) ? link : `docs/${link}`;
}

/** Replaces the README in `folder`. A second call changes nothing, so that an interrupted one loses nothing. */
export function swapReadme(folder: string): void {
  const { kept, readme } = placesIn(folder);
  const wanted = packageReadme(folder);
  const present = readFileSync(readme, "utf8");
  if (present !== wanted) writeFileSync(kept, present);
  writeFileSync(readme, wanted);
}

/** Brings the README in `folder` back. */
export function restoreReadme(folder: string): void {
  const { kept, readme } = placesIn(folder);
  if (!existsSync(kept)) return;
  writeFileSync(readme, readFileSync(kept));
  rmSync(kept);
}

function placesIn(folder: string) {
  return { kept: join(folder, "dist/README.repository.md"), readme: join(folder, "README.md") };
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { undo: { type: "boolean", default: false } } });
  if (values.undo) restoreReadme(root);
  else swapReadme(root);
}
