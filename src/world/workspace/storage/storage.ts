import { WorkspaceClosed } from "../../store/database.ts";
import { isDiskError, isOutOfFiles, outOfFiles, UnwritableError } from "../../store/disk-errors.ts";
import type { Store } from "../../store/store.ts";
import type { Fixture } from "../fixtures/fixtures.ts";
import { loadWorld } from "../fixtures/load-world.ts";
import type { World } from "../fixtures/world.ts";
import type { InitialState } from "../registry/initial-state.ts";
import { writeInitialState } from "../registry/initial-state.ts";
import type { FormerKeys } from "../registry/key-index.ts";
import type { Workspace } from "../workspace.ts";
import type { HeldStore } from "./held-store.ts";
import { OverLimitError } from "./size-limits.ts";

/** Stores the databases of workspaces and their snapshots. */
export interface Storage {
  /** The ids of the workspaces of an earlier run. */
  readonly known: () => readonly string[];
  /** Whether a file has the name of a new workspace. On some disks, names that differ only in case are the same. */
  readonly isTaken: (id: string) => boolean;
  readonly open: (id: string) => HeldStore;
  readonly make: (id: string, fixture: Fixture, initial: InitialState) => HeldStore;
  /** The store for another fixture: the workspace's own after a reset, or a new one. */
  readonly remake: (
    workspace: StoredWorkspace,
    fixture: Fixture,
    initial: InitialState,
  ) => HeldStore;
  /** The store in its initial state. */
  readonly rewind: (
    workspace: StoredWorkspace,
    fixture: Fixture,
    initial: InitialState,
  ) => HeldStore;
  /** The store with its state replaced by another world. */
  readonly replace: (workspace: StoredWorkspace, world: World, initial: InitialState) => HeldStore;
  /**
   * The store with the serialised state `image`, after `complete` changed it. Throws before any change of the workspace
   * when the image is invalid or cannot be written.
   */
  readonly restore: (
    workspace: StoredWorkspace,
    image: Buffer,
    complete: (store: Store) => void,
  ) => HeldStore;
  /** The store of a new workspace with the serialised state `image`, after `complete` changed it. */
  readonly adopt: (id: string, image: Buffer, complete: (store: Store) => void) => HeldStore;
  readonly remove: (id: string) => void;
  /** Renames the files of a workspace that is not open, snapshots included, and returns its new id. */
  readonly setAside: (id: string) => string;
  /** The snapshots of a workspace; removed with it. */
  readonly snapshots: (id: string) => Snapshots;
  readonly formerKeys: FormerKeys;
  /** Releases the storage for other processes. */
  readonly close: () => void;
}

/** The properties of a workspace that storage needs. */
export type StoredWorkspace = Pick<Workspace, "id" | "store" | "isOpen">;

/** The reason if the disk or a limit rejected a write; null for any other error. */
export function writeFailure(error: unknown): string | null {
  if (error instanceof UnwritableError || error instanceof OverLimitError) return error.message;
  if (isOutOfFiles(error)) return `The data folder cannot be opened: ${outOfFiles}`;
  if (!isDiskError(error)) return null;
  return `The data folder cannot be written: ${error.message}. Nothing was saved.`;
}

/** Whether an error is about a workspace that was dropped. */
export function isWorkspaceClosed(error: unknown): boolean {
  return error instanceof WorkspaceClosed;
}

/** What rejected a write; null for any other error. */
export function writeFailedBy(error: unknown): "disk" | "limit" | null {
  if (error instanceof OverLimitError) return "limit";
  return writeFailure(error) === null ? null : "disk";
}

/** The named images of one workspace; a name has letters, digits, `.`, `_` and `-`. */
export interface Snapshots {
  /** Sorted by name. */
  readonly list: () => readonly { readonly name: string; readonly bytes: number }[];
  readonly read: (name: string) => Buffer | null;
  readonly write: (name: string, image: Buffer) => void;
  /** Whether the snapshot existed. */
  readonly remove: (name: string) => boolean;
}

/** Replaces the content of `store` by another world. */
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
