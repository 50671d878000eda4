/** Packs the package and installs it into an empty project in a temporary folder. */
import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

import { inject } from "vitest";

import { swapReadme } from "../../scripts/package-readme.ts";

const root = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

/** The output and exit code of a program. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** An empty project with the package installed. */
export interface Project {
  readonly folder: string;
  /** The folder that was packed. */
  readonly packed: string;
  readonly tarball: string;
  /** Writes a file of the project. */
  readonly write: (name: string, text: string) => void;
  /** Links packages of this repository into the project. */
  readonly add: (...names: readonly string[]) => void;
  /** Runs a program in the project. */
  readonly run: (program: string, ...args: readonly string[]) => Promise<Outcome>;
}

/** Installs the package. */
export async function newProject(): Promise<Project> {
  const packed = await packedFolder();
  const tarball = join(packed, globSync("*.tgz", { cwd: packed })[0] ?? "");
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-project-"));
  writeFileSync(join(folder, "package.json"), '{ "name": "project", "private": true }');
  await install(folder, tarball);
  return {
    folder,
    packed,
    tarball,
    write: (name, text) => writeFileSync(join(folder, name), text),
    add: (...names) => names.forEach((name) => link(name, folder)),
    run: (program, ...args) => outcome(program, args, folder),
  };
}

/**
 * The folder of the package and its tarball. The first suite that needs it builds and packs it for
 * all.
 */
async function packedFolder(): Promise<string> {
  const built = inject("builtFolder");
  if (built === undefined) throw new Error("This suite is not among the slow ones.");
  const packed = join(built, "package");
  if (existsSync(packed)) return packed;
  const own = mkdtempSync(`${packed}-`);
  await run(process.execPath, ["scripts/build.ts", "--out", join(own, "dist")], { cwd: root });
  const texts = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "SUPPORT.md",
    "docs",
    "contracts",
    "deploy",
    "skills",
  ];
  for (const name of ["package.json", "compose.yaml", ...texts]) {
    cpSync(join(root, name), join(own, name), { recursive: true });
  }
  swapReadme(own);
  await run("npm", ["pack", "--ignore-scripts"], { cwd: own });
  // Another suite may have finished first.
  return rename(own, packed).then(
    () => packed,
    () => own,
  );
}

/** Installs packages from the registry, or from npm's cache. */
export async function install(folder: string, ...names: readonly string[]): Promise<void> {
  const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"];
  await run("npm", ["install", ...flags, ...names], { cwd: folder });
}

function link(name: string, folder: string): void {
  const place = join(folder, "node_modules", name);
  if (existsSync(place)) return;
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(join(root, "node_modules", name), place, "dir");
}

async function outcome(program: string, args: readonly string[], cwd: string): Promise<Outcome> {
  const { promise, resolve: end } = Promise.withResolvers<Outcome>();
  execFile(program, args, { cwd, timeout: 240_000 }, (error, stdout, stderr) => {
    const code = typeof error?.code === "number" ? error.code : error === null ? 0 : -1;
    end({ code, stdout, stderr });
  });
  return promise;
}
