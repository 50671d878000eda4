/** Opens SQLite databases: checks what a file holds, migrates it and sets it up. */
import { existsSync, statSync, writeFileSync } from "node:fs";

import Database from "better-sqlite3";

import type { ConnectionPool } from "./connection-pool.ts";
import { explainedFor, isOfTheDisk, isOutOfFiles } from "./disk-errors.ts";
import { migrations } from "./migrations.ts";

/**
 * Where a workspace's rows live: a file, or memory, there optionally begun from a serialised image. One of a pool begins from
 * an image of our version. A file that is only looked into is checked in the same way, and not made ready to be written.
 */
export type Location =
  | { readonly kind: "file"; readonly file: string; readonly isLookedInto?: true }
  | { readonly kind: "memory"; readonly image?: Buffer }
  | { readonly kind: "pooled"; readonly image: Buffer; readonly pool: ConnectionPool };

type FileLocation = Extract<Location, { readonly kind: "file" }>;
type MemoryLocation = Extract<Location, { readonly kind: "memory" }>;

/** A new database is of small pages: a Lead and its mail touch a dozen of them, and all that is written is pages. */
const smallPages = "page_size = 1024";

/** Pages of the log, 8 MiB of them in a file of small pages, before they are written into the file. */
const logPagesMax = 8_000;

/** Opens a database in memory, from an image where there is one. */
export function openMemory({ image }: MemoryLocation): Database.Database {
  const sqlite = image === undefined ? new Database(":memory:") : new Database(image);
  // Sorting many rows would else write into a folder for temporary files, which there need not be.
  sqlite.pragma("temp_store = memory");
  if (image === undefined) sqlite.pragma(smallPages);
  migrate(sqlite);
  // Migrations leave free pages, with which a connection could not be pooled.
  if (image === undefined) sqlite.exec("vacuum");
  return sqlite;
}

/** Opens the file of a workspace, which no other process can open then. Throws an error that names the file. */
export function openFile({ file, isLookedInto }: FileLocation): Database.Database {
  const known = existsSync(file);
  const isLogged = existsSync(logOf(file));
  refuseWithoutLog(file);
  let sqlite: Database.Database | undefined;
  try {
    // SQLite's own would be readable by others; its log gets the mode of the file.
    if (!known) writeFileSync(file, "", privately);
    sqlite = new Database(file, { timeout: 0 });
    // No other process opens it, and what SQLite keeps to share a log between processes is not made.
    sqlite.pragma("locking_mode = exclusive");
    if (known) checkKnownFile(sqlite);
    // What a log is to write over may end anywhere.
    if (known && !isLogged) checkWholePages(sqlite, file);
    if (isLookedInto && known && !isLogged && versionOf(sqlite) === migrations.length) {
      sqlite.exec(writableOrError);
      return sqlite;
    }
    sqlite.pragma(smallPages);
    sqlite.pragma("journal_mode = wal");
    sqlite.pragma("synchronous = normal");
    // Each time the log is put into the file, the disk is waited for.
    sqlite.pragma(`wal_autocheckpoint = ${logPagesMax}`);
    // What a transaction needs to be taken back goes into no other disk, which could be full or read-only.
    sqlite.pragma("temp_store = memory");
    migrate(sqlite);
    // A file that is read-only is reported now, not at the first write.
    sqlite.exec(writableOrError);
    writeFileSync(markOf(file), "", privately);
    return sqlite;
  } catch (error) {
    sqlite?.close();
    if (isOfTheDisk(error) || isOutOfFiles(error)) throw explainedFor(file)(error);
    throw new Error(`The workspace file ${file} cannot be used: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}

const privately = { mode: 0o600 };

/** Writes nothing: SQLite refuses where it may only read, be it for the file's rights or for what its head says. */
const writableOrError = `begin; pragma user_version = ${migrations.length}; rollback`;

/** Marks a file that is open or whose process was killed: the last writes are in its log then. */
export function markOf(file: string): string {
  return `${file}-open`;
}

function logOf(file: string): string {
  return `${file}-wal`;
}

function refuseWithoutLog(file: string): void {
  if (!existsSync(markOf(file)) || existsSync(logOf(file))) return;
  throw new Error(
    `The workspace file ${file} cannot be used: its log ${logOf(file)} is missing, and what was written last is in there. Put it back, or remove ${markOf(file)} to go on without it.`,
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

/** Looks before anything is written: a file that is not ours stays as it is. */
function checkKnownFile(sqlite: Database.Database): void {
  if (sqlite.pragma("quick_check", { simple: true }) !== "ok") {
    throw new Error("it fails SQLite's own check");
  }
  const ours = sqlite.prepare("select 1 from sqlite_master where name = 'settings'").get();
  if (ours === undefined && versionOf(sqlite) <= migrations.length) {
    throw new Error("it holds no workspace");
  }
  refuseNewer(versionOf(sqlite));
}

/** SQLite reads what is missing of the last page as zeros. */
function checkWholePages(sqlite: Database.Database, file: string): void {
  const pageSize = Number(sqlite.pragma("page_size", { simple: true }));
  if (statSync(file).size % pageSize !== 0) throw new Error("it is cut off within a page");
}

function migrate(sqlite: Database.Database): void {
  const version = versionOf(sqlite);
  refuseNewer(version);
  if (version === migrations.length) return;
  sqlite.transaction(() => {
    for (const statements of migrations.slice(version)) sqlite.exec(statements);
    sqlite.pragma(`user_version = ${migrations.length}`);
  })();
}

function versionOf(sqlite: Database.Database): number {
  return Number(sqlite.pragma("user_version", { simple: true }));
}

function refuseNewer(version: number): void {
  if (version <= migrations.length) return;
  throw new Error(`it is of version ${version}, this program knows up to ${migrations.length}`);
}
