import type { Store } from "../store/store.ts";
import { openStore } from "../store/store.ts";
import type { Fixture } from "./fixtures.ts";
import type { Finish, Snapshots, Storage } from "./storage.ts";

/** Keeps each workspace in memory: a clone of its fixture's image, with a savepoint to return to. */
export function memoryStorage(): Storage {
  const snapshots = new Map<string, Snapshots>();
  return {
    known: () => [],
    open: (id) => {
      throw new Error(`No workspace ${id} was kept: they are in memory.`);
    },
    make: (_id, fixture, finish) => cloned(fixture, finish),
    remake: (_store, fixture, finish) => cloned(fixture, finish),
    rewind: (store, fixture, finish) => (store.rollBackToMark() ? store : cloned(fixture, finish)),
    restore: (_id, _store, image) => openStore({ kind: "memory", image }),
    remove: (id) => snapshots.delete(id),
    snapshots(id) {
      const known = snapshots.get(id) ?? newSnapshots();
      snapshots.set(id, known);
      return known;
    },
    close: () => {},
  };
}

function cloned(fixture: Fixture, finish: Finish): Store {
  const store = openStore({ kind: "memory", image: fixture.image() });
  store.transaction(() => finish(store));
  store.mark();
  return store;
}

function newSnapshots(): Snapshots {
  const images = new Map<string, Buffer>();
  return {
    list: () =>
      Array.from(images, ([name, { length }]) => ({ name, bytes: length })).toSorted(byName),
    read: (name) => images.get(name) ?? null,
    write: (name, image) => void images.set(name, image),
    remove: (name) => images.delete(name),
  };
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1;
}
