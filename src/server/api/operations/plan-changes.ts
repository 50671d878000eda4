/** What else happens when a key creates or changes a Plan or a ClientProfile (rules resource.write.*). */
import type { Plan } from "../../../domain/model/plan.ts";
import { planMayMove, planStatuses } from "../../../domain/model/plan.ts";
import { ApiError } from "../../../network/http/api-error.ts";
import { movePlan } from "../../../world/platform/move-plan.ts";
import { announcePlan } from "../../../world/platform/open-plan.ts";
import type { ApiCall } from "../routes/call.ts";
import { isInEnvironment } from "./access.ts";
import { notUnique } from "./lead-unique.ts";

type Written = Readonly<Record<string, unknown>>;

/** The key's Firm owns the new Plan (interface 2.3). */
export function ownNewPlan({ store, workspace, key }: ApiCall, plan: Plan): void {
  store.plans.addOwner(plan.id, key.firmId);
  announcePlan(workspace, plan);
}

/** Throws 409 for a status that the Plan cannot move to (rule plan.transitions). */
export function refusePlanMove(call: ApiCall, { status }: Written, before: Plan | null): void {
  if (before === null || status === undefined || status === before.status) return;
  const transitions = call.trace.choice("plan.transitions");
  const to = planStatuses.find((one) => one === status);
  if (to === undefined || planMayMove(before.status, to, transitions)) return;
  throw new ApiError({
    status: 409,
    message: "Failed to update the Plan",
    rules: ["plan.transitions"],
    reason: `The Plan is ${before.status} and cannot become ${to}.`,
    fields: [
      {
        path: ["status"],
        code: "INVALID",
        message: `A Plan that is ${before.status} cannot have this status`,
        rule: "plan.transitions",
      },
    ],
  });
}

/** Moves a Plan whose status changed, with the mail to its owners (interface 6; rule plan.change-mail). */
export function movedPlan(call: ApiCall, before: Plan, changed: Plan): Plan {
  const { status } = changed;
  if (status === before.status) return changed;
  call.trace.cite("plan.change-mail");
  return (
    movePlan(call.workspace, { ...changed, status: before.status }, { status })?.plan ?? changed
  );
}

/** Throws 409 for the email of another client (rule resource.write.unique). */
export function refuseTakenClient(
  call: ApiCall,
  { email }: Written,
  before: { readonly id: string } | null,
): void {
  if (typeof email !== "string") return;
  const comparison = call.trace.choice("lead.email.case");
  const holders = call.store.clientProfiles
    .withEmail(email, comparison)
    .filter((client) => client.id !== before?.id && isInEnvironment(call, client));
  if (holders.length === 0 || call.trace.choice("resource.write.unique") === "not-checked") return;
  const rule = "resource.write.unique";
  throw new ApiError({
    status: 409,
    message: `Failed to ${before === null ? "create" : "update"} the ClientProfile`,
    rules: [rule],
    reason: "Another client has this email.",
    fields: [{ path: ["email"], code: "NOT_UNIQUE", message: notUnique, rule }],
  });
}
