import { openStore } from "../store/store.ts";
import type { HeldStore } from "./held-store.ts";
import { readStore } from "./held-store.ts";
import type { Storage } from "./storage.ts";
import { whyUnwritten } from "./storage.ts";
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
  /** What `read` makes of the store that a snapshot holds, or null when there is none; `SnapshotError` when it is damaged. */
  readonly readWithin: <Result>(
    workspace: Workspace,
    name: string,
    read: (held: HeldStore) => Promise<Result>,
  ) => Promise<Result | null>;
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
    async readWithin(workspace, name, read) {
      const image = of(workspace).read(name);
      if (image === null) return null;
      const held = usable(name, () => readStore(openStore({ kind: "memory", image })));
      try {
        return await read(held);
      } catch (error) {
        throw unusable(name, error);
      } finally {
        held.close();
      }
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

/** What `read` makes of a snapshot, or `SnapshotError`. */
function usable<Result>(name: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw unusable(name, error);
  }
}

function unusable(name: string, error: unknown): unknown {
  if (whyUnwritten(error) !== null) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SnapshotError(`The snapshot ${name} cannot be used: ${reason}.`, { cause: error });
}
