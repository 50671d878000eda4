/**
 * The open stores of a data folder. Each takes two files, its database and its log. When too many are open,
 * the least recently used one is closed; its next use opens it again.
 */
import { TooManyFilesError } from "./disk-errors.ts";
import type { Store } from "./store.ts";

export interface OpenFiles {
  /**
   * The store in `file`, opened if necessary. `rest` is called right before the store is closed to make room
   * for others.
   */
  readonly use: (file: string, rest: (store: Store) => void) => Store;
  /** The store in `file`, if it is open. */
  readonly current: (file: string) => Store | null;
  readonly close: (file: string) => void;
  /** Runs `work`, which opens files. While the process has too many open, closes a store and tries again. */
  readonly withRoom: <Result>(work: () => Result) => Result;
}

interface Entry {
  readonly store: Store;
  readonly rest: (store: Store) => void;
}

/** No store is open yet; `open` opens one, and at most `max` are open at once. */
export function newOpenFiles(open: (file: string) => Store, max: number): OpenFiles {
  // The least recently used first.
  const entries = new Map<string, Entry>();
  const restOldest = (): void => {
    const [oldest] = entries;
    if (oldest === undefined) return;
    const [file, { store, rest }] = oldest;
    try {
      rest(store);
    } catch {
      // Unsaved state stays in memory, and is saved at the next rest or at the end.
    }
    entries.delete(file);
    store.close();
  };
  const withRoom: OpenFiles["withRoom"] = (work) => {
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!(error instanceof TooManyFilesError) || entries.size === 0) throw error;
        restOldest();
      }
    }
  };
  return {
    withRoom,
    use(file, rest) {
      const known = entries.get(file);
      entries.delete(file);
      while (entries.size >= max) restOldest();
      const store = known?.store ?? withRoom(() => open(file));
      entries.set(file, { store, rest });
      return store;
    },
    current: (file) => entries.get(file)?.store ?? null,
    close(file) {
      const store = entries.get(file)?.store;
      entries.delete(file);
      // A failed restore may have closed it.
      if (store?.isOpen() === true) store.close();
    },
  };
}
