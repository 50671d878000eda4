import type { Firm } from "../../domain/model/firm.ts";
import type { Plan } from "../../domain/model/plan.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Makes a Firm an owner of a Plan, as the platform's staff do by hand (rule plan.later-private). */
export function linkPlan(workspace: Workspace, plan: Plan, firm: Firm): void {
  workspace.transaction(() => {
    workspace.store().plans.addOwner(plan.id, firm.id);
    workspace.emit("plan.linked", { id: plan.id, leadId: plan.leadId, firmId: firm.id });
  });
}
