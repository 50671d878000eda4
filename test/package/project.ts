/** Packs the package and installs it into an empty project in a temporary folder. */
import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
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

/** Copies the project in which the package is installed. */
export async function newProject(): Promise<Project> {
  const { packed, installed } = await made();
  const tarball = tarballIn(packed);
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-project-"));
  cpSync(installed, folder, { recursive: true, verbatimSymlinks: true });
  return {
    folder,
    packed,
    tarball,
    write: (name, text) => writeFileSync(join(folder, name), text),
    add: (...names) => names.forEach((name) => link(name, folder)),
    run: (program, ...args) => outcome(program, args, folder),
  };
}

/** The folder of the package with its tarball, and an empty project in which it is installed. */
interface Made {
  readonly packed: string;
  readonly installed: string;
}

/** The first suite that needs the package makes it, and the others wait for it. */
async function made(): Promise<Made> {
  const built = inject("builtFolder");
  if (built === undefined) throw new Error("This suite is not among the slow ones.");
  const place = join(built, "package");
  const claim = `${place}-claim`;
  while (!existsSync(place)) {
    /* oxlint-disable no-await-in-loop -- until one of the suites has made it */
    if (claims(claim)) await make(place).catch((error: unknown) => giveUp(claim, error));
    else await delay(100);
    /* oxlint-enable no-await-in-loop */
  }
  return foldersIn(place);
}

function foldersIn(place: string): Made {
  return { packed: join(place, "packed"), installed: join(place, "installed") };
}

/** Whether this suite is the one that creates the folder `claim`. */
function claims(claim: string): boolean {
  try {
    mkdirSync(claim);
    return true;
  } catch {
    return false;
  }
}

/** Lets another suite try. */
function giveUp(claim: string, error: unknown): never {
  rmdirSync(claim);
  throw error;
}

/** Makes the package in the folder `place`. */
async function make(place: string): Promise<void> {
  const own = mkdtempSync(`${place}-`);
  const { packed, installed } = foldersIn(own);
  mkdirSync(packed);
  await pack(packed);
  mkdirSync(installed);
  writeFileSync(join(installed, "package.json"), '{ "name": "project", "private": true }');
  await install(installed, tarballIn(packed));
  renameSync(own, place);
}

/** Builds and packs the package in the folder `packed`. */
async function pack(packed: string): Promise<void> {
  await run(process.execPath, ["scripts/build.ts", "--out", join(packed, "dist")], { cwd: root });
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
    cpSync(join(root, name), join(packed, name), { recursive: true });
  }
  swapReadme(packed);
  await run("npm", ["pack", "--ignore-scripts"], { cwd: packed });
}

function tarballIn(packed: string): string {
  return join(packed, globSync("*.tgz", { cwd: packed })[0] ?? "");
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
