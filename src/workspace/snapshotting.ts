import { openStore } from "../store/store.ts";
import { readStore } from "./held-store.ts";
import { worldOf } from "./save-world.ts";
import type { Storage } from "./storage.ts";
import { whyUnwritten } from "./storage.ts";
import type { Workspace } from "./workspace.ts";
import type { World } from "./world.ts";

/** What can be done with the named snapshots of a workspace. */
export interface Snapshotting {
  readonly snapshots: (
    workspace: Workspace,
  ) => readonly { readonly name: string; readonly bytes: number }[];
  /** Keeps the workspace as it is now under `name`; false when there is a snapshot of that name. */
  readonly takeSnapshot: (workspace: Workspace, name: string) => boolean;
  /** The database that a snapshot holds, or null when there is none. */
  readonly readSnapshot: (workspace: Workspace, name: string) => Buffer | null;
  /** The world that a snapshot holds, or null when there is none; `SnapshotError` when it is damaged. */
  readonly snapshotWorld: (workspace: Workspace, name: string) => World | null;
  /** Takes the workspace back to where a snapshot was taken; false when there is none, `SnapshotError` when it is damaged. */
  readonly restore: (workspace: Workspace, name: string) => boolean;
  readonly removeSnapshot: (workspace: Workspace, name: string) => boolean;
}

/** A snapshot that is there and cannot be used; the message names it and what is wrong with it. */
export class SnapshotError extends Error {}

/** Snapshots in `storage`: a snapshot is the workspace's whole database, its memory included. */
export function snapshotting(
  storage: Storage,
  onWorldEnd?: (workspace: Workspace) => void,
): Snapshotting {
  const of = ({ id }: Workspace) => storage.snapshots(id);
  return {
    snapshots: (workspace) => of(workspace).list(),
    takeSnapshot(workspace, name) {
      if (of(workspace).read(name) !== null) return false;
      const store = workspace.store();
      workspace.save();
      of(workspace).write(name, store.serialize());
      return true;
    },
    readSnapshot: (workspace, name) => of(workspace).read(name),
    snapshotWorld(workspace, name) {
      const image = of(workspace).read(name);
      return image === null ? null : usable(name, () => worldIn(image));
    },
    restore(workspace, name) {
      const image = of(workspace).read(name);
      if (image === null) return false;
      onWorldEnd?.(workspace);
      workspace.renew(usable(name, () => storage.restore(workspace, image)));
      return true;
    },
    removeSnapshot: (workspace, name) => of(workspace).remove(name),
  };
}

function worldIn(image: Buffer): World {
  const held = readStore(openStore({ kind: "memory", image }));
  try {
    return worldOf(held.store(), held.settings.assumptions);
  } finally {
    held.close();
  }
}

/** What `read` makes of a snapshot, or `SnapshotError`. */
function usable<Result>(name: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (whyUnwritten(error) !== null) throw error;
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SnapshotError(`The snapshot ${name} cannot be used: ${reason}.`, { cause: error });
  }
}
