import { cpSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";

import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";

import { newChanges } from "../../../src/world/store/changes.ts";
import { newGroupCommit } from "../../../src/world/store/group-commit.ts";
import { StatementCache } from "../../../src/world/store/statement-cache.ts";
import { openStore } from "../../../src/world/store/store.ts";
import type { Store } from "../../../src/world/store/store.ts";
import { aLead, leadIds, memoryStore, temporaryFolder } from "./samples.ts";

describe("groupCommit", () => {
  it("reports the work of one turn once all of it is in the file (1.5)", async () => {
    const { store, afterKill } = fileStore();
    const expected: string[] = [];
    const works = ["one", "two"].map((id, at) => inserted(store, at + 1, id, expected));
    expect([expected, afterKill()]).toEqual([[], []]);
    await nextTurn();
    expect([expected, afterKill()]).toEqual([
      ["one", "two"],
      ["one", "two"],
    ]);
    expect(await Promise.all(works)).toEqual(["one", "two"]);
  });

  it("starts a new group in the next turn", async () => {
    const { store, afterKill } = fileStore();
    await inserted(store, 1, "one");
    const second = inserted(store, 2, "two");
    expect(afterKill()).toEqual(["one"]);
    expect(await second).toBe("two");
    expect(afterKill()).toEqual(["one", "two"]);
  });

  it("rolls back work that throws, and reports the error once the rest is in the file", async () => {
    const { store, afterKill } = fileStore();
    const first = inserted(store, 1, "one");
    const refused = groupCommit(store, () => {
      store.leads.insert(2, aLead("two"));
      failing("two is refused");
    });
    const third = inserted(store, 2, "three");
    expect(afterKill()).toEqual([]);
    await expect(refused).rejects.toThrow("two is refused");
    expect(afterKill()).toEqual(["one", "three"]);
    expect(await Promise.all([first, third])).toEqual(["one", "three"]);
  });

  it("rejects its promise with the error that its listener throws", async () => {
    const { store, afterKill } = fileStore();
    const heard = groupCommit(
      store,
      () => store.leads.insert(1, aLead("one")),
      () => failing("nobody listens"),
    );
    const second = inserted(store, 2, "two");
    await expect(heard).rejects.toThrow("nobody listens");
    expect(await second).toBe("two");
    expect(afterKill()).toEqual(["one", "two"]);
  });

  it.each([
    ["a record", (store: Store) => store.leads.find("one")],
    ["a list", (store: Store) => leadIds(store)],
    [
      "a transaction",
      (store: Store) => store.transaction(() => store.leads.insert(2, aLead("two"))),
    ],
    ["an image of the file", (store: Store) => store.serialize()],
    ["the end of the store", (store: Store) => store.close()],
  ])("commits before %s outside the group", (_name, use) => {
    const { store, afterKill } = fileStore();
    const expected: string[] = [];
    void inserted(store, 1, "one", expected);
    expect(afterKill()).toEqual([]);
    use(store);
    expect(expected).toEqual(["one"]);
    expect(afterKill()).toContain("one");
  });

  it("is not used in memory, where nothing has to wait for a file", () => {
    expect(memoryStore().groupCommit).toBeNull();
  });
});

describe("commit of a store", () => {
  it("writes the open group to the file at once", async () => {
    const { store, afterKill } = fileStore();
    const expected: string[] = [];
    const work = inserted(store, 1, "one", expected);
    store.commit();
    expect([expected, afterKill()]).toEqual([["one"], ["one"]]);
    expect(await work).toBe("one");
  });

  it("does nothing without an open group or within a transaction", async () => {
    const { store, afterKill } = fileStore();
    store.commit();
    const work = groupCommit(store, () => {
      store.leads.insert(1, aLead("one"));
      store.commit();
      throw new Error("taken back");
    });
    await expect(work).rejects.toThrow("taken back");
    expect(afterKill()).toEqual([]);
  });
});

describe("a transaction that cannot be committed", () => {
  it("rolls back all its work, and reports the reason to each caller", async () => {
    const { add, rows, forgotten } = strictTogether();
    const works = [add(1, null), add(2, 99), add(3, null), add(3, null)];
    const ended = await Promise.allSettled(works);
    expect(ended.map(reasonOf)).toEqual(works.map(() => "told: FOREIGN KEY constraint failed"));
    expect(rows()).toEqual([]);
    expect(forgotten()).toBeGreaterThan(0);
    await add(4, null);
    expect(rows()).toEqual([4]);
  });

  it("fails for all callers when an error rolled everything back", async () => {
    const { add, rows, rollBack } = strictTogether();
    const works = [add(1, null), rollBack()];
    expect((await Promise.allSettled(works)).map(reasonOf)).toEqual(["disk full", "disk full"]);
    await add(2, null);
    expect(rows()).toEqual([2]);
  });
});

/** A store in a file, and the Leads that a start would find if the process were killed now. */
function fileStore() {
  const folder = temporaryFolder();
  const store = openStore({ kind: "file", file: join(folder, "one.sqlite") });
  onTestFinished(() => store.close());
  return {
    store,
    afterKill: () => {
      const copy = temporaryFolder();
      cpSync(folder, copy, { recursive: true });
      const found = openStore({ kind: "file", file: join(copy, "one.sqlite") });
      const ids = leadIds(found);
      found.close();
      return ids;
    },
  };
}

function groupCommit<Result>(
  store: Store,
  work: () => Result,
  onCommitted: () => void = () => {},
): Promise<Result> {
  if (store.groupCommit === null) throw new Error("The store is in no file.");
  return store.groupCommit(work, onCommitted);
}

/** Inserts a Lead and returns its id. `message` receives the id after the commit. */
function inserted(
  store: Store,
  number: number,
  id: string,
  expected: string[] = [],
): Promise<string> {
  const work = (): string => {
    store.leads.insert(number, aLead(id));
    return id;
  };
  return groupCommit(store, work, () => void expected.push(id));
}

/** Rows with a parent reference that SQLite checks at commit. */
function strictTogether() {
  const sqlite = new Database(":memory:");
  onTestFinished(() => void sqlite.close());
  sqlite.exec(`
    pragma foreign_keys = on;
    create table rows (id integer primary key, parent integer references rows deferrable initially deferred);
  `);
  const changes = newChanges();
  let forgotten = 0;
  changes.onRollback(() => void (forgotten += 1));
  const statements = new StatementCache(sqlite);
  const works = newGroupCommit(
    { sqlite, statements, changes, explained: retold, ready: none },
    (work) => sqlite.transaction(work)(),
  );
  const insert = sqlite.prepare("insert into rows values (?, ?)");
  return {
    add: (id: number, parent: number | null) =>
      works.groupCommit(() => insert.run(id, parent), none),
    rollBack: () =>
      works.groupCommit(() => {
        sqlite.exec("rollback");
        throw new Error("disk full");
      }, none),
    rows: () => sqlite.prepare("select id from rows").pluck().all(),
    forgotten: () => forgotten,
  };
}

function none(): void {}

function failing(message: string): never {
  throw new Error(message);
}

function retold(error: unknown): Error {
  return new Error(`told: ${messageOf(error)}`);
}

function reasonOf(ended: PromiseSettledResult<unknown>): string {
  return ended.status === "rejected" ? messageOf(ended.reason) : "kept";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
