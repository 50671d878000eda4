/** Bundles the web console (`src/console`) for browsers. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { rolldown } from "rolldown";

import { root } from "./bundling.ts";

/** The console as the server sends it, and its source files. */
export interface BundledConsole {
  readonly files: Readonly<Record<"console.js" | "console.css", string>>;
  readonly modules: readonly string[];
}

export async function bundleConsole(): Promise<BundledConsole> {
  const folder = join(root, "src/console");
  const bundle = await rolldown({
    input: join(folder, "main.tsx"),
    platform: "browser",
    tsconfig: join(folder, "tsconfig.json"),
    logLevel: "warn",
  });
  const { output } = await bundle.generate({ format: "esm", minify: true, codeSplitting: false });
  await bundle.close();
  const [{ code, moduleIds }] = output;
  const style = await readFile(join(folder, "style.css"), "utf8");
  return { files: { "console.js": code, "console.css": style }, modules: moduleIds };
}
