import { expect, it } from "vitest";

import type { Store } from "../../../src/world/store/store.ts";
import { newestFirst, ofFirm } from "./looked-through.ts";
import { aLead, memoryStore } from "./samples.ts";

function total(store: Store): number {
  return store.leads.list(ofFirm, newestFirst).total;
}

it.each([1, 1_500])(
  "the total of a list is right after a reset and a failed transaction that undo %i writes (2.5)",
  (count) => {
    const store = memoryStore();
    store.leads.insert(1, aLead("L1"));
    store.mark();
    expect(total(store)).toBe(1);
    const insert = (): void => {
      for (let number = 2; number <= count + 1; number += 1) {
        store.leads.insert(number, aLead(`L${number}`));
      }
    };
    insert();
    expect(total(store)).toBe(count + 1);
    store.rollBackToMark();
    expect(total(store)).toBe(1);
    const failing = (): void =>
      store.transaction(() => {
        insert();
        expect(total(store)).toBe(count + 1);
        throw new Error("taken back");
      });
    expect(failing).toThrow("taken back");
    expect(total(store)).toBe(1);
    insert();
    expect(store.leads.list(ofFirm, { ...newestFirst, limit: 1 }).total).toBe(count + 1);
  },
);
