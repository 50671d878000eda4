import { writeFileSync } from "node:fs";
import { join } from "node:path";

import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";

import type { Store } from "../../../src/world/store/store.ts";
import { openStore } from "../../../src/world/store/store.ts";
import { aLead, leadIds, memoryStore, temporaryFolder } from "./samples.ts";

const stores: readonly { readonly kept: string; readonly open: () => Store }[] = [
  { kept: "memory", open: () => memoryStore() },
  { kept: "a file", open: fileStore },
];

function fileStore(): Store {
  const store = openStore({ kind: "file", file: join(temporaryFolder(), "ws-1.sqlite") });
  onTestFinished(() => store.close());
  return store;
}

describe.each(stores)("serialize of a store in $kept", ({ open }) => {
  it("returns a database of all rows that opens from its bytes alone", () => {
    const store = open();
    for (let number = 1; number <= 500; number += 1)
      store.leads.insert(number, aLead(`L${number}`));
    expect(leadIds(memoryStore(store.serialize()))).toEqual(leadIds(store));
    const sqlite = new Database(store.serialize());
    expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
    sqlite.close();
  });

  it("returns a database that opens as a writable file", () => {
    const store = open();
    store.leads.insert(1, aLead("one"));
    const file = join(temporaryFolder(), "copy.sqlite");
    writeFileSync(file, store.serialize());
    const copy = openStore({ kind: "file", file });
    copy.leads.insert(2, aLead("two"));
    expect(leadIds(copy)).toEqual(["one", "two"]);
    copy.close();
  });

  it("leaves the store unchanged, and the image stays unchanged afterwards", () => {
    const store = open();
    store.leads.insert(1, aLead("before"));
    const image = store.serialize();
    store.leads.insert(2, aLead("after"));
    expect(leadIds(store)).toEqual(["before", "after"]);
    expect(leadIds(memoryStore(image))).toEqual(["before"]);
  });

  it("returns the same bytes again until a write", () => {
    const store = open();
    store.leads.insert(1, aLead("one"));
    expect(store.serialize().equals(store.serialize())).toBe(true);
  });
});

describe("a store that starts from an image", () => {
  it("leaves the image unchanged for the next store", () => {
    const first = memoryStore();
    first.leads.insert(1, aLead("one"));
    const image = first.serialize();
    const before = Buffer.from(image);
    const second = memoryStore(image);
    for (let number = 2; number <= 200; number += 1)
      second.leads.insert(number, aLead(`L${number}`));
    second.close();
    expect(image.equals(before)).toBe(true);
    expect(leadIds(memoryStore(image))).toEqual(["one"]);
  });
});

describe("the rollback mark of a store", () => {
  it("is removed by serialize: the image includes later writes, and they stay", () => {
    const store = memoryStore();
    store.leads.insert(1, aLead("before"));
    store.mark();
    store.leads.insert(2, aLead("since"));
    expect(leadIds(memoryStore(store.serialize()))).toEqual(["before", "since"]);
    expect(store.rollBackToMark()).toBe(false);
    expect(leadIds(store)).toEqual(["before", "since"]);
  });

  it("can be set again after serialize", () => {
    const store = memoryStore();
    store.mark();
    store.leads.insert(1, aLead("first"));
    store.serialize();
    store.mark();
    store.leads.insert(2, aLead("second"));
    expect(store.rollBackToMark()).toBe(true);
    expect(leadIds(store)).toEqual(["first"]);
    expect(store.rollBackToMark()).toBe(true);
  });

  it("is absent until it is set, and then nothing rolls back", () => {
    const store = memoryStore();
    store.leads.insert(1, aLead("one"));
    expect(store.rollBackToMark()).toBe(false);
    expect(leadIds(store)).toEqual(["one"]);
  });

  it("restores an emptied store and removes the rows written since", () => {
    const store = memoryStore();
    store.leads.insert(1, aLead("before"));
    store.settings.write("workspace", { any: "thing" });
    store.mark();
    store.transaction(() => {
      store.empty();
      store.leads.insert(1, aLead("other"));
      store.settings.write("workspace", { other: "thing" });
    });
    store.rollBackToMark();
    expect(leadIds(store)).toEqual(["before"]);
    expect(store.settings.text("workspace")).toBe('{"any":"thing"}');
  });

  it("survives a later transaction that fails", () => {
    const store = memoryStore();
    store.leads.insert(1, aLead("before"));
    store.mark();
    const failing = (): void =>
      store.transaction(() => {
        store.leads.insert(2, aLead("failed"));
        throw new Error("failed");
      });
    expect(failing).toThrow("failed");
    store.leads.insert(2, aLead("since"));
    expect(store.rollBackToMark()).toBe(true);
    expect(leadIds(store)).toEqual(["before"]);
  });
});
