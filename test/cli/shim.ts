import { chmodSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { temporaryFolder } from "./program.ts";

/** A folder with `lead-sandbox` in it, as an installation puts one on the path. */
export function shimFolder(): string {
  const folder = temporaryFolder();
  const program = join(folder, "lead-sandbox");
  const start = resolve("src/start.mjs");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${start}" "$@"\n`);
  chmodSync(program, 0o755);
  return folder;
}
