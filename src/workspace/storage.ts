import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import type { Store } from "../store/store.ts";
import { openStore } from "../store/store.ts";
import type { Fixture } from "./fixtures.ts";
import { loadWorld } from "./load-world.ts";
import { readMemory } from "./memory.ts";

/** Writes into a store what is a workspace's own: its keys and what it remembers. */
export type Finish = (store: Store) => void;

/** Where the stores of workspaces are kept. */
export interface Storage {
  /** The ids of the workspaces that were kept from an earlier run. */
  readonly known: () => readonly string[];
  readonly open: (id: string) => Store;
  readonly make: (id: string, fixture: Fixture, finish: Finish) => Store;
  /** The store of a workspace begun again from `fixture`: `store` itself, or one that takes its place. */
  readonly remake: (store: Store, fixture: Fixture, finish: Finish) => Store;
  /** The store as it was when it was made. */
  readonly rewind: (store: Store, fixture: Fixture, finish: Finish) => Store;
  readonly remove: (id: string) => void;
}

/** Keeps each workspace in memory: a clone of its fixture's image, with a savepoint to return to. */
export function memoryStorage(): Storage {
  return {
    known: () => [],
    open: (id) => {
      throw new Error(`No workspace ${id} was kept: they are in memory.`);
    },
    make: (_id, fixture, finish) => cloned(fixture, finish),
    remake: (_store, fixture, finish) => cloned(fixture, finish),
    rewind(store) {
      store.rollBackToMark();
      return store;
    },
    remove: () => {},
  };
}

function cloned(fixture: Fixture, finish: Finish): Store {
  const store = openStore({ kind: "memory", image: fixture.image() });
  store.transaction(() => finish(store));
  store.mark();
  return store;
}

const extension = ".sqlite";

/** Keeps each workspace in a file of its own in `folder`, which is made when missing. */
export function fileStorage(folder: string): Storage {
  mkdirSync(folder, { recursive: true });
  const fileOf = (id: string): string => join(folder, `${id}${extension}`);
  const remove = (id: string): void => {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(`${fileOf(id)}${suffix}`, { force: true });
  };
  return {
    known: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith(extension))
        .map((name) => name.slice(0, -extension.length))
        .toSorted(),
    open: (id) => opened(fileOf(id)),
    make(id, fixture, finish) {
      if (existsSync(fileOf(id)))
        throw new Error(`The workspace file ${fileOf(id)} is there already.`);
      try {
        return refill(openStore({ kind: "file", file: fileOf(id) }), fixture, finish);
      } catch (error) {
        remove(id);
        throw error;
      }
    },
    remake: refill,
    rewind: refill,
    remove,
  };
}

/** A file that is SQLite's and of our version, and still no workspace, is an error that names it. */
function opened(file: string): Store {
  const store = openStore({ kind: "file", file });
  try {
    readMemory(store);
    return store;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    store.close();
    throw new Error(`The workspace file ${file} cannot be used: ${reason}.`, { cause: error });
  }
}

function refill(store: Store, fixture: Fixture, finish: Finish): Store {
  store.transaction(() => {
    store.empty();
    loadWorld(store, fixture.world);
    finish(store);
  });
  return store;
}
