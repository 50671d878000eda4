/** The command: everything it is made of but the database, whose native file no bundle holds. */
import { globSync } from "node:fs";
import { copyFile, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";

import { build } from "tsdown";
import type { InlineConfig } from "tsdown";

import { newFixtureLibrary } from "../src/workspace/fixtures.ts";
import { prepareFixture } from "../src/workspace/prepared-fixtures.ts";
import { bundleConsole } from "./bundle-console.ts";
import { bundling, database, root } from "./bundling.ts";
import { jsonSchema, jsonSchemaApart, nodeAsItIs } from "./light-start.ts";
import type { BundledPackages } from "./third-party-licenses.ts";
import { newBundledPackages } from "./third-party-licenses.ts";

const require = createRequire(import.meta.url);

/** The command in `out`, with the files that it reads next to it. */
export async function buildCommand(out: string, packages = newBundledPackages()): Promise<void> {
  await bundleInto(out, bundling([database], packages));
  await copyFiles(out, packages);
}

/** The same with the native file of Linux on `arch` in place of the package that has it. */
export async function buildImage(
  out: string,
  arch: string,
  packages = newBundledPackages(),
): Promise<void> {
  const entry = require.resolve(`better-sqlite3/linux-${arch}`);
  const base = bundling([], packages);
  await bundleInto(out, {
    ...base,
    alias: { "better-sqlite3": entry },
    plugins: [...base.plugins, nativeFile],
  });
  const native = join(entry, "../../prebuilds", `linux-${arch}.node`);
  await copyFile(native, join(out, "command", nativeName));
  packages.add(native);
  await copyFiles(out, packages);
}

const nativeName = "better-sqlite3.node";

/** The database asks for its native file next to the bundle. */
const nativeFile = {
  name: "native-file",
  resolveId: (id: string) =>
    id.endsWith(".node") ? { id: `./${nativeName}`, external: true } : null,
};

async function bundleInto(out: string, options: InlineConfig): Promise<void> {
  const outDir = join(out, "command");
  const { plugins = [], ...common } = { ...options, outDir, dts: false };
  await build({ ...common, ...jsonSchema, plugins });
  await build({
    ...common,
    plugins: [plugins, jsonSchemaApart, nodeAsItIs],
    entry: {
      main: "src/main.ts",
      "verifier-process": "src/contract/pact/verifier-process.ts",
    },
    format: "esm",
    // Less to parse at every start; names stay, so that a stack can be read.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  });
  await writeFile(join(outDir, "start.mjs"), builtStart(await readFile(source, "utf8")));
}

const source = join(root, "src/start.mjs");

/**
 * Who installed the package has no `npm start`. V8 keeps what it compiled: in the folder `cache` where an image
 * has one next to the command, else where Node keeps it by itself (NODE_COMPILE_CACHE, or the temporary folder).
 */
function builtStart(code: string): string {
  return code
    .replace(/\. ` \+\s+"After `npm ci`.*\\n"/, ".\\n`")
    .replace('await import("./main.ts");', keptCode);
}

const keptCode = `const { existsSync } = process.getBuiltinModule("node:fs");
const { enableCompileCache } = process.getBuiltinModule("node:module");
const cache = \`\${import.meta.dirname}/cache\`;
enableCompileCache(existsSync(cache) ? cache : undefined);
await import("./main.mjs");`;

/** The images are read once for all workspaces, which are clones of them. */
function prepareFixtures(folder: string): void {
  const fixtures = newFixtureLibrary(folder);
  for (const file of globSync(join(folder, "*.json"))) {
    const fixture = fixtures.find(basename(file, ".json"));
    if (fixture !== null) prepareFixture(file, fixture);
  }
}

async function copyFiles(out: string, packages: BundledPackages): Promise<void> {
  await cp(join(root, "fixtures"), join(out, "fixtures"), { recursive: true });
  prepareFixtures(join(out, "fixtures"));
  const page = ["swagger-ui.css", "swagger-ui-bundle.js", "swagger-ui-standalone-preset.js"];
  const copies = [...page, "LICENSE", "NOTICE"].map((name) =>
    cp(require.resolve(`swagger-ui-dist/${name}`), join(out, "swagger-ui", name)),
  );
  await Promise.all(copies);
  packages.add(require.resolve("swagger-ui-dist/LICENSE"));
  await writeConsole(join(out, "console"), packages);
}

async function writeConsole(folder: string, packages: BundledPackages): Promise<void> {
  const { files, modules } = await bundleConsole();
  modules.forEach(packages.add);
  await mkdir(folder, { recursive: true });
  await Promise.all(
    Object.entries(files).map(([name, content]) => writeFile(join(folder, name), content)),
  );
}
