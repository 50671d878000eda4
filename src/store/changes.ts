/** Reports changes of a database's rows to what is kept of them in memory. */
export interface Changes {
  /** Another number after every write, and after every rollback. */
  readonly version: () => number;
  /** Rows were written. */
  readonly wrote: () => void;
  /** Rows are again what they were at that version; null when they can be anything. */
  readonly takenBack: (version: number | null) => void;
  /** Calls `forget` after every rollback. */
  readonly onTakenBack: (forget: () => void) => void;
  /** Calls `undo` when what was written last is rolled back, the latest first. */
  readonly undoable: (undo: () => void) => void;
  /** Calls `forget` after a rollback that goes further back than the calls of `undoable` that are kept. */
  readonly onNotUndone: (forget: () => void) => void;
}

/** Calls of `undoable` that are kept at least. */
const undosMin = 1_000;

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
    takenBack(to) {
      version += 1;
      for (const forget of forgetting) forget();
      if (canUndo(to)) return undoTo(to);
      undos = [];
      undosFrom = version;
      for (const forget of notUndone) forget();
    },
    onTakenBack: (forget) => void forgetting.push(forget),
    undoable(undo) {
      undos.push({ version, undo });
      if (undos.length < 2 * undosMin) return;
      undosFrom = undos[undosMin - 1]?.version ?? version;
      undos = undos.slice(undosMin);
    },
    onNotUndone: (forget) => void notUndone.push(forget),
  };
}
