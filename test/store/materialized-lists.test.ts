import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { FilterTerm, ListQuery, OrderTerm } from "../../src/domain/list-query.ts";
import { newChanges } from "../../src/store/changes.ts";
import { newMaterializedLists } from "../../src/store/materialized-lists.ts";
import { newWriteLog } from "../../src/store/write-log.ts";
import { seeded } from "../property/seeded.ts";
import { image, inTransaction, step } from "./changed-leads.ts";
import { listed, newestFirst, selections } from "./looked-through.ts";
import { memoryStore } from "./samples.ts";

const orders: readonly (readonly OrderTerm[])[] = [
  newestFirst.order,
  [{ field: "lastName", direction: "ASC" }],
  [{ field: "lastName", direction: "DESC" }],
  [
    { field: "firstName", direction: "ASC" },
    { field: "deletedAt", direction: "DESC" },
  ],
];
const filters: readonly (readonly FilterTerm[])[] = [
  [],
  [{ field: "firstName", operator: "$ne", value: "a" }],
  [{ field: "lastName", operator: "$in", value: ["ab", "\uffee", null] }],
];
const query: fc.Arbitrary<ListQuery> = fc.record({
  limit: fc.constantFrom(1, 20),
  offset: fc.constantFrom(0, 0, 3, 700, 2_000, 3_990),
  order: fc.constantFrom(...orders),
  ties: fc.constantFrom("newest-first", "newest-first", "oldest-first"),
  filter: fc.constantFrom(...filters),
  withDeleted: fc.boolean(),
});
const lists = fc.array(fc.tuple(fc.constantFrom(...selections), query), {
  minLength: 1,
  maxLength: 6,
});

/**
 * The same list with an extra condition that every row meets, so that the cache does not know it.
 */
function neverUsed(list: ListQuery, use: number): ListQuery {
  const all: FilterTerm = { field: "createdAt", operator: "$gte", value: -use };
  return { ...list, filter: [...list.filter, all] };
}

describe("a materialized list", () => {
  it("equals the list from SQLite after any writes, resets or rollbacks (2.5, 4.3)", () => {
    const bytes = image();
    fc.assert(
      fc.property(lists, fc.array(step, { minLength: 3, maxLength: 12 }), (asked, steps) => {
        const store = memoryStore(Buffer.from(bytes));
        store.mark();
        for (const [index, one] of steps.entries()) {
          inTransaction(store, one);
          for (const [selection, list] of asked) {
            expect(listed(store, selection, list)).toEqual(
              listed(store, selection, neverUsed(list, index + 1)),
            );
          }
        }
        store.close();
      }),
      seeded(40),
    );
  });
});

/** Materialized lists of 5000 numbers, largest first, and a log of their statements. */
function counted(rows = 5_000) {
  const changes = newChanges();
  const runs: string[] = [];
  const numbers = Array.from({ length: rows }, (_, index) => rows - index);
  const statement = (called: string, all: (given: number[]) => number[]) => ({
    get: () => undefined,
    run: () => 0,
    all(values: Readonly<Record<string, unknown>> = {}): number[] {
      runs.push(called);
      const { numbers: given } = values;
      return all(typeof given === "string" ? JSON.parse(given) : []);
    },
  });
  const statements = {
    all: statement("all", () => numbers),
    matching: statement("matching", (given) => given),
    sorted: statement("sorted", (given) => given.toSorted((one, other) => other - one)),
  };
  const log = newWriteLog(changes);
  const numbersOf = newMaterializedLists(changes, log, { total: () => rows });
  const selected = { name: "firm", key: "firm", conditions: () => [], values: {} };
  const list = { ...newestFirst, order: [{ field: "email", direction: "DESC" }] } as const;
  return {
    runs,
    use: (asked: Partial<ListQuery> = {}) =>
      numbersOf(selected, { ...list, ...asked }, statements, {}),
    write: (number: number): void => {
      changes.wrote();
      log.written(number);
    },
    rollBack: (to: number | null): void => changes.rolledBack(to),
  };
}

describe("materialized lists", () => {
  it("read all rows at the second use of a list, and later only the changed rows", () => {
    const { runs, use, write } = counted();
    expect(use()).toBeNull();
    expect(use()).toHaveLength(5_000);
    expect(use({ offset: 4_000 })).toHaveLength(5_000);
    expect(runs).toEqual(["all"]);
    write(5_001);
    write(70);
    expect(use()?.slice(0, 2)).toEqual([5_001, 5_000]);
    expect(use()).toHaveLength(5_001);
    expect(new Set(runs)).toEqual(new Set(["all", "matching", "sorted"]));
    expect(runs.length).toBeLessThan(9);
  });

  it("read all rows at once for a far page in an order without an index", () => {
    const { runs, use } = counted();
    expect(use({ offset: 4_000 })).toHaveLength(5_000);
    expect(runs).toEqual(["all"]);
  });

  it("do not serve a page that an index covers, or a table with few rows", () => {
    const { order } = newestFirst;
    const pages = [{ order }, { order, offset: 4_000 }, { order, withDeleted: true }];
    const { use } = counted();
    for (const page of [...pages, ...pages]) expect(use(page)).toBeNull();
    const few = counted(500);
    for (let uses = 0; uses < 3; uses += 1) expect(few.use()).toBeNull();
  });

  it("leave a list to SQLite while many rows change between its uses", () => {
    const { runs, use, write, rollBack } = counted();
    for (let uses = 0; uses < 3; uses += 1) {
      expect(use()).toBeNull();
      for (let number = 1; number <= 300; number += 1) write(number);
    }
    expect(runs).toEqual([]);
    use();
    expect(use()).not.toBeNull();
    rollBack(null);
    expect(use()).toBeNull();
  });

  it("keep the most recently used lists", () => {
    const { runs, use } = counted();
    const ofField = (field: string) => use({ order: [{ field, direction: "ASC" }] });
    for (let field = 0; field < 20; field += 1) {
      ofField(`f${field}`);
      ofField(`f${field}`);
    }
    expect(runs).toHaveLength(20);
    for (let field = 16; field < 20; field += 1) ofField(`f${field}`);
    expect(runs).toHaveLength(20);
    ofField("f0");
    expect(runs).toHaveLength(21);
  });
});
