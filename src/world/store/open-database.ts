/** Opens SQLite databases: checks what a file holds, migrates it and sets it up. */
import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";

import Database from "better-sqlite3";

import type { ConnectionPool } from "./connection-pool.ts";
import { explainedFor, isDiskError, isOutOfFiles } from "./disk-errors.ts";
import {
  checkForeignImage,
  checkKnownFile,
  checkNumbers,
  checkWholePages,
  refuseNewer,
  schemaIn,
  versionOf,
} from "./file-checks.ts";
import { migrations } from "./migrations.ts";

/**
 * Where a workspace's rows live: a file, or memory that can start from a serialised image. A pooled database
 * starts from an image of the current version. A file opened for reading is checked in the same way, but not
 * prepared for writing. A foreign image came from outside, so nothing in it is trusted.
 */
export type Location =
  | { readonly kind: "file"; readonly file: string; readonly isLookedInto?: true }
  | { readonly kind: "memory"; readonly image?: Buffer; readonly isForeign?: true }
  | { readonly kind: "pooled"; readonly image: Buffer; readonly pool: ConnectionPool };

type FileLocation = Extract<Location, { readonly kind: "file" }>;
type MemoryLocation = Extract<Location, { readonly kind: "memory" }>;

/** Small pages for a new database: a Lead and its mail touch a dozen pages, and SQLite writes whole pages. */
const smallPages = "page_size = 1024";

/** Size of the log before a checkpoint: 8 MiB with small pages. */
const logPagesMax = 8_000;

/** Maximum size at which a file that was closed is checked with its indexes, which takes about 50 ms. */
const checkedIndexesBytesMax = 4 * 1024 * 1024;

/** Opens a database in memory, from an image if given. */
export function openMemory({ image, isForeign }: MemoryLocation): Database.Database {
  const sqlite = image === undefined ? new Database(":memory:") : new Database(image);
  // Otherwise, sorting many rows would write to a temporary folder, which may not exist.
  sqlite.pragma("temp_store = memory");
  if (image === undefined) sqlite.pragma(smallPages);
  else if (isForeign) checkForeignImage(sqlite, image, schemaOf);
  else checkNumbers(sqlite);
  migrate(sqlite);
  // Migrations leave free pages, and a database with free pages cannot be pooled.
  if (image === undefined) sqlite.exec("vacuum");
  return sqlite;
}

/** Opens the file of a workspace exclusively. Throws an error that names the file. */
export function openFile({ file, isLookedInto }: FileLocation): Database.Database {
  const known = existsSync(file);
  const isLogged = existsSync(logOf(file));
  refuseWithoutLog(file);
  let sqlite: Database.Database | undefined;
  try {
    // A file that SQLite creates would be readable by others; its log gets the mode of the file.
    if (!known) writeFileSync(file, "", ownerOnly);
    sqlite = new Database(file, { timeout: 0 });
    // No other process opens it, so SQLite needs no shared memory file.
    sqlite.pragma("locking_mode = exclusive");
    if (known) checkKnownFile(sqlite, isLogged || statSync(file).size <= checkedIndexesBytesMax);
    // A file with a log can have any length: the log overwrites its end.
    if (known && !isLogged) checkWholePages(sqlite, file);
    if (isLookedInto && known && !isLogged && versionOf(sqlite) === migrations.length) {
      sqlite.exec(writableOrError);
      return sqlite;
    }
    sqlite.pragma(smallPages);
    sqlite.pragma("journal_mode = wal");
    sqlite.pragma("synchronous = normal");
    // Syncs to disk at each checkpoint.
    sqlite.pragma(`wal_autocheckpoint = ${logPagesMax}`);
    // Keeps rollback data in memory: a temporary folder could be full or read-only.
    sqlite.pragma("temp_store = memory");
    migrate(sqlite);
    // Reports a read-only file now, not at the first write.
    sqlite.exec(writableOrError);
    writeFileSync(markOf(file), "", ownerOnly);
    return sqlite;
  } catch (error) {
    if (isBusy(error)) sqlite?.close();
    else if (sqlite !== undefined) closeRefused(sqlite, file);
    if (isDiskError(error) || isOutOfFiles(error)) throw explainedFor(file)(error);
    throw new Error(`The workspace file ${file} cannot be opened: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}

const ownerOnly = { mode: 0o600 };

/** Writes nothing. SQLite rejects it if the file's permissions or its header allow only reading. */
const writableOrError = `begin; pragma user_version = ${migrations.length}; rollback`;

/** Marks a file that is open or whose process was killed: its last writes are in the log. */
export function markOf(file: string): string {
  return `${file}-open`;
}

/**
 * Closes an invalid file, which merges its log. Its mark goes first, as at every close. After a kill in between, the
 * next start merges a log without a mark, while a mark without a log would stop it.
 */
function closeRefused(sqlite: Database.Database, file: string): void {
  const isMarked = existsSync(markOf(file));
  try {
    rmSync(markOf(file), { force: true });
  } catch {
    // In a folder that cannot be changed, the log stays as well.
  }
  sqlite.close();
  try {
    if (isMarked && existsSync(logOf(file))) writeFileSync(markOf(file), "", ownerOnly);
  } catch {
    // On a full disk, the log stays without its mark, and opens.
  }
}

function logOf(file: string): string {
  return `${file}-wal`;
}

function refuseWithoutLog(file: string): void {
  if (!existsSync(markOf(file)) || existsSync(logOf(file))) return;
  throw new Error(
    `The workspace file ${file} cannot be opened: its log ${logOf(file)} is missing, which holds the latest writes. Put it back, or remove ${markOf(file)} to go on without it.`,
  );
}

function reasonOf(error: unknown): string {
  if (isBusy(error)) return "another process has it open";
  return error instanceof Error ? error.message : String(error);
}

/** Whether another connection has locked a database. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

/** The tables and indexes of a version, as SQL. */
function schemaOf(version: number): readonly unknown[] {
  const sqlite = new Database(":memory:");
  try {
    migrate(sqlite, version);
    return schemaIn(sqlite);
  } finally {
    sqlite.close();
  }
}

function migrate(sqlite: Database.Database, to = migrations.length): void {
  const version = versionOf(sqlite);
  refuseNewer(version);
  if (version === to) return;
  sqlite.transaction(() => {
    for (const statements of migrations.slice(version, to)) sqlite.exec(statements);
    sqlite.pragma(`user_version = ${to}`);
  })();
}
