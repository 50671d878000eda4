import { isOfTheDisk, isOutOfFiles, outOfFiles, UnwritableError } from "../store/disk-errors.ts";
import type { Store } from "../store/store.ts";
import type { Fixture } from "./fixtures.ts";
import type { HeldStore } from "./held-store.ts";
import type { InitialState } from "./initial-state.ts";
import { writeInitialState } from "./initial-state.ts";
import type { FormerKeys } from "./key-index.ts";
import { loadWorld } from "./load-world.ts";
import type { Workspace } from "./workspace.ts";
import type { World } from "./world.ts";

/** Where the stores of workspaces are kept, and their snapshots. */
export interface Storage {
  /** The ids of the workspaces that were kept from an earlier run. */
  readonly known: () => readonly string[];
  readonly open: (id: string) => HeldStore;
  readonly make: (id: string, fixture: Fixture, initial: InitialState) => HeldStore;
  /** The store of a workspace begun again from another fixture: its own, or one that takes its place. */
  readonly remake: (workspace: Holder, fixture: Fixture, initial: InitialState) => HeldStore;
  /** The store as it was when it was made. */
  readonly rewind: (workspace: Holder, fixture: Fixture, initial: InitialState) => HeldStore;
  /** The store with another world in place of its own. */
  readonly replace: (workspace: Holder, world: World, initial: InitialState) => HeldStore;
  /** The store that holds what was serialised into `image`; throws before it changes anything when that cannot be used. */
  readonly restore: (workspace: Holder, image: Buffer) => HeldStore;
  readonly remove: (id: string) => void;
  /** The snapshots of a workspace, which go when it is removed. */
  readonly snapshots: (id: string) => Snapshots;
  readonly formerKeys: FormerKeys;
  /** Lets another process have it. */
  readonly close: () => void;
}

/** A workspace, as far as storage knows it. */
export type Holder = Pick<Workspace, "id" | "store" | "isOpen">;

/** Why something could not be kept, when it is the disk that refused; null for any other error. */
export function whyUnwritten(error: unknown): string | null {
  if (error instanceof UnwritableError) return error.message;
  if (isOutOfFiles(error)) return `The data folder cannot be opened: ${outOfFiles}`;
  if (!isOfTheDisk(error)) return null;
  return `The data folder cannot be written: ${error.message}. Nothing was saved.`;
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
export function refill(store: Store, world: World, initial: InitialState): void {
  refillBy(store, () => loadWorld(store, world), initial);
}

/** The same with the world of a fixture. */
export function refillFrom(store: Store, fixture: Fixture, initial: InitialState): void {
  refillBy(store, () => store.copyRows(fixture.image()), initial);
}

function refillBy(store: Store, fill: () => void, initial: InitialState): void {
  store.transaction(() => {
    store.empty();
    fill();
    writeInitialState(store, initial);
  });
}
