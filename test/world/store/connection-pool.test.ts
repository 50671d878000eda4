import { describe, expect, it, onTestFinished } from "vitest";

import { newConnectionPool } from "../../../src/world/store/connection-pool.ts";
import type { ConnectionPool } from "../../../src/world/store/connection-pool.ts";
import { openStore } from "../../../src/world/store/store.ts";
import type { Store } from "../../../src/world/store/store.ts";
import { aLead, leadIds, memoryStore } from "./samples.ts";

function imageWith(...ids: readonly string[]): Buffer {
  const store = memoryStore();
  for (const [at, id] of ids.entries()) store.leads.insert(at + 1, aLead(id));
  return store.serialize();
}

function pooled(pool: ConnectionPool, image: Buffer): Store {
  const store = openStore({ kind: "pooled", image, pool });
  store.mark();
  return store;
}

function newPool(): ConnectionPool {
  const pool = newConnectionPool();
  onTestFinished(pool.close);
  return pool;
}

/** The connections that a pool hands out for an image before it opens a new one. */
function waitingFor(pool: ConnectionPool, image: Buffer): number {
  let count = 0;
  for (;;) {
    const { sqlite } = pool.take(image);
    const isNew = !sqlite.inTransaction;
    sqlite.close();
    if (isNew) return count;
    count += 1;
  }
}

describe("a store on a reused connection", () => {
  it("holds only its own image, byte for byte as on a new connection", () => {
    const pool = newPool();
    const image = imageWith("fixture", "other");
    const lived = (): Buffer => {
      const store = pooled(pool, image);
      store.transaction(() => store.leads.insert(3, aLead("own")));
      return store.serialize();
    };
    const alone = lived();
    const before = pooled(pool, image);
    before.empty();
    before.leads.insert(3, aLead("secret-of-the-one-before".padEnd(2_000, "x")));
    before.settings.write("workspace", { secret: "of-the-one-before" });
    before.close();
    const after = pooled(pool, image);
    expect(leadIds(after)).toEqual(leadIds(memoryStore(image)));
    after.close();
    const again = lived();
    expect(again.includes("secret")).toBe(false);
    expect(again.equals(alone)).toBe(true);
  });

  it("is not affected by the previous store, whose methods now throw", () => {
    const pool = newPool();
    const image = imageWith("fixture");
    const before = pooled(pool, image);
    expect(leadIds(before)).toEqual(["fixture"]);
    before.close();
    const after = pooled(pool, image);
    after.leads.insert(2, aLead("own"));
    const late = [
      () => leadIds(before),
      () => before.leads.insert(3, aLead("late")),
      () => before.rollBackToMark(),
      () => before.transaction(() => {}),
      () => before.serialize(),
      () => before.empty(),
      () => before.mark(),
    ];
    for (const use of late) expect(use).toThrow("The workspace is closed.");
    before.close();
    expect([before.isOpen(), after.isOpen()]).toEqual([false, true]);
    expect(leadIds(after)).toEqual(["fixture", "own"]);
  });
});

describe("a connection pool", () => {
  it("discards a connection that was serialized, even with a new savepoint mark", () => {
    const pool = newPool();
    const image = imageWith("fixture");
    const store = pooled(pool, image);
    store.leads.insert(2, aLead("kept"));
    store.serialize();
    store.mark();
    store.close();
    expect(waitingFor(pool, image)).toBe(0);
  });

  it("discards a connection that rolls back to more than its image", () => {
    const pool = newPool();
    const image = imageWith("fixture");
    const store = pooled(pool, image);
    const initialize = (): void => void store.leads.insert(2, aLead("initial"));
    for (const id of ["first", "second"]) {
      store.leads.insert(3, aLead(id));
      expect(store.rollBackToMark(initialize)).toBe(true);
      expect(leadIds(store)).toEqual(["fixture", "initial"]);
    }
    store.close();
    expect(waitingFor(pool, image)).toBe(0);
  });

  it("discards a connection whose image has free pages, because a rollback does not restore them", () => {
    const pool = newPool();
    const store = memoryStore(imageWith("fixture"));
    store.settings.write("workspace", { text: "x".repeat(5_000) });
    store.settings.write("workspace", {});
    const image = store.serialize();
    pooled(pool, image).close();
    expect(waitingFor(pool, image)).toBe(0);
  });

  it("keeps the connections of different images apart", () => {
    const pool = newPool();
    const [one, other] = [imageWith("one"), imageWith("other")];
    pooled(pool, one).close();
    expect(leadIds(pooled(pool, other))).toEqual(["other"]);
    expect(waitingFor(pool, one)).toBe(1);
  });

  it("keeps the latest sixteen connections, and none that grew by more than 1 MiB", () => {
    const pool = newPool();
    const [old, image] = [imageWith("old"), imageWith("one")];
    pooled(pool, old).close();
    const stores = Array.from({ length: 16 }, () => pooled(pool, image));
    for (const store of stores) store.close();
    expect([waitingFor(pool, old), waitingFor(pool, image)]).toEqual([0, 16]);
    const large = pooled(pool, image);
    large.settings.write("workspace", { text: "x".repeat(1_100_000) });
    large.close();
    expect(waitingFor(pool, image)).toBe(0);
  });
});
