/** Bundles the command with all its packages except the database, whose native file cannot be bundled. */
import { globSync } from "node:fs";
import { copyFile, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";

import { build } from "tsdown";
import type { InlineConfig } from "tsdown";

import packageJson from "../package.json" with { type: "json" };
import { preloadFiles } from "../src/network/intercept/command-environment.ts";
import { apiOperations } from "../src/server/api/routes/operations.ts";
import { controlOperations } from "../src/server/control/calls/operations.ts";
import { kits } from "../src/server/kits/kits.ts";
import { controlDocument } from "../src/server/openapi/control-document.ts";
import { newEmulatedDocuments } from "../src/server/openapi/emulated-documents.ts";
import { newFixtureLibrary } from "../src/world/workspace/fixtures/fixtures.ts";
import { prepareFixture } from "../src/world/workspace/fixtures/prepared-fixtures.ts";
import { writeGuide } from "./build-guide.ts";
import { bundleConsole } from "./bundle-console.ts";
import { bundling, database, root } from "./bundling.ts";
import {
  asciiOnly,
  nodeAsItIs,
  schemaThread,
  schemaThreadApart,
  serverApart,
  smallValidator,
} from "./light-start.ts";
import type { BundledPackages } from "./third-party-licenses.ts";
import { newBundledPackages } from "./third-party-licenses.ts";

const require = createRequire(import.meta.url);

/** Builds the command into `out`, with the files that it reads. */
export async function buildCommand(out: string, packages = newBundledPackages()): Promise<void> {
  await bundleInto(out, bundling([database], packages));
  await copyFiles(out, packages);
}

/** Builds the command with only one native file: the one for Linux on `arch`. */
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

/** The database loads its native file from the folder of the bundle. */
const nativeFile = {
  name: "native-file",
  resolveId: (id: string) =>
    id.endsWith(".node") ? { id: `./${nativeName}`, external: true } : null,
};

/** The settings, and what the server and the commands that ask it share. */
const settingsAndShared = [
  "apps/cli/settings",
  "base/values/(?:native-timers|picked|counted)",
  "domain/records/(?:shared-fields|api-key|message)",
  "domain/model/(?:client-variables|firm|workspace-token)",
];

/**
 * One file for each way in, with all that it imports at once: a start opens eight files instead of thirty. What several
 * ways in need is in the first of them, so that a small command never loads the server. The parser of command lines
 * is apart, as a server without options needs none.
 */
const waysIn = [
  { name: "commander", test: /node_modules\/commander\//, priority: 5 },
  { name: "command", test: /apps\/cli\/run\.ts$/, priority: 4 },
  { name: "settings", test: new RegExp(`/(?:${settingsAndShared.join("|")})\\.ts$`), priority: 3 },
  {
    name: "asking",
    test: /apps\/cli\/commands\/(?:emails|env|healthcheck|leads|ready|reset|time|workspaces)\.ts$/,
    priority: 2,
  },
  { name: "server", test: /apps\/cli\/serve\/serve\.ts$/, priority: 1 },
];

async function bundleInto(out: string, options: InlineConfig): Promise<void> {
  const outDir = join(out, "command");
  const { plugins = [], ...common } = { ...options, outDir, dts: false };
  await build({ ...common, ...schemaThread, plugins });
  await build({
    ...common,
    plugins: [plugins, schemaThreadApart, smallValidator, nodeAsItIs, asciiOnly, serverApart],
    entry: {
      main: "src/apps/cli/main.ts",
      "verifier-process": "src/harness/pact/verifier-process.ts",
    },
    format: "esm",
    outputOptions: { codeSplitting: { groups: waysIn } },
    // Smaller code parses faster at every start. Names stay, so that stack traces are readable.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  });
  await writeFile(join(outDir, "start.mjs"), builtStart(await readFile(source, "utf8")));
}

const source = join(root, "src/start.mjs");

/**
 * The start file of the package, with a hint for its users and V8's compile cache. The cache is the
 * folder `cache` next to the command, which only an image has. Without it, Node chooses the folder:
 * NODE_COMPILE_CACHE, or the temporary folder.
 */
function builtStart(code: string): string {
  return code
    .replace("After `npm ci`, `npm start` brings its own.", newerNode)
    .replace('await import("./apps/cli/main.ts");', keptCode);
}

const newerNode = "Install it, for one project with `npm install --save-dev node`.";

const keptCode = `const { existsSync } = process.getBuiltinModule("node:fs");
const { enableCompileCache } = process.getBuiltinModule("node:module");
const cache = \`\${import.meta.dirname}/cache\`;
enableCompileCache(existsSync(cache) ? cache : undefined);
await import("./main.mjs");`;

/** Writes each fixture as a database file, which every workspace copies. */
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
  await writeGuide(join(out, "guide"));
  await copyKits(join(out, "kits"));
  await cp(join(root, "skills"), join(out, "skills"), { recursive: true });
  await copyPreloads(join(out, "preloads"));
  await writeDocuments(join(out, "openapi"));
}

async function copyKits(folder: string): Promise<void> {
  const files = ["go.mod", ...Object.values(kits).map(({ file }) => file)];
  await Promise.all(
    files.map((file) => cp(join(root, "src/server/kits", file), join(folder, file))),
  );
}

async function copyPreloads(folder: string): Promise<void> {
  await Promise.all(
    preloadFiles.map((file) =>
      cp(join(root, "src/network/intercept/preloads", file), join(folder, file)),
    ),
  );
}

/** Writes the OpenAPI documents of a sandbox without settings that change them. */
async function writeDocuments(folder: string): Promise<void> {
  const { version } = packageJson;
  const documents = {
    control: controlDocument(controlOperations, { version, needsToken: false }),
    lead: newEmulatedDocuments(apiOperations, { version, requireHttps: false })({}),
  };
  await mkdir(folder, { recursive: true });
  await Promise.all(
    Object.entries(documents).map(([name, document]) =>
      writeFile(join(folder, `${name}.json`), JSON.stringify(document)),
    ),
  );
}

async function writeConsole(folder: string, packages: BundledPackages): Promise<void> {
  const { files, modules } = await bundleConsole();
  modules.forEach(packages.add);
  await mkdir(folder, { recursive: true });
  await Promise.all(
    Object.entries(files).map(([name, content]) => writeFile(join(folder, name), content)),
  );
}
