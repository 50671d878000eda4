import { copyFileSync } from "node:fs";
import { join } from "node:path";

import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";

import type { FilterTerm } from "../../../src/domain/model/list-query.ts";
import type { Store } from "../../../src/world/store/store.ts";
import { openStore, storeVersion } from "../../../src/world/store/store.ts";
import { listed, lookedThrough, newestFirst, ofFirm, selections } from "./looked-through.ts";
import { aLead, temporaryFolder } from "./samples.ts";

/** A file of version 6, made by the program of that version: 60 Leads, and indexes of names and codes. */
const before = "test/world/store/fixtures/indexes-before.sqlite";

function opened(): { readonly store: Store; readonly file: string } {
  const file = join(temporaryFolder(), "before.sqlite");
  copyFileSync(before, file);
  const store = openStore({ kind: "file", file });
  onTestFinished(() => store.close());
  return { store, file };
}

const byEmail: FilterTerm = { field: "email", operator: "$eq", value: "Lead3@example.com" };

it("a file with the former indexes keeps its Leads, lists and filters", () => {
  const { store } = opened();
  expect(store.leads.all()).toHaveLength(60);
  store.leads.insert(61, aLead("Lead61", { email: "Lead3@example.com" }));
  for (const selection of selections) {
    for (const withDeleted of [false, true]) {
      const query = { ...newestFirst, withDeleted };
      const all = lookedThrough(store, selection, { ...query, limit: 100 });
      expect(listed(store, selection, query)).toEqual({ ...all, ids: all.ids.slice(0, 20) });
      const ids = all.ids.filter((id) => ["Lead3", "Lead53", "Lead61"].includes(id));
      expect(listed(store, selection, { ...query, filter: [byEmail] })).toEqual({
        ids,
        total: ids.length,
      });
    }
  }
  expect(listed(store, ofFirm, { ...newestFirst, filter: [byEmail] }).ids).toContain("Lead61");
});

it("a file with the former indexes is upgraded once, and passes SQLite's own check", () => {
  const { store, file } = opened();
  store.close();
  const sqlite = new Database(file);
  onTestFinished(() => void sqlite.close());
  expect(sqlite.pragma("user_version", { simple: true })).toBe(storeVersion);
  expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
  const names = sqlite
    .prepare(
      "select name from sqlite_master where tbl_name = 'leads' and sql like 'create index%' order by name",
    )
    .pluck();
  expect(names.all()).toEqual(["leadsByEmail", "leadsByFirm", "leadsByParent"]);
});
