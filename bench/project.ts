/** A project with the package installed, as users have it. */
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

import { buildCommand } from "../scripts/build-command.ts";
import { bundleLibrary } from "../scripts/build-library.ts";
import { root } from "../scripts/bundling.ts";
import { newBundledPackages } from "../scripts/third-party-licenses.ts";

/** Packages that the project links from this repository. */
const linked = ["better-sqlite3", "vitest", "hono", "@hono/node-server"];

/** Creates the project in `folder` and returns its path. Builds the package once, without types. */
export async function packagedProject(folder: string): Promise<string> {
  const project = join(folder, "project");
  if (existsSync(project)) return project;
  const packaged = packageOf(project);
  await buildCommand(join(packaged, "dist"));
  await bundleLibrary(join(packaged, "dist"), newBundledPackages());
  cpSync(join(root, "package.json"), join(packaged, "package.json"));
  for (const name of linked) {
    const place = join(project, "node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, "node_modules", name), place, "dir");
  }
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  return project;
}

/** The folder of the installed package. */
export function packageOf(project: string): string {
  return join(project, "node_modules/lead-sandbox");
}

/** The URL of the library in it, for `import`. */
export function libraryIn(project: string): string {
  return pathToFileURL(join(packageOf(project), "dist/library/index.mjs")).href;
}
