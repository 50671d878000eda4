/** The workspaces of an earlier run. */
import { defaultWorkspaceId } from "./initial-state.ts";
import type { Storage } from "./storage.ts";
import type { WorkspaceCache } from "./workspace-cache.ts";

/** A workspace with an invalid file. It is set aside, and its file is never changed. */
export interface BrokenWorkspace {
  readonly id: string;
  /** A sentence that names the file and what is wrong with it. */
  readonly reason: string;
}

/**
 * Opens the stored workspaces and returns the broken ones. Throws when the default one is broken, because new clients
 * would see an empty world in its place; then, `closeAll` runs first.
 */
export function openStored(
  cache: Pick<WorkspaceCache, "put">,
  { storage, isStrict = false }: { readonly storage: Storage; readonly isStrict?: boolean },
  closeAll: () => void,
): ReadonlyMap<string, BrokenWorkspace> {
  const broken = new Map<string, BrokenWorkspace>();
  for (const id of storage.known()) {
    try {
      cache.put(id, storage.open(id));
    } catch (error) {
      if (isStrict || id === defaultWorkspaceId) {
        closeAll();
        throw error;
      }
      broken.set(id, { id, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return broken;
}

/** A generated id that neither a workspace nor a broken one has. */
export function freeId(
  cache: Pick<WorkspaceCache, "freeId">,
  broken: ReadonlyMap<string, unknown>,
): string {
  for (;;) {
    const id = cache.freeId();
    if (!broken.has(id)) return id;
  }
}
