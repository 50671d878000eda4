import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { commandFile } from "../support/command.ts";
import { temporaryFolder } from "./program.ts";

/** Creates a folder with an executable `lead-sandbox`, as an installation adds to the PATH. */
export function shimFolder(): string {
  const folder = temporaryFolder();
  const program = join(folder, "lead-sandbox");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${commandFile()}" "$@"\n`);
  chmodSync(program, 0o755);
  return folder;
}
