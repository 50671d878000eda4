/** Bundles the web console (`src/apps/console`) for browsers. */
import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { rolldown } from "rolldown";

import { palette } from "../src/base/texts/palette.ts";
import { root } from "./bundling.ts";

/** The console as the server sends it, and its source files. */
export interface BundledConsole {
  readonly files: Readonly<Record<"console.js" | "console.css", string>>;
  readonly modules: readonly string[];
}

const folder = join(root, "src/apps/console");
const styleFile = join(folder, "style.css");

let last: { readonly bundle: Promise<BundledConsole>; readonly begunAt: number } | null = null;

/** Bundles the console, or returns the last bundle while its sources are the same. */
export async function bundleConsole(): Promise<BundledConsole> {
  if (last === null || isOutdated(await last.bundle, last.begunAt)) {
    const begun = { bundle: bundle(), begunAt: Date.now() };
    last = begun;
    begun.bundle.catch(() => (last = null));
    return begun.bundle;
  }
  return last.bundle;
}

function isOutdated({ modules }: BundledConsole, begunAt: number): boolean {
  return [...modules, styleFile].some(
    (file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= begunAt,
  );
}

async function bundle(): Promise<BundledConsole> {
  const build = await rolldown({
    input: join(folder, "main.tsx"),
    platform: "browser",
    tsconfig: join(folder, "tsconfig.json"),
    logLevel: "warn",
  });
  const { output } = await build.generate({ format: "esm", minify: true, codeSplitting: false });
  await build.close();
  const [{ code, moduleIds }] = output;
  const style = palette + (await readFile(styleFile, "utf8"));
  return { files: { "console.js": code, "console.css": style }, modules: moduleIds };
}
