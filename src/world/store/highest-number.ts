import type { Db, Statement } from "./statement.ts";

/** The highest number that rows of a table have or had. */
export interface HighestNumber {
  readonly get: () => number;
  /** Reports a row with that number. */
  readonly inserted: (number: number) => void;
}

/** Reads the number once, and again when the rows can be any. */
export function newHighestNumber(db: Db, last: Statement<number | null>): HighestNumber {
  let known: number | null = null;
  db.changes.onRollback(() => {
    known = null;
  });
  return {
    get() {
      db.ready();
      return (known ??= last.get() ?? 0);
    },
    inserted(number) {
      if (known !== null && number > known) known = number;
    },
  };
}
