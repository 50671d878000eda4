/** What a database from an earlier run must satisfy before anything is written. */
import { statSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

import type Database from "better-sqlite3";

import { rollbackJournal, wholeBytes, writeVersionAt } from "./database-size.ts";
import { migrations } from "./migrations.ts";

/**
 * Checks a database that someone sent, before anything else reads it. Its schema must be exactly that of its version, as
 * triggers, views and computed columns would run as code of this process. `schemaOf` has the schema of a version.
 */
export function checkForeignImage(
  sqlite: Database.Database,
  image: Buffer,
  schemaOf: (version: number) => readonly unknown[],
): void {
  if (!image.subarray(0, fileMark.length).equals(fileMark)) throw new Error("it is not SQLite");
  if (image.length !== wholeBytes(image)) throw new Error("it is truncated");
  if (image[writeVersionAt] !== rollbackJournal) {
    throw new Error("it is the file of a workspace in use, whose log is missing");
  }
  const version = versionOf(sqlite);
  refuseNewer(version);
  if (version < 1 || !isDeepStrictEqual(schemaIn(sqlite), schemaOf(version))) {
    throw new Error("it contains no workspace");
  }
  checkKnownFile(sqlite, true);
}

const fileMark = Buffer.from("SQLite format 3\0");

/** The tables and indexes of a database, as SQL. */
export function schemaIn(sqlite: Database.Database): readonly unknown[] {
  const all = "select type, name, tbl_name, sql from sqlite_master order by type, name";
  return sqlite.prepare(all).all();
}

/** Checks before any write: a foreign file stays unchanged. */
export function checkKnownFile(sqlite: Database.Database, withIndexes: boolean): void {
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
  checkNumbers(sqlite);
}

/** The highest row number: far from the numbers that JavaScript rounds. */
const numberMax = 2 ** 52;

/** Rows are read in the order of their numbers, each after the one before. */
export function checkNumbers(sqlite: Database.Database): void {
  for (const { table, column } of sqlite.prepare<[], NumberedColumn>(numberedColumns).all()) {
    // The sequence of a table without rows is 0.
    const first = column === "seq" ? 0 : 1;
    const numbers = `select cast(${column} as text) from ${quoted(table)} where ${column}`;
    const outside = `${numbers} < ${first} union all ${numbers} > ${numberMax} limit 1`;
    const found = sqlite.prepare<[], string>(outside).pluck().get();
    if (found === undefined) continue;
    throw new Error(
      `its table ${table} has the row number ${found}. Expected a number from 1 to ${numberMax}`,
    );
  }
}

type NumberedColumn = Readonly<Record<"table" | "column", string>>;

/** The columns of row numbers: those of tables, and of the last numbers that SQLite keeps itself. */
const numberedColumns = `
  select tables.name as "table", columns.name as "column"
  from sqlite_master as tables, pragma_table_info(tables.name) as columns
  where tables.type = 'table' and columns.name in ('number', 'seq')`;

/** A name from a file as SQL. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The id of the record that a problem of an index counts as row n; empty for any other problem. */
function recordIn(sqlite: Database.Database, problem: string): string {
  const [, row, index = ""] = /\brow (\d+) [a-z ]+ index (\w+)/.exec(problem) ?? [];
  const named = sqlite.prepare("select tbl_name from sqlite_master where name = ?").pluck();
  const table = named.get(index);
  if (typeof table !== "string") return "";
  const rows = sqlite.prepare(
    `select * from ${quoted(table)} not indexed order by rowid limit 1 offset ?`,
  );
  const values: unknown = rows.raw().get(Number(row) - 1);
  // The first text of a row is its id or its name.
  const id = Array.isArray(values) ? values.find((value) => typeof value === "string") : undefined;
  return `, ${String(id)} in ${table}`;
}

/** SQLite reads the missing bytes of the last page as zeros. */
export function checkWholePages(sqlite: Database.Database, file: string): void {
  const pageSize = Number(sqlite.pragma("page_size", { simple: true }));
  if (statSync(file).size % pageSize !== 0) throw new Error("it is truncated");
}

/** The version of the tables, as the database says. */
export function versionOf(sqlite: Database.Database): number {
  return Number(sqlite.pragma("user_version", { simple: true }));
}

/** A file that a newer version of the program wrote. */
export class NewerFileError extends Error {}

/** Whether `error` or one of its causes says that a newer version wrote the file. */
export function isFromNewerVersion(error: unknown): boolean {
  if (error instanceof NewerFileError) return true;
  return error instanceof Error && isFromNewerVersion(error.cause);
}

/** Throws for a version that a newer program wrote. */
export function refuseNewer(version: number): void {
  if (version <= migrations.length) return;
  throw new NewerFileError(
    `it has version ${version}; this program supports versions up to ${migrations.length}`,
  );
}
