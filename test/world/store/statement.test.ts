import Database from "better-sqlite3";
import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";

import { newChanges } from "../../../src/world/store/changes.ts";
import { explainedFor, UnwritableError } from "../../../src/world/store/disk-errors.ts";
import { settings } from "../../../src/world/store/schema.ts";
import { StatementCache } from "../../../src/world/store/statement-cache.ts";
import type { Db } from "../../../src/world/store/statement.ts";
import { changeText, prepared, queryText } from "../../../src/world/store/statement.ts";

const insert = changeText((db) =>
  db.insert(settings).values({ name: sql.placeholder("name"), value: sql.placeholder("value") }),
);
const all = queryText((db) => db.select().from(settings).limit(1));

function smallDatabase(): Db {
  const sqlite = new Database(":memory:");
  onTestFinished(() => void sqlite.close());
  sqlite.exec("create table settings (name text primary key, value text not null)");
  sqlite.pragma("max_page_count = 10");
  const explained = explainedFor("/data/ws-1.sqlite");
  const statements = new StatementCache(sqlite);
  return { sqlite, statements, changes: newChanges(), explained, ready: () => {} };
}

describe("a prepared statement", () => {
  it("returns rows by column name, and fills in values and literals", () => {
    const db = smallDatabase();
    prepared(db, insert).run({ name: "one", value: "1" });
    expect(prepared(db, all).get()).toEqual({ name: "one", value: "1" });
  });

  it("rejects a placeholder without a value, and names it", () => {
    expect(() => prepared(smallDatabase(), insert).run({ name: "one" })).toThrow("value");
  });

  it("reports writes, and nothing for other statements", () => {
    const db = smallDatabase();
    const before = db.changes.version();
    prepared(db, all).all();
    expect(db.changes.version()).toBe(before);
    prepared(db, insert).run({ name: "one", value: "1" });
    expect(db.changes.version()).not.toBe(before);
  });

  it("names the file when the disk is full, also outside a transaction", () => {
    const write = prepared(smallDatabase(), insert);
    const full = (): unknown => write.run({ name: "big", value: "x".repeat(100_000) });
    expect(full).toThrow(UnwritableError);
    expect(full).toThrow("The workspace file /data/ws-1.sqlite cannot be written");
  });
});

describe("the prepared statements of a connection", () => {
  it("are bounded, however many filters a client invents", () => {
    const { statements } = smallDatabase();
    const first = statements.rows("select 0");
    expect(statements.rows("select 0")).toBe(first);
    for (let number = 1; number <= 500; number += 1) statements.rows(`select ${number}`);
    expect(statements.rows("select 0")).not.toBe(first);
  });
});
