import type { Workspace } from "../workspace/workspace.ts";

/** Starts or ends the notification subscription of a FirmMember (interface 6; rules mail.converted, mail.plan.recipients). */
export function setSubscription(workspace: Workspace, firmMemberId: string, active: boolean): void {
  workspace.transaction(() => {
    workspace.store().firmMembers.subscribe(firmMemberId, active);
    workspace.emit("subscription.set", { firmMemberId, active });
  });
}
