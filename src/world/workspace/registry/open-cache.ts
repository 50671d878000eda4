import type { SandboxContext } from "../sandbox-context.ts";
import type { Storage } from "../storage/storage.ts";
import type { Workspace } from "../workspace.ts";
import { openWorkspace } from "../workspace.ts";
import type { WorkspaceCache } from "./workspace-cache.ts";
import { newWorkspaceCache } from "./workspace-cache.ts";
import type { WorkspaceLifecycle } from "./workspace-lifecycle.ts";

interface CacheOptions {
  readonly storage: Storage;
  readonly sandbox: SandboxContext;
  readonly onOpen?: (workspace: Workspace) => void;
  readonly onWorldEnd?: ((workspace: Workspace) => void) | undefined;
}

/** The cache of the workspaces in `storage`, empty at first. */
export function openCache(
  { storage, sandbox, onOpen, onWorldEnd }: CacheOptions,
  lifecycle: WorkspaceLifecycle,
): WorkspaceCache {
  return newWorkspaceCache({
    remove(id, why) {
      storage.remove(id);
      sandbox.sizes?.forget(id);
      lifecycle.dropped(id, why);
    },
    systemNow: sandbox.systemNow,
    formerKeys: storage.formerKeys,
    onWorldEnd,
    sizes: sandbox.sizes,
    open(id, store, onKeysChanged) {
      const workspace = openWorkspace(id, store, sandbox, onKeysChanged);
      onOpen?.(workspace);
      lifecycle.opened(workspace);
      return workspace;
    },
  });
}
