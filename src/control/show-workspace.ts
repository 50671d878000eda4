import { burstPerMinute } from "../domain/quota.ts";
import { limitsOf } from "../workspace/quotas.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { showClock } from "./show-clock.ts";
import type { ShownWorkspace } from "./workspaces.ts";

/** A workspace with its firms and everything that a client is configured with. */
export function showWorkspace(workspace: Workspace): ShownWorkspace {
  const { seed, fixture } = workspace.origin();
  return {
    id: workspace.id,
    seed,
    fixture,
    clock: showClock(workspace),
    firms: workspace
      .store()
      .firms.all()
      .map((firm) => showFirm(workspace, firm)),
  };
}

function showFirm(
  workspace: Workspace,
  { id, name, firmType }: { readonly id: string; readonly name: string; readonly firmType: string },
): ShownWorkspace["firms"][number] {
  const store = workspace.store();
  return {
    id,
    name,
    firmType,
    firmMembers: ofFirm(store.firmMembers.all(), id).map((member) => ({
      id: member.id,
      email: member.email,
      isOwner: member.isOwner,
    })),
    referralCodes: ofFirm(store.referralCodes.all(), id).map((code) => ({ id: code.id })),
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
