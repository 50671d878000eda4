/** Notifies caches in memory of changes to a database's rows. */
export interface Changes {
  /** A number that changes with every write and every rollback. */
  readonly version: () => number;
  /** Reports that rows were written. */
  readonly wrote: () => void;
  /** Reports a rollback to the rows of that version; null when the rows can be any. */
  readonly rolledBack: (version: number | null) => void;
  /** Calls `forget` after every rollback. */
  readonly onRollback: (forget: () => void) => void;
  /** Calls `undo` when the latest write is rolled back; the last registered call runs first. */
  readonly undoable: (undo: () => void) => void;
  /** Calls `forget` after a rollback beyond the kept calls of `undoable`. */
  readonly onNotUndone: (forget: () => void) => void;
}

/**
 * Minimum number of kept `undoable` calls. They serve tests that write little between two resets. More of them
 * would outlive collections of young garbage.
 */
const undosMin = 250;

/** The changes of one database. */
export function newChanges(): Changes {
  const forgetting: (() => void)[] = [];
  const notUndone: (() => void)[] = [];
  let undos: { readonly version: number; readonly undo: () => void }[] = [];
  let undosFrom = 0;
  let version = 0;
  const canUndo = (to: number | null): to is number => to !== null && to >= undosFrom;
  const undoTo = (to: number): void => {
    for (let last = undos.at(-1); last !== undefined && last.version > to; last = undos.at(-1)) {
      undos.pop();
      last.undo();
    }
  };
  return {
    version: () => version,
    wrote() {
      version += 1;
    },
    rolledBack(to) {
      version += 1;
      for (const forget of forgetting) forget();
      if (canUndo(to)) return undoTo(to);
      undos = [];
      undosFrom = version;
      for (const forget of notUndone) forget();
    },
    onRollback: (forget) => void forgetting.push(forget),
    undoable(undo) {
      undos.push({ version, undo });
      if (undos.length < 2 * undosMin) return;
      undosFrom = undos[undosMin - 1]?.version ?? version;
      undos = undos.slice(undosMin);
    },
    onNotUndone: (forget) => void notUndone.push(forget),
  };
}
