/** Builds the library entries as ESM and CJS, with their types. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { build } from "tsdown";

import { bundling, database, root } from "./bundling.ts";
import { nodeAsItIs, schemaThread, schemaThreadApart } from "./light-start.ts";
import { tellWhatIsMissing } from "./optional-packages.ts";
import type { BundledPackages } from "./third-party-licenses.ts";

const client = { client: "src/library/client/index.ts" };
const others = {
  index: "src/index.ts",
  vitest: "src/library/embed/vitest.ts",
  jest: "src/library/embed/jest.ts",
  "node-test": "src/library/embed/node-test.ts",
  setup: "src/library/embed/setup.ts",
  msw: "src/library/embed/msw.ts",
  undici: "src/library/embed/undici.ts",
  testcontainers: "src/library/embed/testcontainers.ts",
};

/** Bundled packages get the native timers and clocks, too: a test's fake ones must not stop the sandbox. */
const nativeTimers: Readonly<Record<string, [file: string, name: string]>> = Object.fromEntries(
  [
    "setTimeout",
    "clearTimeout",
    "setInterval",
    "clearInterval",
    "setImmediate",
    "clearImmediate",
    "queueMicrotask",
    "performance",
    "Date",
  ].map((name) => [name, [join(root, "src/base/values/native-timers.ts"), name]]),
);

/** Builds the entries into `out`. */
export async function buildLibrary(out: string, packages: BundledPackages): Promise<void> {
  await bundleLibrary(out, packages);
  const outDir = join(out, "library");
  await bundleTypes(outDir, packages);
  await finishTypes(outDir);
  await tellWhatIsMissing(outDir);
}

/** Builds the entries into `out` without types. */
export async function bundleLibrary(out: string, packages: BundledPackages): Promise<void> {
  const outDir = join(out, "library");
  await build({ ...bundling([], packages), ...schemaThread, outDir, dts: false });
  for (const [format, extension] of [
    ["esm", "mjs"],
    ["cjs", "cjs"],
  ] as const) {
    const { plugins, ...common } = {
      ...bundling([database], packages),
      outDir,
      format,
      dts: false,
      // Comments are an eighth of the code. THIRD-PARTY-LICENSES has the licence texts.
      outputOptions: {
        exports: "named" as const,
        comments: { annotation: true, jsdoc: false, legal: false },
      },
    };
    // oxlint-disable-next-line no-await-in-loop -- only two formats
    await build({ ...common, plugins, entry: client });
    const apart = [clientApart(`./client.${extension}`), schemaThreadApart, nodeAsItIs];
    // oxlint-disable-next-line no-await-in-loop -- only two formats
    await build({
      ...common,
      plugins: [...plugins, ...apart],
      entry: others,
      shims: true,
      inputOptions: { transform: { inject: nativeTimers } },
    });
  }
}

async function bundleTypes(outDir: string, packages: BundledPackages): Promise<void> {
  await build({
    ...bundling([database, queryBuilder], packages),
    outDir,
    entry: { ...client, ...others },
    format: "esm",
    dts: { emitDtsOnly: true },
    // Without this, modules that no public type uses leave their imports in the result.
    treeshake: { moduleSideEffects: false },
    // The types of zod's locales cannot be bundled. No public type uses them.
    suppressWarnings: [/zod\/v4\/locales/, /TypeScript 7\.0/],
  });
}

/** Makes the other entries import the client from its own file, which has no server code. */
function clientApart(file: string) {
  return {
    name: "client-apart",
    resolveId: (id: string) =>
      /\/client\/sandbox-(?:client|error)\.ts$/.test(id) ? { id: file, external: true } : null,
  };
}

/**
 * No public type uses it. A type that did would import a package that is not installed; `test/package` finds that.
 */
const queryBuilder = /^drizzle-orm/;

/**
 * Derives the CJS types from the ESM types. Only the file names differ, as every default export is also a named one.
 */
async function finishTypes(folder: string): Promise<void> {
  const files = await readdir(folder);
  await Promise.all(
    files
      .filter((name) => name.endsWith(".d.mts"))
      .map(async (name) => {
        const file = join(folder, name);
        const types = await readFile(file, "utf8");
        const required = types.replaceAll(/((?:from |import\()"\.\/[^"]+)\.mjs"/g, '$1.cjs"');
        await writeFile(file.replace(/\.d\.mts$/, ".d.cts"), required);
      }),
  );
}
