/** Opens SQLite databases: checks what a file holds, migrates it and sets it up. */
import { existsSync, statSync, writeFileSync } from "node:fs";

import Database from "better-sqlite3";

import type { ConnectionPool } from "./connection-pool.ts";
import { explainedFor, isDiskError, isOutOfFiles } from "./disk-errors.ts";
import { migrations } from "./migrations.ts";

/**
 * Where a workspace's rows live: a file, or memory that can start from a serialised image. A pooled database
 * starts from an image of the current version. A file opened for reading is checked in the same way, but not
 * prepared for writing.
 */
export type Location =
  | { readonly kind: "file"; readonly file: string; readonly isLookedInto?: true }
  | { readonly kind: "memory"; readonly image?: Buffer }
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
export function openMemory({ image }: MemoryLocation): Database.Database {
  const sqlite = image === undefined ? new Database(":memory:") : new Database(image);
  // Otherwise, sorting many rows would write to a temporary folder, which may not exist.
  sqlite.pragma("temp_store = memory");
  if (image === undefined) sqlite.pragma(smallPages);
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
    sqlite?.close();
    if (isDiskError(error) || isOutOfFiles(error)) throw explainedFor(file)(error);
    throw new Error(`The workspace file ${file} cannot be used: ${reasonOf(error)}.`, {
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

function logOf(file: string): string {
  return `${file}-wal`;
}

function refuseWithoutLog(file: string): void {
  if (!existsSync(markOf(file)) || existsSync(logOf(file))) return;
  throw new Error(
    `The workspace file ${file} cannot be used: its log ${logOf(file)} is missing, which holds the latest writes. Put it back, or remove ${markOf(file)} to go on without it.`,
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

/** Checks before any write: a foreign file stays unchanged. */
function checkKnownFile(sqlite: Database.Database, withIndexes: boolean): void {
  const check = withIndexes ? "integrity_check(1)" : "quick_check(1)";
  const found = String(sqlite.pragma(check, { simple: true }));
  if (found !== "ok") {
    const problem = found.trim().replaceAll(/\s+/g, " ");
    throw new Error(`it fails SQLite's own check: ${problem}${recordIn(sqlite, problem)}`);
  }
  const ours = sqlite.prepare("select 1 from sqlite_master where name = 'settings'").get();
  if (ours === undefined && versionOf(sqlite) <= migrations.length) {
    throw new Error("it contains no workspace");
  }
  refuseNewer(versionOf(sqlite));
}

/** The id of the record that a problem of an index counts as row n; empty for any other problem. */
function recordIn(sqlite: Database.Database, problem: string): string {
  const [, row, index = ""] = /\brow (\d+) .*\bindex (\w+)/.exec(problem) ?? [];
  const named = sqlite.prepare("select tbl_name from sqlite_master where name = ?").pluck();
  const table = named.get(index);
  if (typeof table !== "string") return "";
  const rows = sqlite.prepare(
    `select * from "${table}" not indexed order by rowid limit 1 offset ?`,
  );
  const values: unknown = rows.raw().get(Number(row) - 1);
  // The first text of a row is its id or its name.
  const id = Array.isArray(values) ? values.find((value) => typeof value === "string") : undefined;
  return `, ${String(id)} in ${table}`;
}

/** SQLite reads the missing bytes of the last page as zeros. */
function checkWholePages(sqlite: Database.Database, file: string): void {
  const pageSize = Number(sqlite.pragma("page_size", { simple: true }));
  if (statSync(file).size % pageSize !== 0) throw new Error("it is truncated");
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
  throw new Error(
    `it has version ${version}; this program supports versions up to ${migrations.length}`,
  );
}
