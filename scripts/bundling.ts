import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { InlineConfig } from "tsdown";

import packageJson from "../package.json" with { type: "json" };
import { newBundledPackages } from "./third-party-licenses.ts";

/** The folder of the project. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** Installed by users who want it; a bundle leaves it out. */
const optional = [/^@pact/, /^vitest/, /^@?jest/, /^msw/, /^undici/, /^testcontainers/];

/** What all bundles have in common: every package is in them but those in `without`, and what is optional. */
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

/** Of the package's own description only the version is asked for. */
const onlyVersion = {
  name: "only-version",
  load: (id: string) =>
    id === join(root, "package.json")
      ? { code: JSON.stringify({ version: packageJson.version }), moduleType: "json" as const }
      : null,
};

/** The database comes with native files of every platform. */
export const database = /^better-sqlite3$/;
