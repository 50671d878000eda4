/**
 * The packages of `test/package.json`, which only slow suites and the types of optional peers need: `npm run slow:install`.
 *
 * They are installed in `test` with a lock of its own, then moved into the project's `node_modules`, because `src/library/embed` imports
 * some of them. Both locks place every shared package alike (`test/architecture/slow-packages.test.ts`), so the result is what
 * one lock with all packages would install. Packages that are there in the right version are not fetched again.
 *
 * `-- --required` installs nothing, and exits with 1 if packages are missing.
 */
import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";

import { root } from "./bundling.ts";

interface Locked {
  readonly bin?: Readonly<Record<string, string>>;
}

/** Ends the process with exit code 1 and the command to run, unless all slow packages are installed. */
export function requireSlowPackages(): void {
  const missing = missingPackages(root);
  if (missing.length === 0) return;
  process.stderr.write(
    `This needs packages that npm ci does not install (${missing.join(", ")}). Run: npm run slow:install\n`,
  );
  process.exit(1);
}

/** The slow packages that the checkout in `folder` lacks, or has in another version. */
export function missingPackages(folder: string): readonly string[] {
  const { devDependencies } = read(folder, "test/package.json");
  const wanted: Readonly<Record<string, string>> = devDependencies;
  return Object.keys(wanted).filter((name) => installedVersion(folder, name) !== wanted[name]);
}

function installedVersion(folder: string, name: string): string | null {
  try {
    return read(folder, `node_modules/${name}/package.json`).version;
  } catch {
    // A package that is missing or cut off is installed again.
    return null;
  }
}

function installSlowPackages(): void {
  const missing = missingPackages(root);
  if (missing.length === 0) return;
  process.stderr.write(`Fetching packages for slow suites and types: ${missing.join(", ")}\n`);
  // npm hands options such as --dry-run down to its scripts.
  const options = "--no-audit --no-fund --no-dry-run --no-global --include=dev --loglevel=error";
  execFileSync("npm", ["ci", "--prefix", join(root, "test"), ...options.split(" ")], {
    stdio: ["ignore", process.stderr, process.stderr],
  });
  layOver(root);
}

/** Moves `test/node_modules` into `node_modules`, except for what the project itself installs. */
export function layOver(folder: string): void {
  const from = join(folder, "test/node_modules");
  const own = ownPlaces(folder);
  for (const entry of globSync(["*", "@*/*", ".bin/*"], { cwd: from })) {
    if (/^@[^/]+$/.test(entry) || own.has(entry)) continue;
    const place = join(folder, "node_modules", entry);
    rmSync(place, { recursive: true, force: true });
    mkdirSync(dirname(place), { recursive: true });
    renameSync(join(from, entry), place);
  }
  rmSync(from, { recursive: true });
}

/** The packages and commands of the project's own installation, as places in `node_modules`. */
function ownPlaces(folder: string): ReadonlySet<string> {
  const packages: Readonly<Record<string, Locked>> = read(folder, "package-lock.json").packages;
  return new Set([
    ...Object.keys(packages).map((place) => place.replace("node_modules/", "")),
    ...Object.values(packages).flatMap(({ bin = {} }) =>
      Object.keys(bin).map((name) => `.bin/${name}`),
    ),
  ]);
}

function read(folder: string, file: string) {
  return JSON.parse(readFileSync(join(folder, file), "utf8"));
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { required: { type: "boolean", default: false } } });
  if (values.required) requireSlowPackages();
  else installSlowPackages();
}
