import type { Storage } from "./storage.ts";
import type { Workspace } from "./workspace.ts";

/** What can be done with the named snapshots of a workspace. */
export interface Snapshotting {
  readonly snapshots: (
    workspace: Workspace,
  ) => readonly { readonly name: string; readonly bytes: number }[];
  /** Keeps the workspace as it is now under `name`; false when there is a snapshot of that name. */
  readonly takeSnapshot: (workspace: Workspace, name: string) => boolean;
  /** The database that a snapshot holds, or null when there is none. */
  readonly readSnapshot: (workspace: Workspace, name: string) => Buffer | null;
  /** Takes the workspace back to where a snapshot was taken; false when there is none. */
  readonly restore: (workspace: Workspace, name: string) => boolean;
  readonly removeSnapshot: (workspace: Workspace, name: string) => boolean;
}

/** Snapshots in `storage`: a snapshot is the workspace's whole database, its memory included. */
export function snapshotting(storage: Storage): Snapshotting {
  const of = ({ id }: Workspace) => storage.snapshots(id);
  return {
    snapshots: (workspace) => of(workspace).list(),
    takeSnapshot(workspace, name) {
      if (of(workspace).read(name) !== null) return false;
      workspace.save();
      of(workspace).write(name, workspace.store().serialize());
      return true;
    },
    readSnapshot: (workspace, name) => of(workspace).read(name),
    restore(workspace, name) {
      const image = of(workspace).read(name);
      if (image === null) return false;
      workspace.renew(storage.restore(workspace.id, workspace.store(), image));
      return true;
    },
    removeSnapshot: (workspace, name) => of(workspace).remove(name),
  };
}
