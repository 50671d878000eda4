/** Notifies caches in memory of changes to a database's rows. */
export interface Changes {
  /** A number that changes with every write and every rollback. */
  readonly version: () => number;
  /** Reports that rows were written. */
  readonly wrote: () => void;
  /** Reports that the rows can be any now: after a rollback, or after many writes at once. */
  readonly rolledBack: () => void;
  /** Calls `forget` whenever the rows can be any. */
  readonly onRollback: (forget: () => void) => void;
}

export function newChanges(): Changes {
  const listeners: (() => void)[] = [];
  let version = 0;
  return {
    version: () => version,
    wrote() {
      version += 1;
    },
    rolledBack() {
      version += 1;
      for (const forget of listeners) forget();
    },
    onRollback: (forget) => void listeners.push(forget),
  };
}
