import type { Column } from "drizzle-orm";
import { asc, eq, max, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

import { lazily } from "../domain/lazily.ts";
import type { Db } from "./database.ts";
import { insertPlaceholders, updatePlaceholders } from "./prepared.ts";

/** A table whose rows have a number, in the order they were made, and an id. */
export type RecordTable = SQLiteTable & { readonly number: Column; readonly id: Column };

/** The statements that every table of records shares; `toRow` and `fromRow` translate to and from the domain. */
export interface Records<Item> {
  /** The number that the next record will have; its id is derived from it. */
  readonly nextNumber: () => number;
  readonly insert: (number: number, item: Item) => void;
  /** Writes every column of the record with that id. */
  readonly update: (item: Item) => void;
  readonly find: (id: string) => Item | null;
  /** Every record in the order they were made. */
  readonly all: () => readonly Item[];
  /** Removes every record, as if none had been made. */
  readonly clear: () => void;
}

/** The records of one table. */
export function records<Table extends RecordTable, Item>(
  db: Db,
  table: Table,
  convert: {
    readonly toRow: (item: Item) => Record<string, unknown>;
    readonly fromRow: (row: Table["$inferSelect"]) => Item;
  },
): Records<Item> {
  const { toRow, fromRow } = convert;
  const any: SQLiteTable = table;
  const id = sql.placeholder("id");
  const last = lazily(() =>
    db
      .select({ last: max(table.number) })
      .from(any)
      .prepare(),
  );
  const insert = lazily(() => db.insert(any).values(insertPlaceholders(any)).prepare());
  const update = lazily(() =>
    db.update(any).set(updatePlaceholders(any)).where(eq(table.id, id)).prepare(),
  );
  const byId = lazily(() => db.select().from(any).where(eq(table.id, id)).prepare());
  return {
    nextNumber: () => Number(last().get()?.last ?? 0) + 1,
    insert(number, item) {
      insert().run({ number, ...toRow(item) });
    },
    update(item) {
      update().run(toRow(item));
    },
    find(wanted) {
      const row = byId().get({ id: wanted });
      return row === undefined ? null : fromRow(row);
    },
    all: () =>
      db
        .select()
        .from(any)
        .orderBy(asc(table.number))
        .all()
        .map((row) => fromRow(row)),
    clear() {
      db.delete(any).run();
    },
  };
}

/** The row without its number, for records whose columns are the domain's own fields. */
export function withoutNumber<Row extends { readonly number: number }>(
  row: Row,
): Omit<Row, "number"> {
  const { number: _number, ...rest } = row;
  return rest;
}
