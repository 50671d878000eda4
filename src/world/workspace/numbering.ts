import type { IdKind } from "./ids.ts";
import type { State } from "./state.ts";

/** How a workspace numbers its new records. */
export interface Numbering {
  /** The number and id of the next record; skips ids that a loaded world took. */
  readonly nextRecord: (kind: IdKind, records: NumberedRecords) => NewRecord;
}

/** Records whose ids are made from their numbers. */
export interface NumberedRecords {
  readonly nextNumber: () => number;
  readonly find: (id: string) => unknown;
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
  };
}
