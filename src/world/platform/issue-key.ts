import type { ApiKey } from "../../domain/model/api-key.ts";
import { defaultPermissions } from "../../domain/model/api-key.ts";
import type { Registry } from "../workspace/registry/registry.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Issues a key to a Firm; rule quota.value sets its quota unless one is given. */
export function issueKey(
  registry: Registry,
  workspace: Workspace,
  fields: Pick<ApiKey, "firmId" | "roleType" | "environment" | "expiresAt"> &
    Partial<Pick<ApiKey, "key" | "quotaPerHour" | "permissions">>,
): ApiKey {
  const { apiKeys } = workspace.store();
  const make = (id: string, number: number): ApiKey => ({
    quotaPerHour: "by-rule",
    permissions: defaultPermissions,
    key: fields.key ?? freeKey(registry, workspace, number),
    ...fields,
    id,
    createdAt: workspace.clock.now(),
    revokedAt: null,
  });
  const key = workspace.transaction(() => {
    const made = workspace.createRecord("apiKey", apiKeys, make);
    workspace.emit("key.issued", { id: made.id, firmId: made.firmId });
    return made;
  });
  workspace.keysChanged();
  // The stored key: its permissions are sorted and unique.
  return workspace.findKey(key.key) ?? key;
}

/** Whether a workspace has that key, or a snapshot of it that can restore the key. */
export function isTaken(registry: Registry, workspace: Workspace, key: string): boolean {
  return workspace.findKey(key) !== null || !registry.isFree(key, workspace.id);
}

/** The first free key from that number on: a loaded state may have taken some. */
function freeKey(registry: Registry, workspace: Workspace, number: number): string {
  const key = workspace.ids().key(number);
  return !isTaken(registry, workspace, key) ? key : freeKey(registry, workspace, number + 1);
}
