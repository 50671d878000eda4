/** The package as who installs it has it: packed, and installed into an empty project in a temporary folder. */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

const root = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

/** What a program printed, and how it ended. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** An empty project with the package in it. */
export interface Project {
  readonly folder: string;
  /** The folder that was packed. */
  readonly packed: string;
  readonly tarball: string;
  /** Writes a file of the project. */
  readonly write: (name: string, text: string) => void;
  /** Gives the project a package that this repository has. */
  readonly add: (...names: readonly string[]) => void;
  /** Runs a program in the project. */
  readonly run: (program: string, ...args: readonly string[]) => Promise<Outcome>;
}

/** Builds and packs the package, and installs it. */
export async function newProject(): Promise<Project> {
  const top = mkdtempSync(join(tmpdir(), "lead-sandbox-package-"));
  const packed = join(top, "packed");
  mkdirSync(packed);
  await run(process.execPath, ["scripts/build.ts", "--out", join(packed, "dist")], { cwd: root });
  for (const name of ["package.json", "README.md", "CHANGELOG.md"]) {
    cpSync(join(root, name), join(packed, name));
  }
  const { stdout } = await run("npm", ["pack", "--ignore-scripts", "--json"], { cwd: packed });
  const tarball = join(packed, /"filename":\s*"([^"]+)"/.exec(stdout)?.[1] ?? "");
  const folder = join(top, "project");
  mkdirSync(folder);
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
