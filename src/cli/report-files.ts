import { access, constants, stat } from "node:fs/promises";
import { dirname } from "node:path";

import { UsageError } from "./usage-error.ts";

/** Throws for a file that cannot be written, before the work that it reports on. */
export async function refuseUnwritable(option: string, file: string | undefined): Promise<void> {
  if (file === undefined) return;
  const isThere = await stat(file).catch(() => null);
  if (isThere?.isDirectory() === true) throw new UsageError(`${option} ${file}: it is a folder.`);
  try {
    await access(isThere === null ? dirname(file) : file, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${option} ${file} cannot be written: ${reason}`);
  }
}
