import type { IdKind } from "./ids.ts";
import type { State } from "./state.ts";

/** How a workspace numbers its new records. */
export interface Numbering {
  /** The number and id of the next record; skips ids that a loaded world took. */
  readonly nextRecord: (kind: IdKind, records: NumberedRecords) => NewRecord;
  /** Inserts the record that `make` creates with that id, without a lookup first. */
  readonly insertNext: <Item>(
    kind: IdKind,
    records: InsertedRecords<Item>,
    make: (id: string) => Item,
  ) => Item;
}

/** Records whose ids are made from their numbers. */
export interface NumberedRecords {
  readonly nextNumber: () => number;
  readonly find: (id: string) => unknown;
}

/** The stores that know whether an id is taken. */
export interface InsertedRecords<Item> {
  readonly nextNumber: () => number;
  readonly insertIfFree: (number: number, item: Item) => boolean;
}

export interface NewRecord {
  readonly number: number;
  readonly id: string;
}

/** Numbers the records of the workspace with this state. */
export function newNumbering(state: Pick<State, "ids">): Numbering {
  return {
    nextRecord(kind, records) {
      let number = records.nextNumber();
      let id = state.ids().of(kind, number);
      while (records.find(id) !== null) {
        number += 1;
        id = state.ids().of(kind, number);
      }
      return { number, id };
    },
    insertNext(kind, records, make) {
      for (let number = records.nextNumber(); ; number += 1) {
        const item = make(state.ids().of(kind, number));
        if (records.insertIfFree(number, item)) return item;
      }
    },
  };
}
