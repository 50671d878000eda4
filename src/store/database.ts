import { existsSync } from "node:fs";

import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";

import { migrations } from "./migrations.ts";

export type Db = BetterSQLite3Database;

/** Where a workspace's rows live: a file, or memory, there optionally begun from a serialised image. */
export type Location =
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "memory"; readonly image?: Buffer };

/** A connection to one workspace's database. */
export interface Connection {
  readonly db: Db;
  /** Runs `work` in one transaction, nested if one is open, and takes all back when it throws. */
  readonly transaction: <Result>(work: () => Result) => Result;
  /** Remembers this moment, so that `rollBackToMark` can return to it; memory only. */
  readonly mark: () => void;
  /** Returns to the mark; false when there is none. */
  readonly rollBackToMark: () => boolean;
  /** Deletes every row of every table. */
  readonly empty: () => void;
  /** The whole database as the bytes of a file; the mark is given up, as what follows it would be left out. */
  readonly serialize: () => Buffer;
  readonly isOpen: () => boolean;
  readonly close: () => void;
}

/** Opens a database and brings it to the current version; a file that is not ours, or newer, is an error that names it. */
export function openDatabase(location: Location): Connection {
  const sqlite = location.kind === "file" ? openFile(location.file) : openMemory(location.image);
  const transaction = sqlite.transaction((work: () => unknown) => work());
  return {
    db: drizzle(sqlite),
    transaction: <Result>(work: () => Result): Result => resultOf(transaction, work),
    mark: () => sqlite.exec("savepoint mark"),
    rollBackToMark() {
      if (!sqlite.inTransaction) return false;
      sqlite.exec("rollback to mark");
      return true;
    },
    empty() {
      const tables = sqlite.prepare("select name from sqlite_master where type = 'table'").pluck();
      for (const table of tables.all()) sqlite.exec(`delete from "${String(table)}"`);
    },
    serialize() {
      if (sqlite.inTransaction) sqlite.exec("release mark");
      return standalone(sqlite.serialize());
    },
    isOpen: () => sqlite.open,
    close: () => sqlite.close(),
  };
}

/** The image of a file in WAL mode says that a log stands beside it, and its bytes alone could not be opened. */
function standalone(image: Buffer): Buffer {
  image.fill(rollbackJournal, writeVersionAt, readVersionAt + 1);
  return image;
}

const rollbackJournal = 1;
const writeVersionAt = 18;
const readVersionAt = 19;

function resultOf<Result>(
  transaction: (work: () => unknown) => unknown,
  work: () => Result,
): Result {
  let result: { readonly value: Result } | undefined;
  transaction(() => {
    result = { value: work() };
  });
  if (result === undefined) throw new Error("A transaction ended without running its work.");
  return result.value;
}

function openMemory(image: Buffer | undefined): Database.Database {
  const sqlite = image === undefined ? new Database(":memory:") : new Database(image);
  if (image === undefined) sqlite.pragma("page_size = 1024");
  migrate(sqlite);
  return sqlite;
}

function openFile(file: string): Database.Database {
  const known = existsSync(file);
  let sqlite: Database.Database | undefined;
  try {
    sqlite = new Database(file);
    if (known) checkKnownFile(sqlite);
    sqlite.pragma("journal_mode = wal");
    sqlite.pragma("synchronous = normal");
    migrate(sqlite);
    return sqlite;
  } catch (error) {
    sqlite?.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The workspace file ${file} cannot be used: ${reason}.`, { cause: error });
  }
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
