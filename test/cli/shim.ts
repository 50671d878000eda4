import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { commandFile } from "../support/command.ts";
import { temporaryFolder } from "./program.ts";

/** A folder with `lead-sandbox` in it, as an installation puts one on the path. */
export function shimFolder(): string {
  const folder = temporaryFolder();
  const program = join(folder, "lead-sandbox");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${commandFile()}" "$@"\n`);
  chmodSync(program, 0o755);
  return folder;
}
