import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** A folder with this program as `lead-sandbox`, first in a path, and its cleanup. */
export interface OwnCommand {
  readonly variables: { readonly PATH?: string };
  /** Removes the folder. */
  readonly end: () => Promise<void>;
}

/**
 * Puts this program, run from `start`, first on `path`: a checkout has none installed, and a project may have another
 * version. On a read-only file system, the path stays unchanged.
 */
export async function ownCommand(start: string, path = ""): Promise<OwnCommand> {
  const folder = await mkdtemp(join(tmpdir(), "lead-sandbox-command-")).catch(() => null);
  if (folder === null) return { variables: {}, end: async () => {} };
  const words = [process.execPath, start].map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
  const program = `#!/bin/sh\nexec ${words.join(" ")} "$@"\n`;
  await writeFile(join(folder, "lead-sandbox"), program, { mode: 0o755 });
  return {
    variables: { PATH: path === "" ? folder : `${folder}${delimiter}${path}` },
    end: () => rm(folder, { recursive: true, force: true }),
  };
}
