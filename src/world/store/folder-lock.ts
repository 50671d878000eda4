import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import Database from "better-sqlite3";

import { isBusy } from "./open-database.ts";

/** The lock file of a data folder; the process that uses the folder holds the lock. */
export const lockFile = "sandbox.lock";

/**
 * Locks a folder for this sandbox. Throws an error that names the folder if another sandbox uses it. The
 * operating system releases the lock when the process ends in any way.
 */
export function lockFolder(folder: string): { readonly release: () => void } {
  let lock: Database.Database | undefined;
  try {
    const file = join(folder, lockFile);
    // Only if missing: closing the file would release the lock of another sandbox in this process.
    if (!existsSync(file)) writeFileSync(file, "", { mode: 0o600 });
    lock = new Database(file, { timeout: 0 });
    lock.pragma("journal_mode = memory");
    lock.exec("begin exclusive");
    return { release: () => void lock?.close() };
  } catch (error) {
    lock?.close();
    const reason = error instanceof Error ? error.message : String(error);
    const why = isBusy(error)
      ? "another sandbox is at work in it. Stop that one, or give this one a folder of its own"
      : `no file can be locked in it: ${reason}`;
    throw new Error(`The data folder ${folder} cannot be opened: ${why}.`, { cause: error });
  }
}
