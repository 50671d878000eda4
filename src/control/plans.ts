import * as z from "zod";

import type { OutboxMessage } from "../domain/mail.ts";
import type { Plan } from "../domain/plan.ts";
import {
  isPlanMoveMailed,
  planMayMove,
  planStatuses,
  planTypes,
  planTypesOfHostedTools,
} from "../domain/plan.ts";
import { planUpdatedDraft } from "../mail/drafts.ts";
import type { Choice } from "../rules/catalogue.ts";
import { chosenFor } from "../rules/trace.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { created, ok } from "./answer.ts";
import { ControlError, unknown } from "./control-error.ts";
import { firmOf, openPlan, readerOf } from "./conversion.ts";
import type { ControlCall } from "./operation.ts";
import { withBody } from "./operation.ts";
import { one } from "./shapes.ts";
import { showMessage, ShownMessage, ShownPlan, showPlan } from "./show.ts";

function planOf({ workspace, params }: ControlCall): Plan {
  const id = params["planId"] ?? "";
  const plan = workspace.store().plans.find(id);
  if (plan === null) throw unknown("Plan", id, "A Lead has plan_ids once it was converted.");
  return plan;
}

/** POST `W/plans/{planId}/status`: the Plan moves, and its owners get mail (interface 6; rules plan.transitions, plan.change-mail). */
export const movePlan = withBody({
  id: "move-plan",
  summary: "Move a Plan to another status; its owners get mail",
  level: "workspace",
  method: "POST",
  path: "/plans/{planId}/status",
  body: z.strictObject({
    status: z.enum(planStatuses),
    amount: z.number().min(0).nullable().exactOptional(),
  }),
  answer: one(z.strictObject({ plan: ShownPlan, emails: z.array(ShownMessage) })),
  run(call, { status, amount }) {
    const { workspace } = call;
    const before = planOf(call);
    const transitions = chosenFor("plan.transitions", workspace.assumptions());
    if (!planMayMove(before.status, status, transitions)) {
      throw new ControlError(409, `The Plan is ${before.status} and cannot become ${status}.`, {
        hint: `In order: ${planStatuses.join(", ")}; switch rule plan.transitions to any for every move.`,
      });
    }
    const plan = {
      ...before,
      status,
      amount: amount === undefined ? before.amount : amount,
      updatedAt: workspace.clock.now(),
    };
    return workspace.transaction(() => {
      workspace.store().plans.update(plan);
      workspace.emit("plan.moved", { id: plan.id, from: before.status, to: status });
      const emails = tellOwners(workspace, plan).map((email) => showMessage(workspace, email));
      return ok({ plan: showPlan(workspace, plan), emails });
    });
  },
});

function tellOwners(workspace: Workspace, plan: Plan): readonly OutboxMessage[] {
  const assumptions = workspace.assumptions();
  const mailedMoves = chosenFor("plan.change-mail", assumptions);
  const all = chosenFor("mail.plan.recipients", assumptions) === "all-owners";
  const store = workspace.store();
  const profile = store.clientProfiles.find(plan.clientProfileId);
  if (profile === null) throw new Error(`Plan ${plan.id} is of no client.`);
  return store.plans.ownersOf(plan.id).flatMap((firmId) => {
    const firm = firmOf(workspace, firmId);
    if (!isPlanMoveMailed(plan.status, firm.firmType, mailedMoves)) return [];
    return store.firmMembers
      .mailableOf(firmId)
      .filter(({ isOwner, subscribed }) => isOwner && (all || subscribed))
      .map((owner) => {
        const reader = readerOf(workspace, owner);
        return workspace.captureMail(planUpdatedDraft({ plan, firm, profile, reader }));
      });
  });
}

/** POST `W/client-profiles/{clientProfileId}/plans`: a Plan that no partner sees (interface 2.3; rule plan.later-private). */
export const openPrivatePlan = withBody({
  id: "open-private-plan",
  summary: "The client opens a Plan of their own, which no Firm owns",
  level: "workspace",
  method: "POST",
  path: "/client-profiles/{clientProfileId}/plans",
  body: z.strictObject({ type: z.string().regex(/./su), name: z.string().exactOptional() }),
  status: 201,
  answer: one(z.strictObject({ plan: ShownPlan })),
  run({ workspace, params }, requested) {
    const id = params["clientProfileId"] ?? "";
    const profile = workspace.store().clientProfiles.find(id);
    if (profile === null) throw unknown("client profile", id, "POST sign-ups answers with one.");
    refuseUnknownType(workspace, requested.type);
    return workspace.transaction(() => {
      const plan = openPlan(workspace, profile, {
        requested,
        environment: profile.environment,
        leadId: null,
        firmId: null,
      });
      return created({ plan: showPlan(workspace, plan) });
    });
  },
});

/** The types that a Lead can ask for are those that a client can open (rule plan.type). */
function refuseUnknownType(workspace: Workspace, type: string): void {
  const allowed = planTypesUnder[chosenFor("plan.type", workspace.assumptions())];
  if (allowed === null || allowed.includes(type)) return;
  throw new ControlError(422, `There is no type of Plan ${JSON.stringify(type)}.`, {
    fields: { type: [{ code: "INVALID", message: `Expected one of ${allowed.join(", ")}` }] },
    hint: "Switch rule plan.type to any-string for any.",
  });
}

const planTypesUnder: Readonly<Record<Choice<"plan.type">, readonly string[] | null>> = {
  "reference-types": planTypes,
  "hosted-tool-types": planTypesOfHostedTools,
  "any-string": null,
};

/** POST `W/plans/{planId}/owners`: staff link a Plan to a Firm by hand (rule plan.later-private). */
export const linkPlan = withBody({
  id: "link-plan",
  summary: "Staff link a Plan to a Firm, which owns it from now on",
  level: "workspace",
  method: "POST",
  path: "/plans/{planId}/owners",
  body: z.strictObject({ firmId: z.string() }),
  status: 201,
  answer: one(z.strictObject({ plan: ShownPlan })),
  run(call, { firmId }) {
    const { workspace } = call;
    const plan = planOf(call);
    if (workspace.store().firms.find(firmId) === null) throw unknown("Firm", firmId);
    workspace.transaction(() => {
      workspace.store().plans.addOwner(plan.id, firmId);
      workspace.emit("plan.linked", { id: plan.id, firmId });
    });
    return created({ plan: showPlan(workspace, plan) });
  },
});
