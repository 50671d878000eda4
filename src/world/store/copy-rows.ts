import { openMemory } from "./open-database.ts";
import type { Db } from "./statement.ts";

/** Copies every row of the serialised database `image` into the empty one of `db`. */
export function copyRows({ sqlite, changes, ready }: Db, image: Buffer): void {
  ready();
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
  changes.rolledBack();
}
