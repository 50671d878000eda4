import { burstPerMinute } from "../domain/quota.ts";
import type { Directory } from "../workspace/held-store.ts";
import { limitsOf } from "../workspace/quotas.ts";
import type { ListedWorkspace } from "../workspace/workspace-cache.ts";
import { showClock } from "./show-clock.ts";
import type { ShownWorkspace } from "./shown-workspace.ts";

/** A workspace with its Firms and everything that a client's configuration needs. */
export function showWorkspace(workspace: ListedWorkspace): ShownWorkspace {
  const { seed, fixture, label = null } = workspace.origin();
  const directory = workspace.directory();
  return {
    id: workspace.id,
    seed,
    fixture,
    label,
    clock: showClock(workspace),
    firms: directory.firms.map((firm) => showFirm(workspace, directory, firm)),
  };
}

function showFirm(
  workspace: ListedWorkspace,
  directory: Directory,
  { id, name, firmType }: Directory["firms"][number],
): ShownWorkspace["firms"][number] {
  return {
    id,
    name,
    firmType,
    firmMembers: ofFirm(directory.firmMembers, id).map((member) => ({
      id: member.id,
      email: member.email,
      isOwner: member.isOwner,
    })),
    referralCodes: ofFirm(directory.referralCodes, id).map((code) => ({ id: code.id })),
    apiKeys: ofFirm(workspace.keys(), id).map((key) => {
      const { perHour } = limitsOf(key, workspace.assumptions());
      return {
        id: key.id,
        key: key.key,
        roleType: key.roleType,
        environment: key.environment,
        quotaPerHour: perHour,
        burstPerMinute: perHour === null ? null : burstPerMinute(perHour),
      };
    }),
  };
}

function ofFirm<Item extends { readonly firmId: string }>(
  items: readonly Item[],
  firmId: string,
): readonly Item[] {
  return items.filter((item) => item.firmId === firmId);
}
