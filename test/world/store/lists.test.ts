import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Lead } from "../../../src/domain/model/lead.ts";
import type { Store } from "../../../src/world/store/store.ts";
import { seeded } from "../../property/seeded.ts";
import {
  listed,
  lookedThrough,
  newestFirst,
  ofFirm,
  owners,
  selections,
} from "./looked-through.ts";
import { aLead, memoryStore } from "./samples.ts";

/** One operation on a store; `which` selects the Lead. */
const step = fc.record({
  does: fc.constantFrom("make", "make", "make", "delete", "rename", "revive", "list"),
  which: fc.nat(1_000),
  owner: fc.constantFrom(...owners),
  at: fc.nat(5),
  fails: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function happen(store: Store, { does, which, owner, at }: Step): void {
  const known = store.leads.all();
  const lead = known[which % Math.max(known.length, 1)];
  if (does === "make") {
    const number = store.leads.nextNumber();
    store.leads.insert(number, aLead(`L${number}`, { ...owner, createdAt: at }));
  } else if (does === "list") {
    for (const selection of selections) store.leads.list(selection, newestFirst);
  } else if (lead !== undefined) {
    if (does === "delete") store.leads.update({ ...lead, deletedAt: at });
    if (does === "revive") store.leads.update({ ...lead, deletedAt: null });
    if (does === "rename") store.leads.update({ ...lead, firstName: "Other" });
  }
}

/** A step that fails rolls back. */
function inTransaction(store: Store, one: Step): void {
  try {
    store.transaction(() => {
      happen(store, one);
      if (one.fails) throw new Error("taken back");
    });
  } catch (error) {
    if (!one.fails) throw error;
  }
}

describe("a list of Leads", () => {
  it("has the total and the order of a full scan after any writes and rollbacks (2.5, 4.3)", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.nat(20), (steps, markedAt) => {
        const store = memoryStore();
        for (const [index, one] of steps.entries()) {
          if (index === markedAt) store.mark();
          if (index > markedAt && (index - markedAt) % 5 === 0) store.rollBackToMark();
          inTransaction(store, one);
          for (const selection of selections) {
            for (const withDeleted of [false, true]) {
              const query = { ...newestFirst, limit: 3, offset: one.at, withDeleted };
              expect(listed(store, selection, query)).toEqual(
                lookedThrough(store, selection, query),
              );
            }
          }
        }
      }),
      seeded(40),
    );
  });
});

const many = 600;

/** Leads with few distinct creation times, so that many share one. */
function bigStore(moments: number): Store {
  const store = memoryStore();
  store.transaction(() => {
    for (let number = 1; number <= many; number += 1) {
      const createdAt = (number * 7_919) % moments;
      const deletedAt = number % 10 === 0 ? 1 : null;
      const environment = number % 3 === 0 ? "production" : "sandbox";
      store.leads.insert(number, aLead(`L${number}`, { environment, createdAt, deletedAt }));
    }
  });
  return store;
}

const offsets = [0, 200, 201, 379, 380, 399, 400, 519, 520, 540, 900];

describe("a page far from the newest Lead", () => {
  it.each([[1], [50], [many]])(
    "equals that of a full scan, with %i creation times (4.3)",
    (moments) => {
      const store = bigStore(moments);
      for (const offset of offsets) {
        const query = { ...newestFirst, offset };
        for (const selection of [ofFirm, { ...ofFirm, environment: "sandbox" } as const]) {
          expect(listed(store, selection, query)).toEqual(lookedThrough(store, selection, query));
        }
      }
    },
  );

  it("still equals it after inserts of old and new Leads, deletions and restorations (4.3)", () => {
    const store = bigStore(500);
    const changes: readonly ((lead: Lead) => void)[] = [
      () => store.leads.insert(many + 1, aLead("newest", { createdAt: 9_999 })),
      () => store.leads.insert(many + 2, aLead("oldest", { createdAt: 0 })),
      () => store.leads.insert(many + 3, aLead("middle", { createdAt: 250 })),
      (lead) => store.leads.update({ ...lead, deletedAt: 3 }),
      (lead) => store.leads.update({ ...lead, deletedAt: null }),
    ];
    for (const change of changes) {
      for (const offset of offsets) listed(store, ofFirm, { ...newestFirst, offset });
      const lead = store.leads.find("L301");
      if (lead !== null) change(lead);
      for (const offset of offsets) {
        const query = { ...newestFirst, offset };
        expect(listed(store, ofFirm, query)).toEqual(lookedThrough(store, ofFirm, query));
      }
    }
  });
});
