import { isOfTheDisk, UnwritableError } from "../store/disk-errors.ts";
import type { Store } from "../store/store.ts";
import type { Fixture } from "./fixtures.ts";
import { loadWorld } from "./load-world.ts";
import type { World } from "./world.ts";

/** Writes into a store what is a workspace's own: its keys and what it remembers. */
export type Finish = (store: Store) => void;

/** Where the stores of workspaces are kept, and their snapshots. */
export interface Storage {
  /** The ids of the workspaces that were kept from an earlier run. */
  readonly known: () => readonly string[];
  readonly open: (id: string) => Store;
  readonly make: (id: string, fixture: Fixture, finish: Finish) => Store;
  /** The store of a workspace begun again from `fixture`: `store` itself, or one that takes its place. */
  readonly remake: (store: Store, fixture: Fixture, finish: Finish) => Store;
  /** The store as it was when it was made. */
  readonly rewind: (store: Store, fixture: Fixture, finish: Finish) => Store;
  /** The store that holds what was serialised into `image`; throws before it changes anything when that cannot be used. */
  readonly restore: (id: string, store: Store, image: Buffer) => Store;
  readonly remove: (id: string) => void;
  /** The snapshots of a workspace, which go when it is removed. */
  readonly snapshots: (id: string) => Snapshots;
  /** Lets another process have it. */
  readonly close: () => void;
}

/** Why something could not be kept, when it is the disk that refused; null for any other error. */
export function whyUnwritten(error: unknown): string | null {
  if (error instanceof UnwritableError) return error.message;
  if (!isOfTheDisk(error)) return null;
  return `The data folder cannot be written: ${error.message}. Nothing of this was kept.`;
}

/** The named images of one workspace; a name has letters, digits, `.`, `_` and `-`. */
export interface Snapshots {
  /** In the order of their names. */
  readonly list: () => readonly { readonly name: string; readonly bytes: number }[];
  readonly read: (name: string) => Buffer | null;
  readonly write: (name: string, image: Buffer) => void;
  /** Whether there was one. */
  readonly remove: (name: string) => boolean;
}

/** Fills `store` with another world in place of its own, whatever it held. */
export function refill(store: Store, world: World, finish: Finish): Store {
  store.transaction(() => {
    store.empty();
    loadWorld(store, world);
    finish(store);
  });
  return store;
}
