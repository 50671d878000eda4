import { describe, expect, it } from "vitest";

import type { Lead } from "../../../src/domain/model/lead.ts";
import type { ListQuery, Page } from "../../../src/domain/model/list-query.ts";
import type { Store } from "../../../src/world/store/store.ts";
import { ofFirm } from "./looked-through.ts";
import { aLead, memoryStore } from "./samples.ts";

const newestFirst: ListQuery = {
  limit: 100,
  offset: 0,
  order: [{ field: "createdAt", direction: "DESC" }],
  filter: [],
  withDeleted: false,
};

const changed = { firstName: "Changed", updatedAt: 2_000 } as const;

function storeWithTwo(): Store {
  const store = memoryStore();
  store.leads.insert(1, aLead("one"));
  store.leads.insert(2, aLead("two"));
  return store;
}

function found(store: Store, id: string): Lead {
  const lead = store.leads.find(id);
  if (lead === null) throw new Error(`There is no Lead ${id}.`);
  return lead;
}

function failing(store: Store, work: () => void): void {
  const whole = (): void =>
    store.transaction(() => {
      work();
      throw new Error("taken back");
    });
  expect(whole).toThrow("taken back");
}

describe("an unchanged Lead", () => {
  it("is the same object for reads by id, by email and in a list", () => {
    const store = storeWithTwo();
    const one = found(store, "one");
    expect(store.leads.find("one")).toBe(one);
    expect(store.leads.list(ofFirm, newestFirst).rows).toContain(one);
    expect(store.leads.holdersOfEmail(one, one.email, "exact")).toEqual([one]);
    expect(store.leads.holdersOfEmail(one, one.email, "exact")[0]).toBe(one);
    expect(store.leads.activeWithEmail(one.email, "exact")[0]).toBe(one);
  });

  it("is frozen", () => {
    expect(Object.isFrozen(found(storeWithTwo(), "one"))).toBe(true);
  });

  it("stays the same object when another Lead changes or appears, or when a transaction fails without a write", () => {
    const store = storeWithTwo();
    const one = found(store, "one");
    store.leads.update({ ...found(store, "two"), ...changed });
    store.leads.insert(3, aLead("three"));
    failing(store, () => store.leads.find("two"));
    expect(store.leads.find("one")).toBe(one);
  });
});

describe("a Lead after a reset", () => {
  it("is that of the mark, if another one was read after the store was emptied", () => {
    const store = memoryStore(storeWithTwo().serialize());
    store.mark();
    store.transaction(() => {
      store.empty();
      store.leads.insert(1, aLead("other", changed));
    });
    expect(found(store, "other").firstName).toBe("Changed");
    store.rollBackToMark();
    expect(found(store, "one").firstName).toBe("Ann");
    expect(store.leads.find("other")).toBeNull();
  });
});

describe("a changed Lead", () => {
  it("is a new object with the written values", () => {
    const store = storeWithTwo();
    const before = found(store, "one");
    store.leads.update({ ...before, ...changed });
    expect(store.leads.find("one")).toEqual({ ...before, ...changed });
    expect(before.firstName).toBe("Ann");
    expect(store.leads.list(ofFirm, newestFirst).rows).toContain(found(store, "one"));
  });

  it("has the written values when the cache knows it by number alone", () => {
    const store = memoryStore();
    const ids = Array.from({ length: 5_000 }, (_, index) => `lead${index}`);
    for (const [index, id] of ids.entries()) store.leads.insert(index + 1, aLead(id));
    const newest = found(store, "lead4999");
    const listed = (): Lead | undefined =>
      store.leads.list(ofFirm, { ...newestFirst, limit: 1 }).rows[0];
    for (const [index, id] of ids.slice(0, -1).entries()) {
      store.leads.find(id);
      if (index % 500 !== 0) continue;
      store.settings.write("any", "other");
      expect(listed()).toBe(newest);
    }
    store.leads.update({ ...newest, ...changed });
    expect(listed()?.firstName).toBe("Changed");
  });

  it("has the values from the database, not those of the given object", () => {
    const store = storeWithTwo();
    store.leads.update(aLead("one", { firstName: "\ud800" }));
    store.leads.insert(3, aLead("three", { firstName: "\ud800" }));
    const names = ["one", "three"].map((id) => found(store, id).firstName);
    const again = memoryStore(store.serialize());
    expect(names).toEqual(["one", "three"].map((id) => found(again, id).firstName));
  });

  it("has its earlier values after a failed transaction, even if it was read meanwhile", () => {
    const store = storeWithTwo();
    const before = { ...found(store, "one") };
    failing(store, () => {
      store.leads.update({ ...before, ...changed, deletedAt: 5 });
      expect(found(store, "one").firstName).toBe("Changed");
      expect(store.leads.list(ofFirm, newestFirst).total).toBe(1);
    });
    expect(store.leads.find("one")).toEqual(before);
    expect(store.leads.list(ofFirm, newestFirst).total).toBe(2);
  });

  it("has its earlier values after a failed inner transaction, and otherwise those of the outer one", () => {
    const store = storeWithTwo();
    const before = { ...found(store, "one") };
    store.transaction(() => {
      store.leads.update({ ...before, firstName: "Outer" });
      failing(store, () => {
        store.leads.update({ ...before, ...changed });
        store.leads.find("one");
      });
      expect(found(store, "one").firstName).toBe("Outer");
    });
    expect(found(store, "one").firstName).toBe("Outer");
  });
});

