import * as z from "zod";

import type { Plan } from "../../../domain/model/plan.ts";
import { planStatuses } from "../../../domain/model/plan.ts";
import { linkPlan as link } from "../../../world/platform/link-plan.ts";
import { movePlan as move } from "../../../world/platform/move-plan.ts";
import { openPlan, openablePlanTypes } from "../../../world/platform/open-plan.ts";
import type { Workspace } from "../../../world/workspace/workspace.ts";
import { created, ok } from "../calls/answer.ts";
import { ControlError, unknown } from "../calls/control-error.ts";
import type { ControlCall } from "../calls/operation.ts";
import { withBody } from "../calls/operation.ts";
import { one } from "../calls/shapes.ts";
import { showMessage, ShownMessage, ShownPlan, showPlan } from "./show.ts";

function planOf({ workspace, params }: ControlCall): Plan {
  const id = params["planId"] ?? "";
  const plan = workspace.store().plans.find(id);
  if (plan === null) throw unknown("Plan", id, "A Lead has plan_ids once it was converted.");
  return plan;
}

/** POST `W/plans/{planId}/status`: moves a Plan and mails its owners (interface 6; rules plan.transitions, plan.change-mail). */
export const movePlan = withBody({
  id: "move-plan",
  summary: "Move a Plan to another status; its owners get mail",
  method: "POST",
  path: "/plans/{planId}/status",
  destroys: null,
  body: z.strictObject({
    status: z.enum(planStatuses),
    amount: z.number().min(0).nullable().exactOptional(),
  }),
  answer: one(z.strictObject({ plan: ShownPlan, emails: z.array(ShownMessage) })),
  run(call, to) {
    const { workspace } = call;
    const before = planOf(call);
    const moved = move(workspace, before, to);
    if (moved === null) {
      throw new ControlError(409, `The Plan is ${before.status} and cannot become ${to.status}.`, {
        hint: `Statuses in order: ${planStatuses.join(", ")}; switch rule plan.transitions to any to allow every move.`,
      });
    }
    return ok({
      plan: showPlan(workspace, moved.plan),
      emails: moved.emails.map((email) => showMessage(workspace, email)),
    });
  },
});

/** POST `W/client-profiles/{clientProfileId}/plans`: opens a private Plan (interface 2.3; rule plan.later-private). */
export const openPrivatePlan = withBody({
  id: "open-private-plan",
  summary: "Open a Plan for the client that no Firm owns",
  method: "POST",
  path: "/client-profiles/{clientProfileId}/plans",
  destroys: null,
  body: z.strictObject({ type: z.string().regex(/./su), name: z.string().exactOptional() }),
  status: 201,
  answer: one(z.strictObject({ plan: ShownPlan })),
  run({ workspace, params }, requested) {
    const id = params["clientProfileId"] ?? "";
    const profile = workspace.store().clientProfiles.find(id);
    if (profile === null) throw unknown("client profile", id, "POST sign-ups answers with one.");
    refuseUnknownType(workspace, requested.type);
    const plan = openPlan(workspace, profile, requested, null);
    return created({ plan: showPlan(workspace, plan) });
  },
});

/** Clients can open the same types that a Lead can request (rule plan.type). */
function refuseUnknownType(workspace: Workspace, type: string): void {
  const allowed = openablePlanTypes(workspace);
  if (allowed === null || allowed.includes(type)) return;
  throw new ControlError(422, `There is no type of Plan ${JSON.stringify(type)}.`, {
    fields: { type: [{ code: "INVALID", message: `Expected one of ${allowed.join(", ")}` }] },
    hint: "Switch rule plan.type to any-string to allow any type.",
  });
}

/** POST `W/plans/{planId}/owners`: staff link a Plan to a Firm by hand (rule plan.later-private). */
export const linkPlan = withBody({
  id: "link-plan",
  summary: "Link a Plan to a Firm, as staff do; the Firm owns it from now on",
  method: "POST",
  path: "/plans/{planId}/owners",
  destroys: null,
  body: z.strictObject({ firmId: z.string() }),
  status: 201,
  answer: one(z.strictObject({ plan: ShownPlan })),
  run(call, { firmId }) {
    const { workspace } = call;
    const plan = planOf(call);
    const firm = workspace.store().firms.find(firmId);
    if (firm === null) throw unknown("Firm", firmId);
    link(workspace, plan, firm);
    return created({ plan: showPlan(workspace, plan) });
  },
});
