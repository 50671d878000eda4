/** Builds the command once for the slow suites: it starts in a fraction of the time that its sources take. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { TestProject } from "vitest/node";

import { buildCommand } from "../../scripts/build-command.ts";
import { root } from "../../scripts/bundling.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder of what is built once for all suites; the fast ones have none. */
    readonly builtFolder?: string;
  }
}

/** Vitest calls this before the first suite, and its result after the last. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "lead-sandbox-built-"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  await buildCommand(folder);
  // The command keeps here what V8 compiled.
  mkdirSync(join(folder, "command/cache"));
  project.provide("builtFolder", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