describe("a Lead whose insert was rolled back", () => {
  it("is absent, and its number and id are free again", () => {
    const store = storeWithTwo();
    failing(store, () => {
      store.leads.insert(store.leads.nextNumber(), aLead("three"));
      store.leads.find("three");
      expect(store.leads.nextNumber()).toBe(4);
    });
    expect(store.leads.find("three")).toBeNull();
    expect(store.leads.nextNumber()).toBe(3);
    store.leads.insert(3, aLead("three", changed));
    expect(found(store, "three").firstName).toBe("Changed");
  });

  it.each([
    ["rollBackToMark", (store: Store): void => void store.rollBackToMark(), 2],
    ["empty", (store: Store): void => store.empty(), 0],
    ["clear", (store: Store): void => store.leads.clear(), 0],
  ] as const)("is absent after %s", (_name, takeBack, left) => {
    const store = storeWithTwo();
    store.mark();
    store.leads.insert(3, aLead("three"));
    store.leads.update(aLead("one", changed));
    for (const id of ["one", "two", "three"]) store.leads.find(id);
    expect(store.leads.list(ofFirm, newestFirst).total).toBe(3);
    takeBack(store);
    expect(store.leads.find("three")).toBeNull();
    expect(store.leads.find("one")?.firstName).toBe(left === 0 ? undefined : "Ann");
    expect(store.leads.list(ofFirm, newestFirst).total).toBe(left);
    expect(store.leads.nextNumber()).toBe(left + 1);
  });
});

describe("a page of a list", () => {
  it("is the same object until a write or a rollback", () => {
    const store = storeWithTwo();
    const page = (): Page<Lead> => store.leads.list(ofFirm, newestFirst);
    const first = page();
    expect(page()).toBe(first);
    store.leads.update(aLead("one", changed));
    const second = page();
    expect(second.rows.map(({ firstName }) => firstName)).toEqual(["Ann", "Changed"]);
    failing(store, () => store.leads.insert(3, aLead("three")));
    expect(page()).not.toBe(second);
    expect(page()).toEqual(second);
  });

  it("differs for another selection, page, order, filter or scope", () => {
    const store = storeWithTwo();
    const all = ofFirm;
    const pages = [
      store.leads.list(all, newestFirst),
      store.leads.list({ of: "firm", firmId: "Firm0001", environment: null }, newestFirst),
      store.leads.list({ of: "firm", firmId: "workspace", environment: null }, newestFirst),
      store.leads.list(all, { ...newestFirst, limit: 1 }),
      store.leads.list(all, { ...newestFirst, offset: 1 }),
      store.leads.list(all, { ...newestFirst, order: [{ field: "email", direction: "DESC" }] }),
      store.leads.list(all, { ...newestFirst, withDeleted: true }),
      store.leads.list(all, {
        ...newestFirst,
        filter: [{ field: "id", operator: "$eq", value: "one" }],
      }),
    ];
    expect(new Set(pages).size).toBe(pages.length);
  });
});

describe("firstIdOfFirm of the referral codes", () => {
  it("returns the first code that is not deleted, after inserts, changes and rollbacks", () => {
    const store = memoryStore();
    const code = { firmId: "Firm0001", createdAt: 1, updatedAt: 1, deletedAt: null } as const;
    const first = (): string | null => store.referralCodes.firstIdOfFirm("Firm0001");
    expect(first()).toBeNull();
    store.referralCodes.insert(1, { ...code, id: "other", firmId: "Firm0002" });
    store.referralCodes.insert(2, { ...code, id: "one" });
    store.referralCodes.insert(3, { ...code, id: "two" });
    expect(first()).toBe("one");
    failing(store, () => {
      store.referralCodes.update({ ...code, id: "one", deletedAt: 2 });
      expect(first()).toBe("two");
    });
    expect(first()).toBe("one");
  });
});
