import type { ApiKey } from "../domain/api-key.ts";
import { defaultPermissions } from "../domain/api-key.ts";
import type { Registry } from "../workspace/registry.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Issues a key to a Firm; without a quota of its own, rule quota.value has it. */
export function issueKey(
  registry: Registry,
  workspace: Workspace,
  fields: Pick<ApiKey, "firmId" | "roleType" | "environment" | "expiresAt"> &
    Partial<Pick<ApiKey, "key" | "quotaPerHour" | "permissions">>,
): ApiKey {
  const { apiKeys } = workspace.store();
  const { number, id } = workspace.nextRecord("apiKey", apiKeys);
  const key: ApiKey = {
    quotaPerHour: "by-rule",
    permissions: defaultPermissions,
    key: fields.key ?? freeKey(registry, workspace, number),
    ...fields,
    id,
    createdAt: workspace.clock.now(),
    revokedAt: null,
  };
  apiKeys.insert(number, key);
  workspace.keysChanged();
  workspace.emit("key.issued", { id, firmId: key.firmId });
  // As it is kept: its permissions in their own order, each once.
  return workspace.findKey(key.key) ?? key;
}

/** Whether a workspace has the text of that key, or a snapshot that can bring it back. */
export function isTaken(registry: Registry, workspace: Workspace, key: string): boolean {
  return workspace.findKey(key) !== null || !registry.isFree(key, workspace.id);
}

/** The text of the key of that number, or of the next one that is free: a loaded state may have brought some. */
function freeKey(registry: Registry, workspace: Workspace, number: number): string {
  const key = workspace.ids().key(number);
  return !isTaken(registry, workspace, key) ? key : freeKey(registry, workspace, number + 1);
}
