import type { OutboxMessage } from "../../domain/model/mail.ts";
import type { Plan, PlanStatus } from "../../domain/model/plan.ts";
import { isPlanMoveMailed, planMayMove } from "../../domain/model/plan.ts";
import { chosenFor } from "../../domain/rules/trace.ts";
import { planUpdatedDraft } from "../mail/drafts.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { firmOf } from "./firm-of.ts";
import { mailReader } from "./mail-reader.ts";

/** A Plan that moved, and the mail about it. */
export interface PlanMove {
  readonly plan: Plan;
  readonly emails: readonly OutboxMessage[];
}

/**
 * Moves a Plan to another status and mails its owners; null if rule plan.transitions forbids the move
 * (interface 6; rule plan.change-mail).
 */
export function movePlan(
  workspace: Workspace,
  before: Plan,
  to: { readonly status: PlanStatus; readonly amount?: number | null },
): PlanMove | null {
  const { status, amount = before.amount } = to;
  const transitions = chosenFor("plan.transitions", workspace.assumptions());
  if (!planMayMove(before.status, status, transitions)) return null;
  return workspace.transaction(() => {
    const plan = { ...before, status, amount, updatedAt: workspace.clock.now() };
    const { id, leadId } = plan;
    workspace.store().plans.update(plan);
    workspace.emit("plan.moved", { id, leadId, from: before.status, to: status });
    return { plan, emails: mailOwners(workspace, plan) };
  });
}

function mailOwners(workspace: Workspace, plan: Plan): readonly OutboxMessage[] {
  const assumptions = workspace.assumptions();
  const mailedMoves = chosenFor("plan.change-mail", assumptions);
  const all = chosenFor("mail.plan.recipients", assumptions) === "all-owners";
  const { clientProfiles, firmMembers, plans } = workspace.store();
  const profile = clientProfiles.find(plan.clientProfileId);
  if (profile === null) throw new Error(`Plan ${plan.id} has no client.`);
  return plans.ownersOf(plan.id).flatMap((firmId) => {
    const firm = firmOf(workspace, firmId);
    if (!isPlanMoveMailed(plan.status, firm.firmType, mailedMoves)) return [];
    return firmMembers
      .mailableOf(firmId)
      .filter(({ isOwner, subscribed }) => isOwner && (all || subscribed))
      .map((owner) => {
        const reader = mailReader(workspace, owner);
        return workspace.captureMail(planUpdatedDraft({ plan, firm, profile, reader }));
      });
  });
}
