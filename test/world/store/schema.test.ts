import Database from "better-sqlite3";
import { getTableColumns, getTableName } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import type { Fields } from "../../../src/domain/records/field.ts";
import { addedColumns } from "../../../src/world/store/record-columns.ts";
import * as schema from "../../../src/world/store/schema.ts";
import { memoryStore } from "./samples.ts";

const tables = Object.values(schema).map((table) => ({ name: getTableName(table), table }));

describe("the tables of schema.ts", () => {
  it("match those of a migrated database", () => {
    const made = migrated().prepare("select name from sqlite_master where type = 'table'").pluck();
    const own = made
      .all()
      .map(String)
      .filter((name) => !name.startsWith("sqlite_"));
    expect(own.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
  });

  it.each(tables)("have the columns that the migrations create: $name", ({ name, table }) => {
    const declared = Object.entries(getTableColumns(table)).map(([property, column]) => ({
      property,
      name: column.name,
      type: column.getSQLType(),
      required: column.notNull,
    }));
    expect(declared.toSorted(byName)).toEqual(columnsOf(name).toSorted(byName));
  });

  it.each(tables)(
    "map no values, because the driver runs the statements directly: $name",
    ({ table }) => {
      const types = Object.values(getTableColumns(table)).map(({ columnType }) => columnType);
      expect(types.filter((type) => !/^SQLite(?:Integer|Real|Text)$/.test(type))).toEqual([]);
    },
  );

  it.each(tables)("are strict, so that each column holds only its type: $name", ({ name }) => {
    const strict = migrated()
      .prepare("select strict from pragma_table_list where name = ?")
      .pluck();
    expect(strict.get(name)).toBe(1);
  });
});

describe("a later field of a Lead", () => {
  const fields = {
    id: { kind: "id", setBy: "creation" },
    nickname: { kind: "text", setBy: "client", nullable: true, since: 9 },
  } as const satisfies Fields;

  it("adds its column in the version that it names, and in no other", () => {
    expect(addedColumns("leads", fields, 8)).toEqual([]);
    expect(addedColumns("leads", fields, 9)).toEqual([
      "alter table leads add column nickname text;",
    ]);
  });
});

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1;
}

function migrated(): Database.Database {
  return new Database(memoryStore().serialize());
}

/** SQLite does not declare the columns of a primary key as NOT NULL. */
function columnsOf(table: string) {
  return migrated()
    .prepare<[string], { name: string; type: string; notnull: number; pk: number }>(
      `select name, type, "notnull", pk from pragma_table_info(?)`,
    )
    .all(table)
    .map(({ name, type, notnull, pk }) => ({
      property: name,
      name,
      type: type.toLowerCase(),
      required: notnull === 1 || pk > 0,
    }));
}
