/** Notifies caches in memory of changes to a database's rows. */
export interface Changes {
  /** A number that changes with every write and every rollback. */
  readonly version: () => number;
  /** Reports that rows were written. */
  readonly wrote: () => void;
  /** Reports a rollback to the rows of that version; null when the rows can be any. */
  readonly rolledBack: (to: number | null) => void;
  /** Calls `undo` after every rollback. */
  readonly onRollback: (undo: (to: number | null) => void) => void;
}

/** The changes of one database. */
export function newChanges(): Changes {
  const listeners: ((to: number | null) => void)[] = [];
  let version = 0;
  return {
    version: () => version,
    wrote() {
      version += 1;
    },
    rolledBack(to) {
      version += 1;
      for (const undo of listeners) undo(to);
    },
    onRollback: (undo) => void listeners.push(undo),
  };
}
