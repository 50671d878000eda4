import { globSync, statSync } from "node:fs";
import { join } from "node:path";

import { root } from "../../scripts/bundling.ts";
import type { Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import { packagedProject, packageOf } from "../project.ts";
import { sandboxName } from "../targets/sandbox.ts";

const measure = "install";

/** The disk usage of an installed package. */
export const install: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "Size of the installed package",
      note: "Bytes of all files, dependencies included, without type declarations. SQLite's prebuilt binaries are those of every platform; an installation uses one.",
      yardstick: null,
    },
  ],
  async run(bench) {
    const figures = newFigures();
    const own = sizeOf(packageOf(await packagedProject(bench.folder)));
    const packages = ["better-sqlite3", "node-addon-api"].map((name) =>
      join(root, "node_modules", name),
    );
    const all = own + packages.reduce((sum, folder) => sum + sizeOf(folder), 0);
    const prebuilt = sizeOf(join(root, "node_modules/better-sqlite3/prebuilds"));
    const at = { measure, target: sandboxName, unit: "MB" } as const;
    figures.add({ ...at, column: "in all" }, all / 1e6);
    figures.add({ ...at, column: "the package itself" }, own / 1e6);
    figures.add({ ...at, column: "SQLite's binaries" }, prebuilt / 1e6);
    return figures.all();
  },
};

function sizeOf(folder: string): number {
  return globSync("**/*", { cwd: folder })
    .map((name) => statSync(join(folder, name)))
    .filter((file) => file.isFile())
    .reduce((sum, { size }) => sum + size, 0);
}
