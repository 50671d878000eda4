import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { InlineConfig } from "tsdown";

import packageJson from "../package.json" with { type: "json" };
import { newBundledPackages } from "./third-party-licenses.ts";

/** The root folder of the project. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** Optional peer dependencies, which bundles leave out. */
const optional = [/^@pact/, /^vitest/, /^@?jest/, /^msw/, /^undici/, /^testcontainers/];

/** The common options of all bundles. They include every package except optional ones and those in `without`. */
export function bundling(without: readonly RegExp[] = [], packages = newBundledPackages()) {
  return {
    config: false,
    cwd: root,
    platform: "node",
    target: "node22.18",
    clean: false,
    hash: false,
    logLevel: "warn",
    checks: { legacyCjs: false, pluginTimings: false },
    plugins: [onlyVersion, packages.plugin],
    deps: {
      alwaysBundle: [/^(?!node:)/],
      neverBundle: [...optional, ...without],
      onlyBundle: false,
    },
  } satisfies InlineConfig;
}

/** Bundles only the version from `package.json`, as the code reads nothing more of it. */
const onlyVersion = {
  name: "only-version",
  load: (id: string) =>
    id === join(root, "package.json")
      ? { code: JSON.stringify({ version: packageJson.version }), moduleType: "json" as const }
      : null,
};

/** Not bundled, as it has native files for each platform. */
export const database = /^better-sqlite3$/;
