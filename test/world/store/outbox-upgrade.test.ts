import { join } from "node:path";

import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";

import { migrations } from "../../../src/world/store/migrations.ts";
import { openStore } from "../../../src/world/store/store.ts";
import { temporaryFolder } from "./samples.ts";

/** The last file version whose outbox had an index of ids. */
const versionBefore = 3;

describe("a file whose outbox had an index of ids", () => {
  it("never reuses the number of a deleted message", () => {
    const store = openStore({ kind: "file", file: fileBefore([1, 2, 3], [2, 3]) });
    expect(store.outbox.nextNumber()).toBe(4);
    store.close();
  });

  it("does not reuse numbers after all messages were deleted", () => {
    const store = openStore({ kind: "file", file: fileBefore([1, 2], [1, 2]) });
    expect(store.outbox.nextNumber()).toBe(3);
    store.close();
  });

  it("starts with number 1 when it never had a message", () => {
    const store = openStore({ kind: "file", file: fileBefore([], []) });
    expect(store.outbox.nextNumber()).toBe(1);
    store.close();
  });

  it("keeps every column of its messages", () => {
    const store = openStore({ kind: "file", file: fileBefore([1, 2], [1]) });
    expect(store.outbox.find("Mail2")).toEqual({
      cause: null,
      id: "Mail2",
      environment: "sandbox",
      at: 7,
      to: ["ann@example.com"],
      subject: "Hello",
      links: ["http://localhost/"],
      leadId: "Lead0001",
      planId: "Plan0001",
      relay: "due",
      relayNote: "later",
      isRead: true,
      content: { kind: "welcome", brand: { firmName: "Firm", colour: null, logo: "data:,x" } },
    });
    expect(store.outbox.nextDue()?.id).toBe("Mail2");
    store.close();
  });
});

/** A file of that version with messages of those numbers. Some are deleted. */
function fileBefore(numbers: readonly number[], forgotten: readonly number[]): string {
  const file = join(temporaryFolder(), "before.sqlite");
  const sqlite = new Database(file);
  for (const statements of migrations.slice(0, versionBefore)) sqlite.exec(statements);
  sqlite.pragma(`user_version = ${versionBefore}`);
  const insert = sqlite.prepare(
    `insert into outbox values (
      ?, ?, 7, 'welcome', '["ann@example.com"]', 'Hello', '["http://localhost/"]', 'Lead0001', 'Plan0001',
      '{"kind":"welcome","brand":{"firmName":"Firm","colour":null,"logo":"data:,x"}}', 'due', 'later', 1
    )`,
  );
  for (const number of numbers) insert.run(number, `Mail${number}`);
  for (const number of forgotten) {
    sqlite.prepare("delete from outbox where number = ?").run(number);
  }
  sqlite.close();
  return file;
}
