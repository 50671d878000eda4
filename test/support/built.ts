/**
 * Builds the command once for the slow suites. The built command starts many times faster than its
 * sources.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

import type { TestProject } from "vitest/node";

import { buildCommand } from "../../scripts/build-command.ts";
import { root } from "../../scripts/bundling.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder of the shared build. Fast suites do not set it. */
    readonly builtFolder?: string;
  }
}

/** Vitest calls this before the first suite, and calls the returned function after the last. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-built-"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  await buildCommand(folder);
  // The command keeps V8's compile cache here.
  mkdirSync(join(folder, "command/cache"));
  // Other programs of Node that inherit the environment share theirs.
  process.env["NODE_COMPILE_CACHE"] = join(folder, "compile-cache");
  preferInterpreter(join(folder, "bin"));
  project.provide("builtFolder", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

/**
 * Puts Python first on the PATH: the interpreter itself, as the shim of a version manager takes three times as long to
 * start, and simulations start it hundreds of times.
 */
function preferInterpreter(folder: string): void {
  mkdirSync(folder);
  try {
    const program = "import sys; print(sys.executable, end='')";
    const file = execFileSync("python3", ["-c", program], { encoding: "utf8", stdio: "pipe" });
    symlinkSync(file, join(folder, "python3"));
    process.env["PATH"] = `${folder}${delimiter}${process.env["PATH"]}`;
  } catch {
    // A machine without Python: its suites skip themselves or fail.
  }
}
