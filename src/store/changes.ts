/** Tells what is kept in memory of a database's rows when they change. */
export interface Changes {
  /** Another number after every write, and after all that is taken back. */
  readonly version: () => number;
  /** Rows were written. */
  readonly wrote: () => void;
  /** Rows went back to what they were: everything that was kept of them is forgotten. */
  readonly takenBack: () => void;
  readonly onTakenBack: (forget: () => void) => void;
}

/** The changes of one database. */
export function newChanges(): Changes {
  const forgetting: (() => void)[] = [];
  let version = 0;
  return {
    version: () => version,
    wrote() {
      version += 1;
    },
    takenBack() {
      version += 1;
      for (const forget of forgetting) forget();
    },
    onTakenBack: (forget) => void forgetting.push(forget),
  };
}
