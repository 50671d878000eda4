/** Random changes of Leads. */
import fc from "fast-check";

import type { Lead } from "../../../src/domain/model/lead.ts";
import type { Store } from "../../../src/world/store/store.ts";
import { owners } from "./looked-through.ts";
import { aLead, memoryStore } from "./samples.ts";

/** More Leads than the cache of records holds. */
export const many = 4_200;

/** Names that sort differently by UTF-16 and by code point, with many duplicates. */
export const names = [null, "", "a", "Ab", "ab", "b", "\u{10000}", "\uffee"] as const;
export const name = fc.constantFrom(...names);

export const step = fc.record({
  does: fc.constantFrom("make", "make", "rename", "rename", "delete", "revive", "reset", "nothing"),
  times: fc.constantFrom(1, 1, 1, 2, 5, 150),
  which: fc.nat(many),
  owner: fc.constantFrom(...owners),
  name,
  at: fc.nat(5),
  fails: fc.boolean(),
});
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A store image with that many Leads. Some are deleted, and many share a creation time. */
export function image(): Buffer {
  const store = memoryStore();
  store.transaction(() => {
    for (let number = 1; number <= many; number += 1) {
      const owner = owners[number % 5 < 4 ? 0 : number % owners.length] ?? owners[0];
      const lastName = names[number % names.length] ?? null;
      const firstName = names[(number * 7) % 5] ?? null;
      const deletedAt = number % 9 === 0 ? (number % 4) + 1 : null;
      const fields = { ...owner, firstName, lastName, deletedAt, createdAt: number % 4 };
      store.leads.insert(number, aLead(`L${number}`, fields));
    }
  });
  return store.serialize();
}

function happen(store: Store, { does, times, which, ...changed }: Step): void {
  for (let time = 0; time < times; time += 1) {
    const number = store.leads.nextNumber();
    const lead = store.leads.find(`L${((which + time * 17) % (number - 1)) + 1}`);
    if (does === "make") {
      const { owner, name: lastName, at: createdAt } = changed;
      store.leads.insert(number, aLead(`L${number}`, { ...owner, lastName, createdAt }));
    } else if (lead !== null) change(store, lead, does, changed);
  }
}

function change(store: Store, lead: Lead, does: string, to: Pick<Step, "name" | "at">): void {
  if (does === "rename") store.leads.update({ ...lead, firstName: to.name, lastName: to.name });
  if (does === "delete") store.leads.update({ ...lead, deletedAt: to.at });
  if (does === "revive") store.leads.update({ ...lead, deletedAt: null });
}

/** A step that fails rolls back. */
export function inTransaction(store: Store, one: Step): void {
  if (one.does === "reset") return void store.rollBackToMark();
  try {
    store.transaction(() => {
      happen(store, one);
      if (one.fails) throw new Error("taken back");
    });
  } catch (error) {
    if (!one.fails) throw error;
  }
}
