import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** A folder that has this program in it as `lead-sandbox`, before the others of a path, and its end. */
export interface OwnCommand {
  readonly variables: { readonly PATH?: string };
  /** Removes the folder. */
  readonly end: () => Promise<void>;
}

/**
 * Puts this program, run from `start`, on `path`: in a checkout no installation has, and another may have another version.
 * Where no file can be written, as in a container that is only read, the path stays as it is.
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
