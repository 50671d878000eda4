import { bytesInImage } from "../../store/database-size.ts";
import { openStore } from "../../store/store.ts";
import type { Store } from "../../store/store.ts";
import type { WorkspaceContext } from "../workspace-context.ts";
import type { Identity } from "../workspace-settings.ts";
import {
  originWith,
  readWorkspaceSettings,
  writeWorkspaceSettings,
} from "../workspace-settings.ts";
import type { Workspace } from "../workspace.ts";
import type { HeldStore } from "./held-store.ts";
import { readStore } from "./held-store.ts";
import type { Storage } from "./storage.ts";
import { writeFailure } from "./storage.ts";

/** The operations on the named snapshots of a workspace. */
export interface Snapshotting {
  readonly snapshots: (
    workspace: Workspace,
  ) => readonly { readonly name: string; readonly bytes: number }[];
  /** Saves the current state as `name`; false when that snapshot exists. */
  readonly takeSnapshot: (workspace: Workspace, name: string) => boolean;
  /** The database of a snapshot, or null when there is none. */
  readonly readSnapshot: (workspace: Workspace, name: string) => Buffer | null;
  /** The result of `read` on a snapshot's store, or null when there is none. Throws `SnapshotError` for a damaged one. */
  readonly readWithin: <Result>(
    workspace: Workspace,
    name: string,
    read: (held: HeldStore) => Result,
  ) => Result | null;
  /** Restores a snapshot; false when there is none. Throws `SnapshotError` for a damaged one. */
  readonly restore: (workspace: Workspace, name: string) => boolean;
  readonly removeSnapshot: (workspace: Workspace, name: string) => boolean;
}

interface SnapshottingOptions {
  readonly storage: Storage;
  readonly sandbox: Pick<WorkspaceContext, "sizes">;
  readonly onWorldEnd?: ((workspace: Workspace) => void) | undefined;
}

/** An invalid snapshot; the message names it and the error. */
export class SnapshotError extends Error {}

/** Snapshots in `storage`. Each is the workspace's whole database, including its settings. */
export function snapshotting(
  { storage, sandbox, onWorldEnd }: SnapshottingOptions,
  onRestored: (workspace: Workspace) => void,
): Snapshotting {
  const of = ({ id }: Workspace) => storage.snapshots(id);
  return {
    snapshots: (workspace) => of(workspace).list(),
    takeSnapshot(workspace, name) {
      if (of(workspace).read(name) !== null) return false;
      const store = workspace.store();
      workspace.save();
      of(workspace).write(name, store.serialize());
      workspace.emit("snapshot.taken", { name });
      return true;
    },
    readSnapshot: (workspace, name) => of(workspace).read(name),
    readWithin(workspace, name, read) {
      const image = of(workspace).read(name);
      return image === null ? null : usable(name, () => readImage(image, read));
    },
    restore(workspace, name) {
      const image = of(workspace).read(name);
      if (image === null) return false;
      sandbox.sizes?.refuse(workspace.id, bytesInImage(image));
      onWorldEnd?.(workspace);
      const origin = workspace.origin();
      const complete = (store: Store): void => keepIdentity(store, origin);
      workspace.renew(usable(name, () => storage.restore(workspace, image, complete)));
      onRestored(workspace);
      workspace.emit("snapshot.restored", { name });
      return true;
    },
    removeSnapshot(workspace, name) {
      const isRemoved = of(workspace).remove(name);
      if (isRemoved) workspace.emit("snapshot.deleted", { name });
      return isRemoved;
    },
  };
}

/** Keeps what a snapshot does not decide, with the rest of the restored state. */
function keepIdentity(store: Store, identity: Identity): void {
  const settings = readWorkspaceSettings(store);
  const origin = originWith(settings.origin, identity);
  writeWorkspaceSettings(store, { ...settings, origin }, settings);
}

function readImage<Result>(image: Buffer, read: (held: HeldStore) => Result): Result {
  const held = readStore(openStore({ kind: "memory", image }));
  try {
    return read(held);
  } finally {
    held.close();
  }
}

/** The result of `read` on the snapshot `name`. Throws `SnapshotError` when it fails for another reason than the disk or a limit. */
export function usable<Result>(name: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (writeFailure(error) !== null) throw error;
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SnapshotError(`The snapshot ${name} cannot be opened: ${reason}.`, { cause: error });
  }
}
