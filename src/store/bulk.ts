/** Writes many rows at once. */
import type Database from "better-sqlite3";

import { openMemory } from "./open-database.ts";
import type { Db } from "./statement.ts";

export interface BulkWrites {
  /** Copies every row of the serialised database `image` into this empty one. */
  readonly copyRows: (image: Buffer) => void;
  /**
   * Runs `work`, which writes many rows, and creates the indexes afterwards: sorting once is faster than
   * inserting each row.
   */
  readonly indexedAfter: (work: () => void) => void;
}

/** The bulk writes of one database. Each runs in a transaction. */
export function bulkWrites({ sqlite, changes, ready }: Db): BulkWrites {
  return {
    copyRows(image) {
      ready();
      copyTables(sqlite, image);
      changes.rolledBack();
    },
    indexedAfter(work) {
      ready();
      const indexes = sqlite
        .prepare<[], { readonly name: string; readonly sql: string }>(ownIndexes)
        .all();
      for (const { name } of indexes) sqlite.exec(`drop index "${name}"`);
      work();
      for (const { sql } of indexes) sqlite.exec(sql);
    },
  };
}

/** Indexes of constraints have no SQL text; they stay. */
const ownIndexes =
  "select name, sql from sqlite_master where type = 'index' and sql is not null order by rowid";

function copyTables(sqlite: Database.Database, image: Buffer): void {
  const source = openMemory({ kind: "memory", image });
  try {
    const tables = source.prepare("select name from sqlite_master where type = 'table'").pluck();
    for (const table of tables.all()) {
      const rows = source.prepare<[], unknown[]>(`select * from "${String(table)}"`).raw();
      const places = rows.columns().map(() => "?");
      const insert = sqlite.prepare(`insert into "${String(table)}" values (${places.join(", ")})`);
      for (const row of rows.iterate()) insert.run(row);
    }
  } finally {
    source.close();
  }
}
