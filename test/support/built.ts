/**
 * Builds the command once for the slow suites. The built command starts many times faster than its
 * sources.
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

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
  project.provide("builtFolder", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
