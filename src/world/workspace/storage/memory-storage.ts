import type { ConnectionPool } from "../../store/connection-pool.ts";
import { newConnectionPool } from "../../store/connection-pool.ts";
import { bytesInImage } from "../../store/database-size.ts";
import type { Store } from "../../store/store.ts";
import { openStore } from "../../store/store.ts";
import type { Fixture } from "../fixtures/fixtures.ts";
import { loadApiKeys } from "../fixtures/load-world.ts";
import type { InitialState } from "../registry/initial-state.ts";
import type { HeldStore } from "./held-store.ts";
import { openedStore, promisedStore, readStore } from "./held-store.ts";
import { SnapshotError } from "./snapshotting.ts";
import type { Snapshots, Storage } from "./storage.ts";
import { refill } from "./storage.ts";

function noFile(id: string): never {
  throw new Error(`The workspace ${id} has no file: workspaces are in memory.`);
}

/**
 * Stores each workspace in memory: a clone of its fixture's image, made on first use, with a savepoint to return to.
 * A later workspace reuses the clone of a dropped one. The snapshots of all workspaces share `snapshotBytesMax`.
 */
export function memoryStorage(snapshotBytesMax = 512 * 1024 * 1024): Storage {
  const snapshots = new Map<string, Snapshots>();
  const pool = newConnectionPool();
  const refuseTooMany = (more: number): void => {
    const all = [...snapshots.values()].flatMap((of) => of.list());
    const bytes = all.reduce((sum, one) => sum + one.bytes, more);
    if (bytes <= snapshotBytesMax) return;
    throw new SnapshotError(
      `The snapshots of all workspaces would take ${inMiB(bytes)} of memory; ${inMiB(snapshotBytesMax)} are allowed.`,
    );
  };
  return {
    known: () => [],
    isTaken: () => false,
    open: noFile,
    setAside: noFile,
    make: (_id, fixture, initial) => cloned(pool, fixture, initial),
    remake: (_workspace, fixture, initial) => cloned(pool, fixture, initial),
    rewind(workspace, fixture, initial) {
      const store = workspace.isOpen() ? workspace.store() : null;
      if (store === null || !store.rollBackToMark(() => loadApiKeys(store, initial.apiKeys))) {
        return cloned(pool, fixture, initial);
      }
      return openedStore(store, initial, () => fixture.world);
    },
    replace(workspace, world, initial) {
      const store = workspace.store();
      refill(store, world, initial);
      return openedStore(store, initial);
    },
    restore: (_workspace, image, complete) => completed(image, complete),
    adopt: (_id, image, complete) => completed(image, complete),
    remove: (id) => snapshots.delete(id),
    snapshots(id) {
      const known = snapshots.get(id) ?? newSnapshots(refuseTooMany);
      snapshots.set(id, known);
      return known;
    },
    formerKeys: { of: () => [], keep: () => {} },
    close: pool.close,
  };
}

/** The store of an image, after `complete` changed it. */
function completed(image: Buffer, complete: (store: Store) => void): HeldStore {
  const store = openStore({ kind: "memory", image });
  complete(store);
  return readStore(store);
}

/** A clone that is made on first use; an invalid fixture fails at once. */
function cloned(pool: ConnectionPool, fixture: Fixture, initial: InitialState): HeldStore {
  const image = fixture.image();
  return promisedStore(
    initial,
    () => fixture.world,
    () => {
      const store = openStore({ kind: "pooled", image, pool });
      // Set before the workspace's own keys: its writes are rolled back before another workspace gets the connection.
      store.mark();
      // Settings stay in memory until they change or the workspace saves them.
      loadApiKeys(store, initial.apiKeys);
      return store;
    },
    bytesInImage(image),
  );
}

function newSnapshots(refuseTooMany: (bytes: number) => void): Snapshots {
  const images = new Map<string, Buffer>();
  return {
    list: () =>
      Array.from(images, ([name, { length }]) => ({ name, bytes: length })).toSorted(byName),
    read: (name) => images.get(name) ?? null,
    write(name, image) {
      refuseTooMany(image.length);
      images.set(name, image);
    },
    remove: (name) => images.delete(name),
  };
}

function inMiB(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024)} MiB`;
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1;
}
