/** The entries for programs, as ESM and CJS with their types. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { build } from "tsdown";

import { bundling, database } from "./bundling.ts";
import { jsonSchema, jsonSchemaApart, nodeAsItIs } from "./light-start.ts";
import { tellWhatIsMissing } from "./optional-packages.ts";
import type { BundledPackages } from "./third-party-licenses.ts";

const client = { client: "src/client/index.ts" };
const others = {
  index: "src/index.ts",
  vitest: "src/embed/vitest.ts",
  jest: "src/embed/jest.ts",
  setup: "src/embed/setup.ts",
  msw: "src/embed/msw.ts",
  undici: "src/embed/undici.ts",
  testcontainers: "src/embed/testcontainers.ts",
};

/** The entries in `out`. */
export async function buildLibrary(out: string, packages: BundledPackages): Promise<void> {
  await bundleLibrary(out, packages);
  const outDir = join(out, "library");
  await bundleTypes(outDir, packages);
  await finishTypes(outDir);
  await tellWhatIsMissing(outDir);
}

/** The entries in `out` without their types. */
export async function bundleLibrary(out: string, packages: BundledPackages): Promise<void> {
  const outDir = join(out, "library");
  await build({ ...bundling([], packages), ...jsonSchema, outDir, dts: false });
  for (const [format, extension] of [
    ["esm", "mjs"],
    ["cjs", "cjs"],
  ] as const) {
    const { plugins, ...common } = {
      ...bundling([database], packages),
      outDir,
      format,
      dts: false,
      // Comments are an eighth of the code; THIRD-PARTY-LICENSES has those of the licences.
      outputOptions: {
        exports: "named" as const,
        comments: { annotation: true, jsdoc: false, legal: false },
      },
    };
    // oxlint-disable-next-line no-await-in-loop -- only two formats
    await build({ ...common, plugins, entry: client });
    const apart = [clientApart(`./client.${extension}`), jsonSchemaApart, nodeAsItIs];
    // oxlint-disable-next-line no-await-in-loop -- only two formats
    await build({ ...common, plugins: [...plugins, ...apart], entry: others, shims: true });
  }
}

async function bundleTypes(outDir: string, packages: BundledPackages): Promise<void> {
  await build({
    ...bundling([database, queryBuilder], packages),
    outDir,
    entry: { ...client, ...others },
    format: "esm",
    dts: { emitDtsOnly: true },
    // Else the modules that no public type comes from leave their imports behind.
    treeshake: { moduleSideEffects: false },
    // Zod's texts in other languages have types that cannot be bundled; none of ours shows them.
    suppressWarnings: [/zod\/v4\/locales/, /TypeScript 7\.0/],
  });
}

/** The client is a file of its own, with nothing of the server, and the other entries ask for that file. */
function clientApart(file: string) {
  return {
    name: "client-apart",
    resolveId: (id: string) =>
      /\/client\/sandbox-(?:client|error)\.ts$/.test(id) ? { id: file, external: true } : null,
  };
}

/** No public type shows it; one that did would import a package that is not installed, which `test/package` finds. */
const queryBuilder = /^drizzle-orm/;

/** The types of both formats are the same, as a default export also has a name; only the names of the files differ. */
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
