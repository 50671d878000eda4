import type { ApiKey } from "../../domain/model/api-key.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Revokes a key, which answers 401 from now on (rule auth.invalid). */
export function revokeKey(workspace: Workspace, key: ApiKey): ApiKey {
  const revoked = revokeKeyWithoutEffects(workspace, key);
  workspace.emit("key.revoked", { id: key.id });
  return revoked;
}

/** The same, without an event. */
export function revokeKeyWithoutEffects(workspace: Workspace, key: ApiKey): ApiKey {
  const revoked = { ...key, revokedAt: workspace.clock.now() };
  workspace.store().apiKeys.update(revoked);
  workspace.keysChanged();
  return revoked;
}
