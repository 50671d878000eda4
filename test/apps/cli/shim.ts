import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { commandFile } from "../../support/command.ts";
import { temporaryFolder } from "./program.ts";

/**
 * Creates a folder with an executable `lead-sandbox`, as an installation adds to the PATH, and an
 * `npx` that runs the same program for `npx lead-sandbox` of the pages. Unlike npm's, it starts no
 * child process, so signals reach the program.
 */
export function shimFolder(): string {
  const folder = temporaryFolder();
  const program = `exec "${process.execPath}" "${commandFile()}" "$@"`;
  const scripts = {
    "lead-sandbox": program,
    npx: `[ "$1" = lead-sandbox ] || { echo "npx: not lead-sandbox: $1" >&2; exit 127; }\nshift\n${program}`,
  };
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  return folder;
}
