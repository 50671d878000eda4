/** The workspaces of an earlier run. */
import { isFromNewerVersion } from "../../store/file-checks.ts";
import { defaultWorkspaceId } from "../registry/initial-state.ts";
import type { WorkspaceCache } from "../registry/workspace-cache.ts";
import type { Storage } from "./storage.ts";

/** A workspace with an invalid file. It is set aside, and its file is never changed. */
export interface BrokenWorkspace {
  readonly id: string;
  /** A sentence that names the file and what is wrong with it. */
  readonly reason: string;
}

/**
 * Opens the stored workspaces and returns the broken ones. Throws when the default one is damaged, because new clients
 * would see an empty world in its place; then, `closeAll` runs first. One that a newer version wrote gets another name
 * instead, so that the return to an earlier version does not stop the server.
 */
export function openStored(
  cache: Pick<WorkspaceCache, "put">,
  { storage, isStrict = false }: { readonly storage: Storage; readonly isStrict?: boolean },
  closeAll: () => void,
): ReadonlyMap<string, BrokenWorkspace> {
  const broken = new Map<string, BrokenWorkspace>();
  try {
    for (const id of storage.known()) openOrSetAside(id, broken, cache, { storage, isStrict });
  } catch (error) {
    closeAll();
    throw error;
  }
  return broken;
}

function openOrSetAside(
  id: string,
  broken: Map<string, BrokenWorkspace>,
  cache: Pick<WorkspaceCache, "put">,
  { storage, isStrict }: { readonly storage: Storage; readonly isStrict: boolean },
): void {
  try {
    cache.put(id, storage.open(id));
  } catch (error) {
    const isDefault = id === defaultWorkspaceId;
    if (isStrict || (isDefault && !isFromNewerVersion(error))) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    if (isDefault) putAside(broken, storage, id, reason);
    else broken.set(id, { id, reason });
  }
}

function putAside(
  broken: Map<string, BrokenWorkspace>,
  storage: Storage,
  former: string,
  reason: string,
): void {
  const id = storage.setAside(former);
  const renamed = `It has been renamed to ${id}.sqlite, and a new workspace ${former} takes its place.`;
  broken.set(id, { id, reason: `${reason} ${renamed}` });
}
